import FeedFormats
import Foundation
import GalleryData

/// The sources that were opened last, for completion on the command line: `sources` in Vitrine's folder of the state
/// home, one a line as it would be typed, the latest first.
struct RecentSources {
  /// Nil without a state folder: then nothing is kept.
  let folder: String?

  private static let limit = 20
  private static let name = "sources"

  /// - Complexity: Reads a file of at most 20 lines.
  var all: [String] {
    guard let folder, let text = try? String(contentsOfFile: path(in: folder), encoding: .utf8)
    else { return [] }
    return text.split(separator: "\n").prefix(Self.limit).map(String.init)
  }

  /// Puts a source before the others.
  ///
  /// A failure is passed over: nobody opened a gallery for this. Of two programs that write at the same moment one wins.
  ///
  /// - Parameter argument: As it was typed.
  func add(_ source: PhotoSource, argument: String?) {
    guard let folder, let text = Self.text(source, argument: argument) else { return }
    let lines = ([text] + all.filter { $0 != text }).prefix(Self.limit)
    let new = path(in: folder) + ".\(ProcessInfo.processInfo.processIdentifier)"
    let files = FileManager.default
    try? files.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let isWritten = files.createFile(
      atPath: new, contents: Data(lines.map { $0 + "\n" }.joined().utf8),
      attributes: [.posixPermissions: 0o600])
    if !isWritten || rename(new, path(in: folder)) != 0 { unlink(new) }
  }

  private func path(in folder: String) -> String { "\(folder)/\(Self.name)" }

  /// What opens it again from anywhere; nil for the built-in gallery, for names that are not one line of text, and for
  /// addresses with a name and a password, which are not for the disk.
  private static func text(_ source: PhotoSource, argument: String?) -> String? {
    guard let argument else { return nil }
    let text: String
    switch source {
    case .sampleGallery: return nil
    case .folder, .picture, .feedFile:
      let url = URL(filePath: argument).standardizedFileURL
      text = url.path(percentEncoded: false)
    case .address, .preset:
      let authority = argument.firstRange(of: "://").map { argument[$0.upperBound...] } ?? ""
      guard !authority.prefix(while: { $0 != "/" }).contains("@") else { return nil }
      text = argument
    }
    let isText = text.unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control && $0 != "\u{FFFD}"
    }
    return isText && text.utf8.count < 1_000 ? text : nil
  }
}
