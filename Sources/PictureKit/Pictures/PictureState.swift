import PictureProtocol

/// How far a picture is.
nonisolated public enum PictureState: Hashable, Sendable {
  /// The picture, sharp.
  case ready(Picture)
  /// It is waited for; with a likeness where there is one: the worker's, or the picture in a size near by.
  case loading(rough: Picture?)
  /// There is none, and asking again does not help until the next refresh.
  case failed(PictureFailure)
  /// There are no pictures at all: no worker runs. `PictureSource.problem` says why.
  case unavailable
}
