import PictureProtocol

extension PictureLoader {
  /// One picture, sharp, however long it takes; before everything that screens want.
  ///
  /// Cancelling the task gives it up.
  ///
  /// - Throws: `workerDied` also when no worker can be started; `problem` says why then.
  public func picture(_ key: PictureKey) async throws(PictureFailure) -> Picture {
    let result = await result(of: .picture(key), in: .urgent)
    guard case .picture(let picture) = try result.get() else { throw .badRequest }
    return picture
  }

  /// What a file and its XMP sidecar say about a photo. Not remembered here.
  ///
  /// Cancelling the task gives it up.
  ///
  /// - Parameter details: Whether all that is worth reading is wanted (`PhotoMetadata.details`).
  /// - Throws: `workerDied` also when no worker can be started; `problem` says why then.
  public func metadata(
    of file: PictureFile, details: Bool = false, priority: MetadataPriority = .visible
  ) async throws(PictureFailure) -> PhotoMetadata {
    let result = await result(of: .metadata(file, details: details), in: priority.lane)
    guard case .metadata(let metadata) = try result.get() else { throw .badRequest }
    return metadata
  }

  /// The same with a completion, for those who give up what scrolls out of sight.
  ///
  /// - Parameter completion: Called once, on the main actor, never before this function has returned.
  public func requestMetadata(
    of file: PictureFile, priority: MetadataPriority = .visible,
    completion: @escaping (Result<PhotoMetadata, PictureFailure>) -> Void
  ) -> PictureTicket {
    let task = PictureTask.metadata(file)
    let id = wait(for: task, in: priority.lane) { result in
      switch result {
      case .success(.metadata(let metadata)): completion(.success(metadata))
      case .success: completion(.failure(.badRequest))
      case .failure(let failure): completion(.failure(failure))
      }
    }
    return PictureTicket { [weak self] in self?.stopWaiting(id, for: task) }
  }

  func result(
    of task: PictureTask, in lane: RequestLane
  ) async -> Result<TaskResult, PictureFailure> {
    if let known = knownResult(of: task) { return known }
    guard !Task.isCancelled else { return .failure(.cancelled) }
    var id: UInt64?
    let handle = CancellationHandle()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        id = wait(for: task, in: lane) { continuation.resume(returning: $0) }
        handle.begin { [weak self] in
          if let id { self?.stopWaiting(id, for: task) }
        }
      }
    } onCancel: {
      Task { @MainActor in handle.cancel() }
    }
  }

  private func wait(
    for task: PictureTask, in lane: RequestLane, complete: @escaping PendingCompletions.Completion
  ) -> UInt64 {
    let id = waiters.add(task, in: lane, complete: complete)
    if pool.isUnavailable {
      // Later, as everything else.
      Task { self.poolDidSettle() }
    } else {
      queue.add(task, to: lane)
      pool.dispatch()
    }
    return id
  }

  private func stopWaiting(_ id: UInt64, for task: PictureTask) {
    guard let (waiter, isLast) = waiters.remove(id, of: task) else { return }
    if isLast, queue.remove(task, from: waiter.lane) { cancel(task) }
    waiter.complete(.failure(.cancelled))
  }
}
