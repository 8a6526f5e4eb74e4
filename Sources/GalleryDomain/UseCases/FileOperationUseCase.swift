/// Copies, moves, trashes and renames the user's own files, and undoes these operations.
public protocol FileOperationUseCase {
  /// - Parameters:
  ///   - operation: What is done with each group.
  ///   - groups: Photos, each with its companions and sidecars.
  ///   - progress: Called during the operation.
  ///   - completion: Called once, also after `cancel()`, with the result for each group.
  /// - Returns: A token that stops it; the group that is being copied stays as it was.
  func execute(
    _ operation: FileOperation, on groups: [FileGroup],
    progress: @escaping (FileOperationProgress) -> Void,
    completion: @escaping (FileOperationReport) -> Void
  ) -> any Cancellable

  /// Undoes operations, the latest first.
  ///
  /// - Parameters:
  ///   - performed: As the reports had them, in the order in which they were done.
  ///   - progress: Called while it lasts with the number of groups that are done.
  ///   - completion: Called once, also after `cancel()`.
  func undo(
    _ performed: [PerformedFileOperation], progress: @escaping (Int) -> Void,
    completion: @escaping (FileOperationReport) -> Void
  ) -> any Cancellable
}

@MainActor
public final class DefaultFileOperationUseCase: FileOperationUseCase {
  private let repository: any FileOperationRepository

  public init(repository: any FileOperationRepository) {
    self.repository = repository
  }

  public func execute(
    _ operation: FileOperation, on groups: [FileGroup],
    progress: @escaping (FileOperationProgress) -> Void,
    completion: @escaping (FileOperationReport) -> Void
  ) -> any Cancellable {
    work(progress, completion) { [repository] step in
      await repository.perform(operation, on: groups, progress: step)
    }
  }

  public func undo(
    _ performed: [PerformedFileOperation], progress: @escaping (Int) -> Void,
    completion: @escaping (FileOperationReport) -> Void
  ) -> any Cancellable {
    work(progress, completion) { [repository] step in
      await repository.undo(performed, progress: step)
    }
  }

  private func work<Step: Sendable, Report>(
    _ progress: @escaping (Step) -> Void, _ completion: @escaping (Report) -> Void,
    _ perform: @escaping (@escaping @Sendable (Step) -> Void) async -> Report
  ) -> any Cancellable {
    // Steps that come faster than the screen are of no use.
    let (steps, continuation) = AsyncStream.makeStream(
      of: Step.self, bufferingPolicy: .bufferingNewest(1))
    let watching = MainActorTask { for await step in steps { progress(step) } }
    return MainActorTask {
      let report = await perform { continuation.yield($0) }
      watching.cancel()
      completion(report)
    }
  }
}
