import Glibc

/// Everything in a folder and below it: pictures, other files, folders, pipes.
enum FolderFiles {
  /// Paths as bytes, because names need not be UTF-8; in the order of their bytes. Links are not
  /// followed into folders.
  static func all(below folder: String) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var folders = [Array(folder.utf8)]
    while let next = folders.popLast() {
      guard let directory = opendir(next.map { CChar(bitPattern: $0) } + [0]) else { continue }
      defer { closedir(directory) }
      while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
        guard name != Array(".".utf8), name != Array("..".utf8) else { continue }
        let path = next + Array("/".utf8) + name
        found.append(path)
        if isFolder(path) { folders.append(path) }
      }
    }
    return found.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private static func isFolder(_ path: [UInt8]) -> Bool {
    var status = stat()
    return lstat(path.map { CChar(bitPattern: $0) } + [0], &status) == 0
      && status.st_mode & S_IFMT == S_IFDIR
  }
}
