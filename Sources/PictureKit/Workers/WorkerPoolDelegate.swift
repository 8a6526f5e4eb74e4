import PictureProtocol

/// Who gives work to a pool and takes what comes of it.
protocol WorkerPoolDelegate: AnyObject {
  /// How many jobs could be taken.
  var waitingJobCount: Int { get }

  /// The next job for a worker; nil when there is none.
  ///
  /// - Parameter fillsThePipe: The worker is busy; only one that may stand behind another.
  func takeJob(fillsThePipe: Bool) -> WorkerJob?

  /// What came of a job; after one that is not `isLast` more follows.
  ///
  /// - Parameter wasCancelled: Nobody waits for it any more.
  /// - Returns: False when the answer is not one to this job; the worker is ended then.
  func job(_ job: WorkerJob, cameTo outcome: JobOutcome, wasCancelled: Bool) -> Bool

  /// Everything that happened in this wake was told.
  func poolDidSettle()
}

/// What came of a job.
nonisolated enum JobOutcome: Sendable {
  case answered(WorkerAnswer, stamp: PictureFileStamp?)
  /// The file is what it was.
  case unchanged
  /// It failed on our side: the file, the time, or the worker's end.
  case failed(PictureFailure)
  /// The worker ended through no fault of this job; give it to another one.
  case returned
}
