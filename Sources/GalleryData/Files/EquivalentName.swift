import Files
import Foundation
import GalleryDomain
import Glibc

/// Names with the same characters in other code points: `é` is one (NFC) or two (NFD), and what a Mac has listed may be looked for in
/// the other form. Most file systems compare bytes.
extension FilePath {
  /// A path in the composed form; as it is if it isn't UTF-8.
  static func composed(_ path: [UInt8]) -> [UInt8] {
    guard path.contains(where: { $0 >= 0x80 }), let text = String(validating: path, as: UTF8.self)
    else { return path }
    return Array(text.precomposedStringWithCanonicalMapping.utf8)
  }

  /// Where a path that isn't there is in another form.
  ///
  /// - Parameters:
  ///   - path: Relative to the folder, or absolute.
  ///   - folder: Absolute.
  /// - Returns: Relative if the path is; nil if it isn't there either.
  /// - Complexity: Reads a directory for each part that is in none of the two forms.
  static func spelledOtherwise(_ path: [UInt8], in folder: [UInt8]) -> [UInt8]? {
    guard path.contains(where: { $0 >= 0x80 }) else { return nil }
    var found: [UInt8] = path.first == separator ? [separator] : []
    for part in path.split(separator: separator) {
      guard let name = name(of: Array(part), in: absolute(found, in: folder)) else { return nil }
      found = found.isEmpty ? name : join(found, name)
    }
    return found
  }

  private static func name(of part: [UInt8], in folder: [UInt8]) -> [UInt8]? {
    func isThere(_ name: [UInt8]) -> Bool {
      stat(of: join(folder, name), followsLink: false) != nil
    }
    if isThere(part) { return part }
    guard part.contains(where: { $0 >= 0x80 }), let text = String(validating: part, as: UTF8.self)
    else { return nil }
    let forms = [
      text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCanonicalMapping,
    ]
    if let form = forms.lazy.map({ Array($0.utf8) }).first(where: isThere) { return form }
    // A mix of both.
    return FolderEntries.names(in: folder).first { name in
      // Strings are equal if their characters are.
      name.contains { $0 >= 0x80 } && String(validating: name, as: UTF8.self) == text
    }
  }
}
