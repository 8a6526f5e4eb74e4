/// Copies, moves, trashes and renames the user's own files, and undoes these operations.
public protocol FileOperationUseCase {
  /// - Parameters:
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
  /// - Parameter completion: Called once, also after `cancel()`.
  func undo(
    _ performed: [PerformedFileOperation], completion: @escaping (FileUndoReport) -> Void
  ) -> any Cancellable
}

/// The result of an undo.
public struct FileUndoReport: Sendable {
  /// What could not be undone, or was not undone before it was stopped, in the order in which it was done.
  public var left: [PerformedFileOperation]
  public var firstError: FileOperationError?
  /// As in `FileOperationReport`, after the last group.
  public var leftBehind: [FileReference]

  public init(
    left: [PerformedFileOperation] = [], firstError: FileOperationError? = nil,
    leftBehind: [FileReference] = []
  ) {
    self.left = left
    self.firstError = firstError
    self.leftBehind = leftBehind
  }
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
    // Progress faster than the screen is of no use.
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
    _ performed: [PerformedFileOperation], completion: @escaping (FileUndoReport) -> Void
  ) -> any Cancellable {
    MainActorTask {
      var report = FileUndoReport()
      for operation in performed.reversed() {
        guard !Task.isCancelled else {
          report.left.insert(operation, at: 0)
          continue
        }
        do throws(FileOperationError) {
          let undone = try await operation.undo()
          // Files that an earlier group left behind in the same folders may have been removed with this one.
          let folders = Set(
            (operation.files + undone.files).map { FilePath.directory(of: $0.path) })
          report.leftBehind.removeAll { folders.contains(FilePath.directory(of: $0.path)) }
          report.leftBehind += undone.leftBehind
        } catch {
          report.left.insert(operation, at: 0)
          report.firstError = report.firstError ?? error
        }
      }
      completion(report)
    }
  }
}
