import GalleryDomain

/// One walk through a folder, on a thread of its own (`FolderWalk`).
///
/// Depth first, each directory's pictures before its folders, both in natural order: so rows are only ever added at the
/// end during the walk, and the first are known after one directory. Measured, release: 10,000 pictures in one
/// directory 11 ms, 50,000 in 500 directories 55 ms. Folders of a mount that doesn't answer come after all others, if it does so
/// in time.
///
/// The walk goes by names only, without opening files. After it, files whose names say nothing are opened in the same
/// order; those that are pictures are added at the end.
final class FolderScan: FolderListing {
  /// What to scan.
  enum Extent {
    /// The folder, and its subfolders if requested.
    case folder(isRecursive: Bool)
    /// What another program names, relative to the folder; a folder among the names counts as a whole.
    case paths(PathInput)
    /// What a collection names that is in this folder. It is read again by each scan.
    case collection(CollectionFile, isRecursive: Bool)
  }

  private let folder: [UInt8]
  private let extent: Extent
  private let name: String
  private let sniffer: ContentSniffer
  private let showsPairs: Bool
  private let ignored: IgnoredNames
  private let patience: WalkPatience
  let status = FolderScanStatus()

  /// - Parameters:
  ///   - folder: Absolute.
  ///   - sniffer: Remembers the results of previous scans.
  ///   - showsPairs: Whether a raw file and its JPEG are two photos.
  init(
    folder: [UInt8], extent: Extent = .folder(isRecursive: true), name: String,
    sniffer: ContentSniffer, showsPairs: Bool = false, ignored: IgnoredNames = IgnoredNames(),
    patience: WalkPatience = WalkPatience()
  ) {
    self.folder = folder
    self.extent = extent
    self.name = name
    self.sniffer = sniffer
    self.showsPairs = showsPairs
    self.ignored = ignored
    self.patience = patience
  }

  func start() {
    FileAnswer.thread().async { [self] in
      let walk = FolderWalk(
        folder: folder, status: status, sniffer: sniffer, showsPairs: showsPairs,
        ignored: ignored, patience: patience)
      do throws(PhotoSourceError) {
        switch extent {
        case .folder(let isRecursive): try walk.readFolder(named: name, isRecursive: isRecursive)
        case .paths(let input): walk.read(input)
        case .collection(let collection, let isRecursive):
          try walk.read(collection, isRecursive: isRecursive)
        }
      } catch {
        status.finish(.failure(error))
      }
      walk.clear()
    }
  }

  func cancel() {
    status.finish(.failure(.cancelled))
  }
}
