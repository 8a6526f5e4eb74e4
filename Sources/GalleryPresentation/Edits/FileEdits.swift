import GalleryDomain

/// Asks for what copies, moves, the trash, new names and saved rotations need, and starts them.
///
/// Nothing is overwritten: if names are taken, the photos get a number, and the notice says how many. Bound to no actor and
/// not `Sendable`, like all view models.
public final class FileEdits {
  /// Emits with each photo whose file has been rotated, before the runner says that files have changed.
  public var rotationSavedClosure: ((Photo, Rotation) -> Void)?
  /// Lets the user change a text in a program of their own; returns when that has ended.
  public typealias TextEditing = (_ text: [UInt8]) -> Result<[UInt8], Complaint>
  public var editTextClosure: TextEditing?

  let useCase: (any FileOperationUseCase)?
  private let paths: any FolderPaths
  private let home: String?
  private let rotations: PhotoRotations
  let runner: EditRunner
  /// The folders that were typed in this run, the latest first.
  private var formerFolders: [String] = []
  /// The templates for names that were typed, the latest first.
  var formerTemplates: [String] = []

  private static let formerLimit = 20

  /// - Parameters:
  ///   - useCase: nil if the source's photos are not the user's own files.
  ///   - home: The user's home folder, which is shown as `~`.
  ///   - rotations: How photos are rotated on the screen.
  public init(
    useCase: (any FileOperationUseCase)?, paths: any FolderPaths, home: String? = nil,
    rotations: PhotoRotations = PhotoRotations(), runner: EditRunner
  ) {
    self.useCase = useCase
    self.paths = paths
    self.home = home
    self.rotations = rotations
    self.runner = runner
  }
}

// MARK: Inputs

extension FileEdits {
  /// Whether the source's photos are not the user's own files; the inputs then only say why.
  public var isRefused: Bool { useCase == nil }

  /// Call when the user copies photos; then asks for the folder, even while the photos are still loading.
  public func copyPressed(_ photos: PhotoGathering) {
    askForFolder(photos, "Copy") { .copy(to: $0) }
  }

  /// Call when the user moves photos; as for copies.
  public func movePressed(_ photos: PhotoGathering) {
    askForFolder(photos, "Move") { .move(to: $0) }
  }

  /// Call when the user moves photos to the trash; asks first.
  public func trashPressed(_ photos: PhotoGathering) {
    guard mayAsk(about: photos) else { return }
    confirm(FileOperationText.trashes(photos), FileOperationText.trashing(photos)) { [weak self] in
      photos.whenGathered { self?.run(.trash, on: $0) }
    }
  }

  /// Call when the user renames photos; then asks for the name, or for a template of the names.
  ///
  /// - Parameters:
  ///   - gather: Gathers them, also when other names are asked for.
  ///   - ordered: Brings photos into the order of the list, in which they are numbered.
  public func renamePressed(
    _ gather: @escaping () -> PhotoGathering,
    ordered: @escaping ([Photo]) -> [Photo] = { $0 }
  ) {
    let photos = gather()
    guard photos.count == 1 else { return askForNames(of: photos, gather, ordered: ordered) }
    guard mayAsk(about: photos) else { return }
    // The fault is looked for in every frame, and a disk may be slow.
    var asked: (name: String, isTaken: Bool)?
    runner.askClosure?(
      TextQuestion(
        title: "Rename \(FileOperationText.subject(photos))", prompt: "Name: ",
        text: Self.editableName(photos.photos), cursor: { FileOperationText.stem($0).count },
        fault: { [paths] in
          let file = photos.photos.first?.file
          let name = FileOperationText.name(
            $0, insteadOf: file.map(FileOperationText.fileName) ?? "")
          if let fault = FileOperationText.fault(ofName: Array(name.utf8)) { return fault }
          if asked?.name != name {
            asked = (name, file.map { paths.isTaken(name, beside: $0) } ?? false)
          }
          return asked?.isTaken == true ? "name taken" : nil
        },
        completions: { _ in [] },
        answer: { [weak self] name in photos.whenGathered { self?.rename($0, to: name) } }))
  }

  /// Call when the user writes into photos how they are rotated on the screen; asks first.
  public func saveRotationPressed(_ photos: PhotoGathering) {
    guard runner.hasAny(photos) else { return }
    let rotated = { [rotations] in photos.photos.filter { rotations.rotation(of: $0.id) != .none } }
    guard !photos.isGathered || !rotated().isEmpty else {
      runner.showNoticeClosure?(FileOperationText.notRotated(photos.photos))
      return
    }
    guard mayEdit(rotated(), notOwn: FileOperationText.rotationNotOwn) else { return }
    confirm(
      FileOperationText.savesRotation(
        rotated(), hiddenCount: photos.hiddenCount(of: rotated())),
      FileOperationText.savingRotation
    ) { [weak self] in
      photos.whenGathered { _ in self?.saveRotations(of: rotated()) }
    }
  }
}

extension FileEdits {
  func mayEdit(
    _ photos: [Photo], notOwn: String = FileOperationText.notOwn
  ) -> Bool {
    guard useCase != nil, photos.allSatisfy({ $0.file != nil }) else {
      runner.showNoticeClosure?(notOwn)
      return false
    }
    guard !runner.isBusyWithFiles else {
      runner.showNoticeClosure?("Still busy with other files")
      return false
    }
    return true
  }

