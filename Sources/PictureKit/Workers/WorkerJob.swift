import PictureProtocol

/// What a worker is asked to do.
nonisolated enum PictureTask: Hashable, Sendable {
  case picture(PictureKey)
  /// What can be had of a picture in a few milliseconds: a cached thumbnail, an embedded one.
  case rough(PictureKey)
  /// What rows show of a file, or all that is worth reading.
  case metadata(PictureFile, details: Bool = false)

  var file: PictureFile {
    switch self {
    case .picture(let key), .rough(let key): key.file
    case .metadata(let file, _): file
    }
  }

  /// The picture that it is about.
  var key: PictureKey? {
    switch self {
    case .picture(let key), .rough(let key): key
    case .metadata: nil
    }
  }

  /// How long a worker may take for it. The worker ends itself at its limit of CPU time; this one is for
  /// those that hang without using any.
  var timeLimit: Duration {
    switch self {
    case .picture(let key):
      max(key.target.pixelWidth, key.target.pixelHeight) <= 512 ? .seconds(10) : .seconds(30)
    case .rough, .metadata: .seconds(10)
    }
  }
}

/// One attempt at a task by one worker.
nonisolated struct WorkerJob: Hashable, Sendable {
  /// Unique among the jobs that are not done.
  var id: UInt32
  var generation: UInt32
  var task: PictureTask
  /// The state of the file that a picture is there of already; if it is that still, nothing is sent.
  var knownStamp: PictureFileStamp?
  /// Whether it is tried although the thumbnail cache says that it failed.
  var ignoresNotedFailure = false
  /// How a picture comes.
  var steps = PictureSteps.roughThenSharp
  /// Whether it is a picture that a worker has found to be large; only one such job runs at a time.
  var allowsLarge = false

  /// How long a worker may take for it.
  var timeLimit: Duration { allowsLarge ? Self.largeTimeLimit : task.timeLimit }

  /// A gigapixel takes some seconds of CPU, of which a worker allows itself 60.
  private static let largeTimeLimit = Duration.seconds(90)
}

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
