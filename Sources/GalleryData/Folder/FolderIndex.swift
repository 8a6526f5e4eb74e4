import GalleryDomain

/// The pictures of a folder in rows that only ever grow at the end: four bytes a photo and its
/// name, where a `Photo` takes half a kilobyte.
struct FolderIndex {
  /// The most bytes that rows and directories may take together; a growing list briefly needs half as much again. Room
  /// for five million names from cameras, or three million of 30 letters.
  static let byteLimit = 96 << 20
  /// In addition to its name: where that ends.
  private static let rowByteCount = 4
  /// In addition to its path: the entry, its section, and the overhead of an array.
  private static let directoryByteCount = 200

  struct Directory {
    /// Relative to the folder, without a separator at its end; empty for the folder itself.
    var path: [UInt8]
    var rows: Range<Int>
  }

  private var names = NameList()
  /// The directories that were read, in the order of their rows; some have none, some occur twice.
  private(set) var directories: [Directory] = []
  /// The folders with pictures, in the order of their rows. Pictures recognised by their content follow all others, so
  /// a folder may occur twice.
  private(set) var sections: [PhotoSection] = []

  var photoCount: Int { names.count }
  /// Bytes that rows and directories take, without spare capacity.
  private(set) var byteCount = 0
  private let byteLimit: Int
  /// Whether a picture was dropped for lack of space. Nothing is added after that: a caller that keeps a value for each
  /// row couldn't know which rows are missing.
  private(set) var isFull = false

  /// - Parameter byteLimit: Pictures beyond it are dropped.
  init(byteLimit: Int = FolderIndex.byteLimit) {
    self.byteLimit = byteLimit
  }

  /// - Returns: How many pictures didn't fit.
  mutating func append(_ pictures: NameList, directory path: [UInt8]) -> Int {
    let start = photoCount
    let directoryBytes = path.count + Self.directoryByteCount
    guard !isFull, byteCount + directoryBytes <= byteLimit else {
      isFull = true
      return pictures.count
    }
    byteCount += directoryBytes
    var added = 0
    while added < pictures.count {
      let rowBytes = pictures[added].count + Self.rowByteCount
      guard byteCount + rowBytes <= byteLimit else { break }
      names.append(pictures[added])
      byteCount += rowBytes
      added += 1
    }
    directories.append(Directory(path: path, rows: start..<start + added))
    if added > 0 { sections.extend(with: PhotoSection(.folder(path), start: start, count: added)) }
    isFull = added < pictures.count
    return pictures.count - added
  }

  /// A row's files, relative to the folder.
  struct Row {
    var path: [UInt8]
    /// The raw files of the same shot.
    var companions: [[UInt8]]
  }

  /// - Parameter number: Within `0..<photoCount`.
  func row(_ number: Int) -> Row {
    let directory = directory(ofRow: number).path
    let name = names[number]
    return Row(
      path: FilePath.join(directory, PhotoPairs.shownName(ofRow: name)),
      companions: PhotoPairs.companions(ofRow: name).map { FilePath.join(directory, $0) })
  }

  /// The name of a row, with the raw files that belong to it as `PhotoPairs` has them.
  func name(ofRow row: Int) -> ArraySlice<UInt8> { names[row] }

  /// - Complexity: O(log *directories*).
  func directory(ofRow row: Int) -> Directory {
    directories[directories.partitioningIndex { $0.rows.upperBound > row }]
  }

  /// The directory and the name of a row's file: `/` and `a.jpg` for `/a.jpg`, no directory for `a.jpg`.
  static func split(_ path: [UInt8]) -> (directory: [UInt8], name: ArraySlice<UInt8>) {
    guard let slash = path.lastIndex(of: FilePath.separator) else { return ([], path[...]) }
    return (Array(path[..<max(slash, 1)]), path[(slash + 1)...])
  }

  /// What is known about a relative path.
  enum Position {
    case row(Int)
    /// Its directory was read and doesn't contain it, judging by names.
    case gone
    /// Its directory hasn't been read yet.
    case unknown
  }

  /// A raw file that belongs to a picture is at that picture's row.
  ///
  /// - Parameter firstDirectory: Earlier directories are not searched.
  /// - Complexity: O(*directories* + *photos in one directory*).
  func position(of path: [UInt8], firstDirectory: Int = 0) -> Position {
    let (directoryPath, name) = Self.split(path)
    var position = Position.unknown
    // A directory occurs again here with the pictures that were found in it later.
    for directory in directories[min(firstDirectory, directories.count)...]
    where directory.path == directoryPath {
      for row in directory.rows where PhotoPairs.row(names[row], has: name) { return .row(row) }
      position = .gone
    }
    return position
  }

  /// The row of a relative path; nil if it isn't known.
  func row(of path: [UInt8]) -> Int? {
    if case .row(let row) = position(of: path) { row } else { nil }
  }

  /// The directories that were read, relative to the folder, each once.
  var directoryPaths: [[UInt8]] {
    var seen: Set<[UInt8]> = []
    return directories.lazy.map(\.path).filter { seen.insert($0).inserted }
  }
}
