import Foundation
import GalleryDomain
import Glibc
import PictureProtocol

/// A folder that originals are copied into. Existing files are never written to: a copy whose name is taken gets a number
/// (`name (2).jpg`), and a copy that exists with the same bytes is not made again.
struct OriginalsFolder {
  let path: String
  var calls = PendingFile.Calls()
  /// The names in a folder; none if they can't be read.
  var names: (_ folder: String) -> [String] = {
    (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? []
  }

  enum Outcome: Hashable {
    case copied(renamed: Bool)
    /// A file with that name has the same bytes.
    case present
  }

  /// How many names to try.
  private static let nameLimit = 10_000

  /// Copies a photo's file and its sidecars.
  ///
  /// - Parameter file: A file with all of the photo's bytes.
  func copy(
    _ photo: Photo, from file: FileReference, shouldStop: () -> Bool
  ) throws(FileFault) -> Outcome {
    let isLocal = photo.file == file
    let name = Self.name(of: photo, file: file)
    let pending = try PendingFile(in: path, calls: calls)
    // Before anything is written: the copy may exist.
    if let number = taken(by: file, name) {
      pending.giveUp()
      if isLocal { try copySidecars(of: file, to: SafeFileName.numbered(name, number), shouldStop) }
      return .present
    }
    try FileCopy.copy(file.path, into: pending, shouldStop: shouldStop)
    for number in 1...Self.nameLimit {
      let candidate = SafeFileName.numbered(name, number)
      do throws(FileFault) {
        try pending.finish(as: "\(path)/\(candidate)", replaces: false)
      } catch {
        guard error.code == EEXIST else { throw error }
        continue
      }
      if isLocal { try copySidecars(of: file, to: candidate, shouldStop) }
      return .copied(renamed: number > 1)
    }
    throw FileFault(code: EEXIST)
  }

  /// The number of an existing file with the same bytes; nil if there is none.
  private func taken(by file: FileReference, _ name: String) -> Int? {
    for number in 1...Self.nameLimit {
      let candidate = "\(path)/\(SafeFileName.numbered(name, number))"
      var status = stat()
      guard lstat(candidate, &status) == 0 else { return nil }
      if FileCopy.isSame(file.path, candidate) { return number }
    }
    return nil
  }

  /// `photo.jpg.xmp` and `photo.xmp`, as other programs write them; existing ones are left as they are.
  private func copySidecars(
    of file: FileReference, to name: String, _ shouldStop: () -> Bool
  ) throws(FileFault) {
    let slash = file.path.lastIndex(of: 0x2F) ?? 0
    var sidecars = SidecarName.forms.map { form -> (source: [UInt8], target: String) in
      let target = String(decoding: form.name(of: Array(name.utf8)), as: UTF8.self)
      return (form.name(of: file.path), target)
    }
    sidecars = sidecars.filter { source, _ in
      var status = stat()
      return source != file.path
        && stat(source.map { CChar(bitPattern: $0) } + [0], &status) == 0 && status.isRegularFile
    }
    guard !sidecars.isEmpty else { return }
    // Where case is ignored, `.xmp` and `.XMP` find one file: it is copied once, in its own spelling.
    let names = Set(self.names(String(decoding: file.path[..<slash], as: UTF8.self) + "/"))
    let isListed = { (source: [UInt8]) in
      names.contains(String(decoding: source[(slash + 1)...], as: UTF8.self))
    }
    let listed = sidecars.filter { isListed($0.source) }
    var copied: Set<String> = []
    for (source, target) in listed + sidecars.filter({ !isListed($0.source) }) {
      guard copied.insert(target.lowercased()).inserted || isListed(source) else { continue }
      let pending = try PendingFile(in: path, calls: calls)
      try FileCopy.copy(source, into: pending, shouldStop: shouldStop)
      do throws(FileFault) {
        try pending.finish(as: "\(path)/\(target)", replaces: false)
      } catch {
        guard error.code == EEXIST else { throw error }
      }
    }
  }

  /// The file's own name if it has one, else the photo's with the extension for its bytes.
  static func name(of photo: Photo, file: FileReference) -> String {
    if photo.file == file {
      return SafeFileName.make(
        String(decoding: file.path.split(separator: 0x2F).last ?? [], as: UTF8.self))
    }
    let own = PictureFormat(beginning: beginning(of: file))?.fileNameEndings ?? []
    let ending = own.first ?? ""
    let last = photo.imageURL?.lastPathComponent ?? ""
    let (stem, oldEnding) = SafeFileName.split(last.removingPercentEncoding ?? last)
    let isNamed = endings.contains(oldEnding.lowercased())
    if isNamed {
      return SafeFileName.make(stem + (own.contains(oldEnding.lowercased()) ? oldEnding : ending))
    }
    return SafeFileName.make(SafeFileName.make(photo.name) + ending)
  }

  private static let endings = Set(PictureFormat.allCases.flatMap(\.fileNameEndings))

  private static func beginning(of file: FileReference) -> [UInt8] {
    let number = open(
      file.path.map { CChar(bitPattern: $0) } + [0], O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { return [] }
    defer { close(number) }
    return [UInt8](unsafeUninitializedCapacity: PictureFormat.beginningByteCount) { buffer, count in
      count = max(0, read(number, buffer.baseAddress, buffer.count))
    }
  }
}
