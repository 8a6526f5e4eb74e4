import GalleryDomain

/// An operation on the files of photos (copying, moving, the trash, a new name, an orientation), or its undo.
struct FileEdit {
  let operation: FileOperation
  let useCase: any FileOperationUseCase
  /// Called with each photo whose file has been rotated.
  let rotationSaved: (Photo, Rotation) -> Void
  /// The operation to undo; nil for the operation itself.
  var performed: [Photo.ID: PerformedFileOperation]?

  var isUndo: Bool { performed != nil }
  /// As in `Can't copy`.
  var words: EditWords { FileOperationText.words(operation) }

  /// Whether its photos' files are no longer where they were.
  var takesPhotosAway: Bool {
    switch operation {
    case .copy, .rotate: false
    case .move, .trash, .rename: !isUndo
    }
  }

  /// Performs it on all photos in one go.
  ///
  /// - Parameters:
  ///   - progress: Called with how many photos are done, and with the part that is, 0–1, if that is known better than by the photos.
  ///   - completion: Called once, also after it was cancelled, maybe before the call returns.
  /// - Returns: What stops it; nil if it ends by itself.
  func perform(
    on photos: [Photo], progress: @escaping (_ doneCount: Int, _ fraction: Double?) -> Void,
    completion: @escaping (FileEditReport) -> Void
  ) -> (any Cancellable)? {
    if let performed {
      // The use case begins with the latest, as do the photos here.
      return useCase.undo(
        photos.reversed().compactMap { performed[$0.id] },
        progress: { progress($0, nil) },
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
          step.groupsDone,
          step.byteCount > 0 ? min(1, Double(step.bytesDone) / Double(step.byteCount)) : nil)
      },
      completion: { completion(report($0, photos)) })
  }

  private func report(_ report: FileOperationReport, _ photos: [Photo]) -> FileEditReport {
    var performed: [Photo.ID: PerformedFileOperation] = [:]
    var taken: [Photo] = []
    let outcomes = zip(photos, report.outcomes).map { photo, outcome -> FileEditReport.Outcome in
      switch outcome {
      case .success(let done):
        performed[photo.id] = done
        if case .rotate(let rotations) = operation,
          let rotation = photo.file.flatMap({ rotations[$0] })
        {
          rotationSaved(photo, rotation)
        }
        return .done
      case .failure(.nameTaken) where !operation.isRename:
        taken.append(photo)
        return .postponed
      case .failure(.cancelled): return .cancelled
      case .failure(let error): return .failed(FileOperationText.message(error))
      }
    }
    var undo = self
    undo.performed = performed
    return FileEditReport(
      outcomes: outcomes, undo: undo,
      remark: FileOperationText.leftBehind(report.leftBehind), offer: numbering(taken))
  }

  private static func report(
    _ report: FileUndoReport, _ photos: [Photo], _ performed: [Photo.ID: PerformedFileOperation]
  ) -> FileEditReport {
    let left = Set(report.left.map(\.files))
    var failureCount = 0
    let outcomes = photos.map { photo -> FileEditReport.Outcome in
      guard let files = performed[photo.id]?.files, left.contains(files) else {
        return .done
      }
      guard let error = report.firstError, failureCount < report.failureCount else {
        return .cancelled
      }
      failureCount += 1
      return .failed(FileOperationText.message(error))
    }
    return FileEditReport(
      outcomes: outcomes, remark: FileOperationText.leftBehind(report.leftBehind))
  }

  /// A rename says which name is taken; for several photos the user need not type other names.
  private func numbering(_ photos: [Photo]) -> FileEditReport.Offer? {
    let numbered: FileOperation
    switch operation {
    case .copy(let folder, .refuse): numbered = .copy(to: folder, whenTaken: .number)
    case .move(let folder, .refuse): numbered = .move(to: folder, whenTaken: .number)
    default: return nil
    }
    guard !photos.isEmpty else { return nil }
    return FileEditReport.Offer(
      title: FileOperationText.taken(photos), message: FileOperationText.numbering,
      edit: FileEdit(operation: numbered, useCase: useCase, rotationSaved: rotationSaved),
      photos: photos)
  }

  // MARK: Its words

  /// What the bar says while it runs.
  var barLabel: String { isUndo ? "undoing" : FileOperationText.label(operation) }

  /// `Copied 12 photos to prints`; without a word about undo.
  func done(_ photos: [Photo], of total: Int) -> String {
    FileOperationText.done(operation, photos.count, of: total)
  }

  /// See `PhotoEdit.undoing(_:)`.
  func undoing(_ photos: [Photo]) -> String { FileOperationText.undo(operation, photos.count) }
}

/// What a `FileEdit` has done.
struct FileEditReport {
  enum Outcome {
    case done
    /// Nothing was done, and something else is offered instead.
    case postponed
    case cancelled
    /// Why, in words.
    case failed(String)
  }

  /// Something else that can be done.
  struct Offer {
    let title: String
    let message: String
    let edit: FileEdit
    let photos: [Photo]
  }

  /// In the order of the photos.
  var outcomes: [Outcome]
  /// Undoes what was done; nil of an undo.
  var undo: FileEdit?
  /// What else the user should know.
  var remark: String?
  var offer: Offer?
}

extension FileOperation {
  fileprivate var isRename: Bool { if case .rename = self { true } else { false } }
}
