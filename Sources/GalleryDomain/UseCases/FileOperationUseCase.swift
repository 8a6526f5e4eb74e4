/// Copies, moves, trashes and renames the user's own files, and undoes that.
public protocol FileOperationUseCase {
  /// - Parameters:
  ///   - progress: Called while it lasts.
  ///   - completion: Called once, also after `cancel()`, with what became of each group.
  /// - Returns: What stops it; the group that is being copied stays as it was.
  func execute(
    _ operation: FileOperation, on groups: [FileGroup],
    progress: @escaping (FileOperationProgress) -> Void,
    completion: @escaping (FileOperationReport) -> Void
  ) -> any Cancellable

  /// Undoes what was done, the latest first.
  ///
  /// - Parameter completion: Called once, with what is left because it could not be undone, or was not before
  ///   `cancel()`, and with the first failure.
  func undo(
    _ performed: [PerformedFileOperation],
    completion: @escaping (_ left: [PerformedFileOperation], FileOperationError?) -> Void
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
    // Steps that come faster than the screen are of no use.
    let (steps, continuation) = AsyncStream.makeStream(
      of: FileOperationProgress.self, bufferingPolicy: .bufferingNewest(1))
    let watching = MainActorTask { for await step in steps { progress(step) } }
    return MainActorTask { [repository] in
      let report = await repository.perform(operation, on: groups) { continuation.yield($0) }
      watching.cancel()
      completion(report)
    }
  }

  public func undo(
    _ performed: [PerformedFileOperation],
    completion: @escaping ([PerformedFileOperation], FileOperationError?) -> Void
  ) -> any Cancellable {
    MainActorTask {
      var left: [PerformedFileOperation] = []
      var firstError: FileOperationError?
      for operation in performed.reversed() {
        guard !Task.isCancelled else {
          left.insert(operation, at: 0)
          continue
        }
        do throws(FileOperationError) {
          _ = try await operation.undo()
        } catch {
          left.insert(operation, at: 0)
          firstError = firstError ?? error
        }
      }
      completion(left, firstError)
    }
  }
}
