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

  private struct Directory {
    /// Relative to the folder, without a separator at its end; empty for the folder itself.
    var path: [UInt8]
    var rows: Range<Int>
  }

  private var names = NameList()
  /// In the order of their rows; some have none.
  private var directories: [Directory] = []
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

  /// The folder of a row, relative to the scanned one, and rows that are in it.
  ///
  /// - Complexity: O(log *directories*).
  func directory(ofRow row: Int) -> (path: [UInt8], rows: Range<Int>) {
    let directory = directories[directories.partitioningIndex { $0.rows.upperBound > row }]
    return (directory.path, directory.rows)
  }

  /// What is known about a relative path.
  enum Place {
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
  func place(of path: [UInt8], firstDirectory: Int = 0) -> Place {
    let slash = path.lastIndex(of: FilePath.separator)
    let directoryPath = slash.map { path[..<$0] } ?? []
    let name = slash.map { path[($0 + 1)...] } ?? path[...]
    var place = Place.unknown
    // A directory occurs again here with the pictures that were found in it later.
    for directory in directories[min(firstDirectory, directories.count)...]
    where directory.path.elementsEqual(directoryPath) {
      for row in directory.rows where PhotoPairs.row(names[row], has: name) { return .row(row) }
      place = .gone
    }
    return place
  }

  /// The row of a relative path; nil if it isn't known.
  func row(of path: [UInt8]) -> Int? {
    if case .row(let row) = place(of: path) { row } else { nil }
  }

  /// The directories that were read, with their rows; relative to the folder, some of them twice.
  var directoryRows: [(path: [UInt8], rows: Range<Int>)] { directories.map { ($0.path, $0.rows) } }

  var directoryCount: Int { directories.count }

  /// The directories that were read, relative to the folder, each once.
  var directoryPaths: [[UInt8]] {
    var seen: Set<[UInt8]> = []
    return directories.lazy.map(\.path).filter { seen.insert($0).inserted }
  }
}
