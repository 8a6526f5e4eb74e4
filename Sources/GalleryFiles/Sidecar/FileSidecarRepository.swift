import Files
import GalleryData
import GalleryDomain
import Glibc

/// What the user says about a folder's photos, in their sidecars.
public final actor FileSidecarRepository: SidecarRepository {
  private let folder: FolderRepository
  private let writer: SidecarWriter
  private var memories: [Photo.ID: SidecarEdit.Memory] = [:]
  /// Folders whose interrupted renames have been finished or taken back, with the names that files have now by those that they had.
  private var settled: [[UInt8]: [[UInt8]: [UInt8]]] = [:]

  /// - Parameters:
  ///   - folder: Filters its photos again after an edit, and knows its own files' events.
  ///   - reader: Reads what is shown of photos: what it couldn't read is not written; nil where nothing is read.
  public init(folder: FolderRepository, reader: (any PhotoMetadataReader)?) {
    self.folder = folder
    writer = SidecarWriter(reader: reader)
  }

  /// Where a file is, once interrupted renames in its folder have been finished or taken back: else a sidecar would get a name that is
  /// only on its way.
  public func present(_ file: FileReference) -> FileReference {
    let (directory, name) = FilePath.split(file.path)
    if settled[directory] == nil {
      // What is at its name now may be another file, which got it back.
      settled[directory] = MoveRecord.settle(in: directory)
    } else if stat(of: file.path) != nil {
      settled[directory]?[name] = nil
    }
    guard let now = settled[directory]?[name] else { return file }
    return FileReference(path: FilePath.join(directory, now)) ?? file
  }

  /// Finishes or takes back interrupted renames around files that were named together, before any of them is edited: otherwise two
  /// names could lead to one file.
  public func settle(_ files: [FileReference]) {
    for file in files where !Task.isCancelled { _ = present(file) }
  }

  @discardableResult
  public func write(
    _ photo: Photo, over former: Photo
  ) async throws(SidecarError) -> Photo {
    guard let file = photo.file.map(present) else { throw .notOwn }
    guard !MoveRecord.isUnderWay(file.path) else { throw .busy(name: FilePath.shownName(file)) }
    let edit = SidecarEdit(photo: photo, former: former, memory: memories[photo.id])
    let written = try await folder.writingSidecar(of: file) {
      [writer] () async throws(SidecarError) in
      try await edit.write(of: file, by: writer)
    }
    memories[photo.id] = written.memory
    guard edit.isOfMark else { return written.photo }
    // Without a mark keywords decide.
    var unmarked = written.photo
    unmarked.saleMark = SaleMark(status: .unstated)
    return await folder.details(of: unmarked)
  }
}
