import GalleryDomain

/// Operations that end on the test's command.
public final class ScriptedFiles: FileOperationUseCase {
  public let prints = FileReference(path: "/pictures/prints") ?? .root
  public let paths = ScriptedPaths()
  public private(set) var operations: [(FileOperation, [FileGroup])] = []
  public private(set) var isCancelled = false
  public private(set) var isUndoCancelled = false
  private var undoProgress: ((Int) -> Void)?
  private var progress: ((FileOperationProgress) -> Void)?
  private var completion: ((FileOperationReport) -> Void)?
  private var undoing: ([PerformedFileOperation], (FileOperationReport) -> Void)?

  public init() {}

  private final class Work: Cancellable {
    private let cancelled: () -> Void

    init(_ cancelled: @escaping () -> Void) { self.cancelled = cancelled }
    func cancel() { cancelled() }
  }

  public func execute(
    _ operation: FileOperation, on groups: [FileGroup],
    progress: @escaping (FileOperationProgress) -> Void,
    completion: @escaping (FileOperationReport) -> Void
  ) -> any Cancellable {
    operations.append((operation, groups))
    (self.progress, self.completion) = (progress, completion)
    return Work { [weak self] in self?.isCancelled = true }
  }

  public func undo(
    _ performed: [PerformedFileOperation], progress: @escaping (Int) -> Void,
    completion: @escaping (FileOperationReport) -> Void
  ) -> any Cancellable {
    undoing = (performed, completion)
    undoProgress = progress
    return Work { [weak self] in self?.isUndoCancelled = true }
  }

  /// - Parameter count: How many are undone.
  public func advanceUndo(_ count: Int) { undoProgress?(count) }

  public func advance(_ step: FileOperationProgress) { progress?(step) }

  /// - Parameter outcome: The result for the group with an index; nil for success.
  public func finish(
    leftBehind: [FileReference] = [],
    _ outcome: (Int) -> Result<PerformedFileOperation, FileOperationError>? = { _ in nil }
  ) {
    let groups = operations.last?.1 ?? []
    completion?(
      FileOperationReport(
        outcomes: groups.enumerated().map { index, group in
          outcome(index)
            ?? .success(PerformedFileOperation(files: [group.main], record: ()))
        }, leftBehind: leftBehind))
  }

  /// - Parameters:
  ///   - count: How many of them could not be undone.
  ///   - error: Why not; nil if the user stopped it.
  public func finishUndo(
    left count: Int, _ error: FileOperationError? = nil, leftBehind: [FileReference] = []
  ) {
    guard let (performed, completion) = undoing else { return }
    let doneCount = performed.count - count
    completion(
      FileOperationReport(
        outcomes: performed.enumerated().map { index, operation in
          index < doneCount ? .success(operation) : .failure(error ?? .cancelled)
        }, leftBehind: leftBehind))
  }
}

public final class ScriptedPaths: FolderPaths {
  public var created: [String] { box.value }
  private let box = Box<[String]>([])
  public var removed: [String] { removedBox.value }
  private let removedBox = Box<[String]>([])

  public func target(_ text: String) -> FolderTarget {
    switch text {
    case "": .fault("enter a folder")
    case "prints": .folder(FileReference(path: "/pictures/prints") ?? .root)
    case "new": .new(FileReference(path: "/pictures/new") ?? .root)
    default: .fault("no such folder")
    }
  }

  public func completions(of text: String) -> [String] { text == "pr" ? ["prints/"] : [] }

  public func isTaken(_ name: String, beside file: FileReference) -> Bool { name == "taken.jpg" }

  public func create(_ folder: FileReference) throws(FileOperationError) {
    box.value.append(String(decoding: folder.path, as: UTF8.self))
  }

  public func removeIfEmpty(_ folder: FileReference) {
    removedBox.value.append(String(decoding: folder.path, as: UTF8.self))
  }
}

/// Tests use a single thread.
private final class Box<Value>: @unchecked Sendable {
  var value: Value
  init(_ value: Value) { self.value = value }
}

extension FileReference {
  fileprivate static let root = FileReference(path: "/")!
}