  /// Whether a question about photos makes sense, as far as they are known; says why not.
  func mayAsk(about photos: PhotoGathering) -> Bool {
    runner.hasAny(photos) && mayEdit(photos.photos)
  }

  private func confirm(
    _ title: @autoclosure @escaping () -> String, _ message: @autoclosure @escaping () -> String,
    confirmed: @escaping () -> Void
  ) {
    runner.confirmClosure?(title, message, confirmed)
  }

  private func askForFolder(
    _ photos: PhotoGathering, _ verb: String,
    _ operation: @escaping (FileReference) -> FileOperation
  ) {
    guard mayAsk(about: photos) else { return }
    runner.askClosure?(
      TextQuestion(
        title: "\(verb) \(FileOperationText.subject(photos))", prompt: "To: ",
        text: self.formerFolders.first ?? "", former: formerFolders,
        fault: { [paths] text in
          if case .fault(let fault) = paths.target(text) { fault.words } else { nil }
        },
        completions: { [paths] in paths.completions(of: $0) },
        answer: { [weak self] text in
          photos.whenGathered { self?.folderAnswered(text, $0, operation) }
        }))
  }

  private func folderAnswered(
    _ text: String, _ photos: [Photo], _ operation: @escaping (FileReference) -> FileOperation
  ) {
    guard !photos.isEmpty, mayEdit(photos) else { return }
    switch paths.target(text) {
    case .fault: return
    case .folder(let folder):
      remember(text, in: &formerFolders)
      run(operation(folder), on: photos)
    case .new(let folder):
      confirm(
        "New folder",
        "\(FileOperationText.path(folder, home: self.home)) does not exist. Create the folder?"
      ) {
        [weak self] in
        guard let self else { return }
        do throws(FileOperationError) {
          try paths.create(folder)
          remember(text, in: &formerFolders)
          run(operation(folder), on: photos) { [paths] in paths.removeIfEmpty(folder) }
        } catch {
          runner.showFailureClosure?(FileOperationText.message(error))
        }
      }
    }
  }

  func remember(_ text: String, in former: inout [String]) {
    former = [text] + former.filter { $0 != text }.prefix(Self.formerLimit - 1)
  }

  /// The name of a photo's file; empty while it is not known, or if it could not be typed as it is.
  private static func editableName(_ photos: [Photo]) -> String {
    guard photos.count == 1, let file = photos[0].file else { return "" }
    let name = FileOperationText.fileName(file)
    // Blanks are seen and typed, at the beginning as well.
    let words = name.split(separator: " ").joined(separator: " ")
    return TextCleaner.line(words) == words ? name : ""
  }

  /// Asks first if the name may be a typing error.
  private func rename(_ photos: [Photo], to name: String) {
    guard photos.count == 1, mayEdit(photos), let file = photos[0].file else { return }
    let former = FileOperationText.fileName(file)
    let name = FileOperationText.name(name, insteadOf: former)
    guard name != former else { return }
    let rename = { [weak self] in
      self?.run(.rename(to: [Array(name.utf8)]), on: photos) ?? ()
    }
    guard let doubt = FileOperationText.doubt(renaming: former, to: name) else { return rename() }
    confirm(doubt.question, doubt.reason, confirmed: rename)
  }

  private func saveRotations(of photos: [Photo]) {
    let rotations = photos.compactMap { photo in
      photo.file.map { ($0, self.rotations.rotation(of: photo.id)) }
    }
    run(
      .rotate(Dictionary(rotations, uniquingKeysWith: { $1 })), on: photos,
      notOwn: FileOperationText.rotationNotOwn)
  }

  func run(
    _ operation: FileOperation, on photos: [Photo], notOwn: String = FileOperationText.notOwn,
    undone: @escaping () -> Void = {}, tried: ((FileOperationReport) -> Void)? = nil
  ) {
    guard !photos.isEmpty, mayEdit(photos, notOwn: notOwn), let useCase else { return }
    runner.edit(
      photos,
      FileEdit(
        operation: operation, useCase: useCase, home: home,
        rotationSaved: { [weak self] photo, rotation in
          // It may have been rotated further meanwhile.
          self?.rotations.rotate([photo], by: rotation.inverse)
          self?.rotationSavedClosure?(photo, rotation)
        }, undone: undone, tried: tried))
  }
}

/// How photos are rotated on the screen: kept until the program ends, and in no file.
///
/// Bound to no actor and not `Sendable`, like the view models.
public final class PhotoRotations {
  private var rotations: [Photo.ID: Rotation] = [:]

  public init() {}

  /// - Complexity: O(1); asked for every picture at every frame.
  public func rotation(of id: Photo.ID) -> Rotation { rotations[id] ?? .none }

  /// Rotates photos further.
  public func rotate(_ photos: [Photo], by rotation: Rotation) {
    for photo in photos {
      let result = self.rotation(of: photo.id).rotated(by: rotation)
      rotations[photo.id] = result == .none ? nil : result
    }
  }
}
