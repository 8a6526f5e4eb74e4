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
}
