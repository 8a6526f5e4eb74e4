/// How soon the metadata of a photo is read.
nonisolated public enum MetadataPriority: Hashable, Sendable {
  /// Before all else: somebody pressed ⏎ on it.
  case urgent
  /// Its row is visible.
  case visible
  /// After every picture: all are read for a sort or a filter.
  case background

  var lane: RequestLane {
    switch self {
    case .urgent: .urgent
    case .visible: .visibleMetadata
    case .background: .background
    }
  }
}
