/// How far a picture is on its way to the screen.
nonisolated public enum PictureProgress: Hashable, Sendable {
  /// It comes, unless it is called off; a rough picture may stand for it.
  case loading
  /// It is there, sharp.
  case ready
  /// It will not come: it failed, there are no pictures at all, or the photo has none here.
  case absent
}
