import Files
import Foundation
import GalleryDomain
import PictureProtocol

/// File names made from text that comes from outside.
enum SafeFileName {
  /// Leaves room for ` (1234)` within the 255 bytes of a name.
  static let byteLimit = 200

  /// A name without separators, control characters, and anything that shells, other systems or `ls` would misread: no dash,
  /// dot or space at its beginning, no space or dot at its end. `photo` if nothing of the name is left.
  static func make(_ text: String) -> String {
    var name = ""
    for scalar in TextCleaner.line(text, limit: TextLimit(characters: 4_096)).unicodeScalars {
      switch scalar {
      case "/", "\\", ":", "*", "?", "\"", "<", ">", "|", "\0": name.unicodeScalars.append("_")
      default: name.unicodeScalars.append(scalar)
      }
    }
    name = String(name.drop { $0 == "-" || $0 == "." || $0 == " " || $0 == "~" })
    let (stem, ending) = split(name)
    name = cut(stem, to: byteLimit - ending.utf8.count) + ending
    while let last = name.last, last == " " || last == "." { name.removeLast() }
    return name.isEmpty ? "photo" : name
  }

  /// What a downloaded picture is called: its name in its address, otherwise the photo's, with the extension for its bytes.
  static func name(of photo: Photo, downloadedTo file: FileReference) -> String {
    let beginning = FileReader.beginning(of: file.path, count: PictureFormat.beginningByteCount)
    let own = PictureFormat(beginning: beginning)?.fileNameEndings ?? []
    let ending = own.first ?? ""
    let last = photo.imageURL?.lastPathComponent ?? ""
    let (stem, oldEnding) = split(last)
    guard endings.contains(oldEnding.lowercased()) else { return make(make(photo.name) + ending) }
    return make(stem + (own.contains(oldEnding.lowercased()) ? oldEnding : ending))
  }

  private static let endings = Set(PictureFormat.allCases.flatMap(\.fileNameEndings))

  /// The extension begins at the last dot, if it is short enough for one.
  private static func split(_ name: String) -> (stem: String, ending: String) {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name, "") }
    let ending = name[dot...]
    guard ending.utf8.count <= 12, !ending.contains(" ") else { return (name, "") }
    return (String(name[..<dot]), String(ending))
  }

  /// Never splits a character.
  private static func cut(_ text: String, to limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    var result = ""
    var count = 0
    for character in text {
      count += character.utf8.count
      guard count <= limit else { break }
      result.append(character)
    }
    return result
  }
}
