import PictureProtocol

/// What comes from a worker and its connection.
nonisolated enum WorkerEvent: Sendable {
  case hello(WorkerHello)
  /// An answer that follows from the protocol; with the state of the file that it was made from.
  case answer(WorkerAnswer, stamp: PictureFileStamp?)
  /// The file could not be opened, so the worker never heard of it.
  case notOpened(id: UInt32, PictureFailure)
  /// The file is what it was (`WorkerJob.knownStamp`); the worker never heard of it.
  case unchanged(id: UInt32)
  /// It has shut itself in.
  case cell(WorkerCell)
  /// It needs a decoder that it cannot load any more.
  case needsDecoder
  /// A library made a system call that the worker's filter does not know.
  case unlistedCall(UInt32)
  /// The socket was closed, or what came through it made no sense.
  case ended
}
