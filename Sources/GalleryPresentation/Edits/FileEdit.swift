import GalleryDomain

/// An operation on the files of photos (copying, moving, the trash, a new name, an orientation), or its undo.
struct FileEdit {
  let operation: FileOperation
  let useCase: any FileOperationUseCase
  /// The user's home folder, which is shown as `~`.
  let home: String?
  /// Called with each photo whose file has been rotated.
  let rotationSaved: (Photo, Rotation) -> Void
  /// Called when it has been undone.
  let undone: () -> Void
  /// The operation to undo; nil for the operation itself.
  var performed: [Photo.ID: PerformedFileOperation]?
  /// Called with what would become of the photos; nil unless it is a trial, which does nothing else.
  var tried: ((FileOperationReport) -> Void)?

  var isUndo: Bool { performed != nil }
  /// As in `Can't copy`.
  var words: EditWords { FileOperationText.words(operation) }

  /// Whether its photos' files are no longer where they were.
  var takesPhotosAway: Bool { !isUndo && movesFiles }
  /// Whether they are there again.
  var bringsPhotosBack: Bool { isUndo && movesFiles }

  private var movesFiles: Bool {
    switch operation {
    case .copy, .rotate: false
    case .move, .trash, .rename: true
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
        completion: {
          undone()
          completion(report($0, photos))
        })
    }
    return useCase.execute(
      operation,
      on: photos.compactMap(Self.group),
      progress: { step in
        // By bytes if one photo is large: the bar moves.
        progress(
          step.groupsDone,
          step.byteCount > 0 ? min(1, Double(step.bytesDone) / Double(step.byteCount)) : nil)
      },
      completion: { report in
        completion(tried == nil ? self.report(report, photos) : FileEditReport())
        tried?(report)
      })
  }

  static func group(_ photo: Photo) -> FileGroup? {
    photo.file.map { FileGroup(main: $0, companions: photo.companions) }
  }

  private func report(_ report: FileOperationReport, _ photos: [Photo]) -> FileEditReport {
    var result = FileEditReport(remark: FileOperationText.leftBehind(report.leftBehind))
    var performed: [Photo.ID: PerformedFileOperation] = [:]
    for (photo, outcome) in zip(photos, isUndo ? report.outcomes.reversed() : report.outcomes) {
      switch outcome {
      case .success where isUndo: result.done.append(photo)
      case .success(let done):
        performed[photo.id] = done
        result.done.append(photo)
        switch operation {
        case .rename: result.renamed[photo.id] = Self.id(of: photo, at: done.files)
        case .copy, .move:
          // A photo that is there already may get what belongs to it.
          guard let former = photo.file, let file = done.files.first else { break }
          let stem = FilePath.stem(FilePath.lastComponent(former.path)[...])
          let name = FilePath.lastComponent(file.path)
          if !name.elementsEqual(stem), !name.starts(with: stem + [UInt8(ascii: ".")]) {
            result.numberedCount += 1
          }
        case .rotate(let rotations):
          if let rotation = photo.file.flatMap({ rotations[$0] }) { rotationSaved(photo, rotation) }
        case .trash: break
        }
      case .failure(.cancelled): break
      case .failure(let error): result.failed.append((photo, FileOperationText.message(error)))
      }
    }
    guard !isUndo else { return result }
    var undo = self
    undo.performed = performed
    result.undo = undo
    return result
  }

  /// The id of a photo under its new name, as it will be when its folder is read again: of most photos that is their path. nil
  /// if it isn't.
  private static func id(of photo: Photo, at files: [FileReference]) -> Photo.ID? {
    guard let old = photo.file.map({ FilePath.lastComponent($0.path) }), let new = files.first,
      photo.id.utf8.suffix(old.count).elementsEqual(old)
    else { return nil }
    return String(
      decoding: photo.id.utf8.dropLast(old.count) + FilePath.lastComponent(new.path),
      as: UTF8.self)
  }

  // MARK: Its words

  /// What the bar says while it runs.
  var barLabel: String { isUndo ? "undoing" : tried == nil ? words.gerund : "checking names" }

  /// `Copied 12 photos to prints`; without a word about undo.
  func done(_ report: FileEditReport, of total: Int) -> String {
    FileOperationText.done(
      operation, report.done.count, of: total, numberedCount: report.numberedCount, home: home)
  }
}

/// What a `FileEdit` has done. Photos in neither list were left alone: the user stopped it.
struct FileEditReport {
  var done: [Photo] = []
  /// The new ids of those of them that have another name now.
  var renamed: [Photo.ID: Photo.ID] = [:]
  /// How many got a number, because their names were taken.
  var numberedCount = 0
  var failed: [(photo: Photo, reason: String)] = []
  /// Undoes what was done; nil of an undo.
  var undo: FileEdit?
  /// What else the user should know.
  var remark: String?
}
