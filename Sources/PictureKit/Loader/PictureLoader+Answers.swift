import PictureProtocol

extension PictureLoader: WorkerPoolDelegate {
  var waitingJobCount: Int { queue.waitingCount }

  func takeJob(fillsThePipe: Bool) -> WorkerJob? {
    guard let task = queue.take(fillsThePipe: fillsThePipe) else { return nil }
    lastJobID &+= 1
    jobIDs[task] = lastJobID
    var job = WorkerJob(id: lastJobID, generation: generation, task: task)
    job.ignoresNotedFailure = failures.doubted.contains(task.file)
    switch task {
    case .picture(let key):
      job.knownStamp = cache.item(for: key)?.stamp
      // A rough picture that is wanted has a request of its own, and one ahead of the screen is for nobody.
      // What goes through a line comes half as large first, unless there is a rough picture already.
      if key.isForLine, visibleSet.contains(key), roughMemory.picture(of: key) == nil {
        job.steps = .halfThenSharp
      } else if roughFirst {
        job.steps = .sharp
      }
    case .rough: job.steps = .roughOnly
    case .metadata: break
    }
    return job
  }

  func job(_ job: WorkerJob, cameTo outcome: JobOutcome, wasCancelled: Bool) -> Bool {
    if !wasCancelled, isLast(outcome, of: job) { jobIDs[job.task] = nil }
    switch outcome {
    case .returned:
      if !wasCancelled { queue.putBack(job.task) }
    case .unchanged:
      if !wasCancelled { finishUnchanged(job) }
    case .failed(let failure):
      if !wasCancelled { fail(job.task, failure) }
    case .answered(.failure(let answer), _):
      // Only what was cancelled is given up.
      if wasCancelled { return true }
      if answer.failure == .cancelled { return false }
      fail(job.task, answer.failure)
    case .answered(.metadata(let answer), _):
      guard case .metadata = job.task else { return false }
      if !wasCancelled { complete(job.task, .success(.metadata(answer.metadata))) }
    case .answered(.picture(let answer), let stamp):
      guard let key = job.task.key else { return false }
      return receive(answer, for: key, job: job, stamp: stamp, wasCancelled: wasCancelled)
    case .answered(.hello, _), .answered(.thumbnail, _), .answered(.sheet, _),
      .answered(.unlistedCall, _), .answered(.cell, _), .answered(.needsDecoder, _):
      return false
    }
    return true
  }

  func poolDidSettle() {
    if pool.isUnavailable {
      for task in waiters.tasks { complete(task, .failure(.workerDied)) }
      hasChanged = true
    }
    guard hasChanged else { return }
    hasChanged = false
    onChange?()
  }

  private func isLast(_ outcome: JobOutcome, of job: WorkerJob) -> Bool {
    if case .answered(let answer, _) = outcome { answer.isLast(of: job.steps) } else { true }
  }

  private func fail(_ task: PictureTask, _ failure: PictureFailure) {
    if case .rough(let key) = task, !failure.concernsPicture {
      roughMemory.noteMissing(key)
      return queue.finish(task)
    }
    guard let key = task.key else { return complete(task, .failure(failure)) }
    failures.remember(failure, for: key)
    cache.remove(key)
    queue.finish(task)
    cancel(.picture(key))
    complete(.picture(key), .failure(failure))
  }

  /// The file is the one that the picture was made of.
  private func finishUnchanged(_ job: WorkerJob) {
    guard case .picture(let key) = job.task else { return }
    guard let item = cache.item(for: key) else {
      // It went from memory meanwhile.
      return queue.putBack(job.task)
    }
    cache.markFresh(key)
    complete(job.task, .success(.picture(item.picture)))
  }

  /// - Returns: Whether it is a picture that was asked for.
  private func receive(
    _ answer: PictureAnswer, for key: PictureKey, job: WorkerJob, stamp: PictureFileStamp?,
    wasCancelled: Bool
  ) -> Bool {
    lastPictureID &+= 1
    guard let picture = Picture(id: lastPictureID, answer: answer, for: key) else { return false }
    guard picture.isSharp else {
      guard !wasCancelled else { return true }
      // A rough picture may have come after half of the picture was asked for: the first one stands.
      let isLate = job.steps == .halfThenSharp && roughMemory.picture(of: key) != nil
      if cache.item(for: key) == nil, !isLate {
        roughMemory.insert(picture, for: key)
        if visibleSet.contains(key) { hasChanged = true }
      }
      if job.task == .rough(key) { queue.finish(job.task) }
      return true
    }
    // One that was cancelled too late is as good as any, but for one from before a refresh.
    guard job.generation == generation else { return true }
    // What goes into a file is for nobody's screen, and would push out what is.
    if key.output != .jpeg {
      cache.insert(PictureCache.Item(picture: picture, stamp: stamp), for: key)
      recentSizes.note(key)
    }
    failures.noteSuccess(of: key.file)
    queue.finish(job.task)
    // Another attempt may be under way; it is not needed any more.
    cancel(.picture(key))
    complete(.picture(key), .success(.picture(picture)))
    return true
  }
}

extension PictureFailure {
  /// Whether there will be no picture either when there is no rough picture.
  fileprivate nonisolated var concernsPicture: Bool {
    switch self {
    case .noRough, .timedOut, .workerDied, .outOfMemory, .unsupportedOutput: false
    default: true
    }
  }
}
