/// How far a source has been read, for as long as it is being read.
public protocol ObserveProgressUseCase {
  /// - Parameter progress: Called on the caller's actor at every change, never after `cancel()`.
  func execute(_ progress: @escaping (SourceProgress) -> Void) -> (any Cancellable)?
}
