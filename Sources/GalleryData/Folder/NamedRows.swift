import GalleryDomain

/// The rows of photos that a collection names one by one: a raw file or a clip of the same shot belongs to its photo there, too,
/// unless it is named itself. In a folder that is named, too, they are left out.
struct NamedRows {
  private let names: [[UInt8]]
  private lazy var named = Set(names + names.compactMap(PhotoCollection.otherLocation))
  private var known: [[UInt8]: [ArraySlice<UInt8>: [UInt8]]] = [:]
  private var count = 0
  /// A collection may name the photos of many folders in any order; most have few rows with other files.
  private static let limit = 200_000

  /// - Parameter names: Of photos, and of folders.
  init(_ names: [[UInt8]]) {
    self.names = names
  }

  /// - Parameter directory: Relative to the collection's folder, or absolute.
  mutating func leaveOutNamed(from contents: inout DirectoryContents, in directory: [UInt8]) {
    guard !names.isEmpty else { return }
    contents.keep { !isNamed($0, in: directory) }
  }

  private mutating func isNamed(_ name: [UInt8], in directory: [UInt8]) -> Bool {
    named.contains(directory.isEmpty ? name : FilePath.join(directory, name))
  }

  /// - Parameters:
  ///   - directory: As it was named.
  ///   - contents: Reads a directory; nil if it can't be read.
  /// - Returns: The name with those of its other files, as `PhotoPairs` has them.
  mutating func row(
    of name: ArraySlice<UInt8>, in directory: [UInt8],
    contents: ([UInt8]) -> DirectoryContents?
  ) -> [UInt8] {
    guard let row = rows(of: directory, contents)[Array(name)[...]] else { return Array(name) }
    return PhotoPairs.row(row[...]) { !isNamed($0, in: directory) }
  }

  /// The rows that have other files, by their names.
  private mutating func rows(
    of directory: [UInt8], _ contents: ([UInt8]) -> DirectoryContents?
  ) -> [ArraySlice<UInt8>: [UInt8]] {
    if let rows = known[directory] { return rows }
    if count >= Self.limit { (known, count) = ([:], 0) }
    var rows: [ArraySlice<UInt8>: [UInt8]] = [:]
    if let pictures = contents(directory)?.pictures {
      for index in 0..<pictures.count
      where !PhotoPairs.companions(ofRow: pictures[index]).isEmpty {
        rows[PhotoPairs.shownName(ofRow: pictures[index])] = Array(pictures[index])
      }
    }
    known[directory] = rows
    count += rows.count + 1
    return rows
  }
}
