import PictureProtocol

extension WorkerAnswer {
  /// The request that it answers.
  nonisolated var jobID: UInt32? {
    switch self {
    case .hello, .unlistedCall, .cell, .needsDecoder: nil
    case .picture(let answer): answer.id
    case .metadata(let answer): answer.id
    case .failure(let answer): answer.id
    case .thumbnail(let answer): answer.id
    // Documents have workers of their own.
    case .sheet: nil
    }
  }

  nonisolated var generation: UInt32? {
    switch self {
    case .hello, .thumbnail, .sheet, .unlistedCall, .cell, .needsDecoder: nil
    case .picture(let answer): answer.generation
    case .metadata(let answer): answer.generation
    case .failure(let answer): answer.generation
    }
  }

  /// Whether the worker is done with a request that comes in these steps.
  nonisolated func isLast(of steps: PictureSteps) -> Bool {
    if case .picture(let answer) = self {
      answer.step == .sharp || steps == .roughOnly
    } else {
      true
    }
  }

  nonisolated var thumbnailFollows: Bool {
    switch self {
    case .picture(let answer): answer.thumbnailFollows
    case .failure(let answer): answer.thumbnailFollows
    case .hello, .metadata, .thumbnail, .sheet, .unlistedCall, .cell, .needsDecoder: false
    }
  }
}
