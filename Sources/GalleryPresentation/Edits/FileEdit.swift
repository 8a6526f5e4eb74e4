import GalleryDomain

/// An operation on the files of photos (copying, moving, the trash, a new name, an orientation), or its undo.
struct FileEdit: PhotoEdit {
  static let kind = EditKind(name: "files")

  let operation: FileOperation
  let useCase: any FileOperationUseCase
  /// Called with each photo whose file has been rotated.
  let rotationSaved: (Photo, Rotation) -> Void
  /// The operation to undo; nil for the operation itself.
  var performed: [Photo.ID: PerformedFileOperation]?

  var kind: EditKind { Self.kind }
  var takesAllPhotos: Bool { true }
  var changesFiles: Bool { true }
  var words: EditWords { FileOperationText.words(operation) }

  var takesPhotosAway: Bool {
    switch operation {
    case .copy, .rotate: false
    case .move, .trash, .rename: performed == nil
    }
  }

  func perform(
    on targets: [EditTarget], progress: @escaping (EditProgress) -> Void,
    completion: @escaping (EditReport) -> Void
  ) -> (any Cancellable)? {
    let photos = targets.map(\.photo)
    if let performed {
      // The use case begins with the latest, as do the photos here.
      return useCase.undo(
        photos.reversed().compactMap { performed[$0.id] },
        progress: { progress(EditProgress(doneCount: $0)) },
        completion: { completion(Self.report($0, photos, performed)) })
    }
    return useCase.execute(
      operation,
      on: photos.compactMap { photo in
        photo.file.map { FileGroup(main: $0, companions: photo.companions) }
      },
      progress: { step in
        // By bytes if one photo is large: the bar moves.
        progress(
          EditProgress(
            doneCount: step.groupsDone,
            fraction: step.byteCount > 0
              ? min(1, Double(step.bytesDone) / Double(step.byteCount)) : nil))
      },
      completion: { completion(report($0, photos)) })
  }

  private func report(_ report: FileOperationReport, _ photos: [Photo]) -> EditReport {
    var performed: [Photo.ID: PerformedFileOperation] = [:]
    var taken: [Photo] = []
    let outcomes = zip(photos, report.outcomes).map { photo, outcome -> EditReport.Outcome in
      switch outcome {
      case .success(let done):
        performed[photo.id] = done
        if case .rotate(let rotations) = operation,
          let rotation = photo.file.flatMap({ rotations[$0] })
        {
          rotationSaved(photo, rotation)
        }
        return .done(photo)
      case .failure(.nameTaken) where !operation.isRename:
        taken.append(photo)
        return .postponed
      case .failure(.cancelled): return .cancelled
      case .failure(let error): return .failed(reason: FileOperationText.message(error))
      }
    }
    var undo = self
    undo.performed = performed
    return EditReport(
      outcomes: outcomes, undo: undo,
      remark: FileOperationText.leftBehind(report.leftBehind), offer: numbering(taken))
  }

  private static func report(
    _ report: FileUndoReport, _ photos: [Photo], _ performed: [Photo.ID: PerformedFileOperation]
  ) -> EditReport {
    let left = Set(report.left.map(\.files))
    var failureCount = 0
    let outcomes = photos.map { photo -> EditReport.Outcome in
      guard let files = performed[photo.id]?.files, left.contains(files) else {
        return .done(photo)
      }
      guard let error = report.firstError, failureCount < report.failureCount else {
        return .cancelled
      }
      failureCount += 1
      return .failed(reason: FileOperationText.message(error))
    }
    return EditReport(
      outcomes: outcomes, remark: FileOperationText.leftBehind(report.leftBehind))
  }

  /// A rename says which name is taken; for several photos the user need not type other names.
  private func numbering(_ photos: [Photo]) -> EditReport.Offer? {
    let numbered: FileOperation
    switch operation {
    case .copy(let folder, .refuse): numbered = .copy(to: folder, whenTaken: .number)
    case .move(let folder, .refuse): numbered = .move(to: folder, whenTaken: .number)
    default: return nil
    }
    guard !photos.isEmpty else { return nil }
    return EditReport.Offer(
      title: FileOperationText.taken(photos), message: FileOperationText.numbering,
      edit: FileEdit(operation: numbered, useCase: useCase, rotationSaved: rotationSaved),
      photos: photos)
  }

  func barLabel(count: Int) -> String? { FileOperationText.label(operation) }

  func done(_ photos: [Photo], of total: Int, isStopped: Bool) -> String {
    FileOperationText.done(operation, photos.count, of: total)
  }

  func undoing(_ photos: [Photo]) -> String { FileOperationText.undo(operation, photos.count) }
}

extension FileOperation {
  fileprivate var isRename: Bool { if case .rename = self { true } else { false } }
}
