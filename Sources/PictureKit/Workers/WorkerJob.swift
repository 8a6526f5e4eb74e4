import PictureProtocol

/// A task for a worker.
nonisolated enum PictureTask: Hashable, Sendable {
  case picture(PictureKey)
  /// A preview that takes a few milliseconds: a cached thumbnail, or an embedded one.
  case rough(PictureKey)
  /// The metadata that rows show, or all that is worth reading.
  case metadata(PictureFile, details: Bool = false)

  var file: PictureFile {
    switch self {
    case .picture(let key), .rough(let key): key.file
    case .metadata(let file, _): file
    }
  }

  /// The picture that the task is for.
  var key: PictureKey? {
    switch self {
    case .picture(let key), .rough(let key): key
    case .metadata: nil
    }
  }

  /// How long a worker may take. A worker ends itself at its limit of CPU time; this limit is for workers that hang
  /// without using CPU. Beside twenty busy processes a photo of 33 megapixels takes over ten seconds, however small it is shown.
  var timeLimit: Duration {
    switch self {
    case .picture: .seconds(30)
    case .rough, .metadata: .seconds(10)
    }
  }
}

/// One attempt at a task by one worker.
nonisolated struct WorkerJob: Hashable, Sendable {
  /// Unique among unfinished jobs.
  var id: UInt32
  var task: PictureTask
  /// The state of the file that the existing picture was made from; if it is the same, nothing is sent.
  var knownStamp: PictureFileStamp?
  /// Whether to try even if the thumbnail cache has a failure record.
  var ignoresNotedFailure = false
  /// The steps in which a picture is delivered.
  var steps = PictureSteps.sharp
  /// Whether a worker has found the picture to be large; only one such job runs at a time.
  var allowsLarge = false

  /// Whether nothing may wait behind it in its worker: it takes long, and others are free.
  var isAlone = false

  /// How long a worker may take.
  var timeLimit: Duration { allowsLarge ? Self.largeTimeLimit : task.timeLimit }

  /// A gigapixel takes several seconds of CPU time; a worker allows itself 60.
  private static let largeTimeLimit = Duration.seconds(90)
}

/// What came of a job.
nonisolated enum JobOutcome: Sendable {
  /// With the state of the file that it was made from.
  case picture(PictureAnswer, stamp: PictureFileStamp)
  case metadata(PhotoMetadata)
  /// The worker says that it can't.
  case refused(PictureFailure)
  /// The file has not changed (`WorkerJob.knownStamp`), so nothing was sent to the worker.
  case unchanged
  /// It failed on our side: the file, the time limit, or the worker's end.
  case failed(PictureFailure)
  /// The worker ended through no fault of this job; give the job to another one.
  case returned

  /// Whether a worker has answered.
  var isOfWorker: Bool {
    switch self {
    case .picture, .metadata, .refused: true
    case .unchanged, .failed, .returned: false
    }
  }

  /// Whether nothing follows for a job that is delivered in these steps.
  func isLast(of steps: PictureSteps) -> Bool {
    guard case .picture(let answer, _) = self else { return true }
    return answer.step == .sharp || steps.endsWithRough
  }
}
