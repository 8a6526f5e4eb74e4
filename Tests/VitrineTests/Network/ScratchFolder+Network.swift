import FeedServerSupport
import Foundation
import PseudoTerminalSupport

/// The user's home for one test.
extension ScratchFolder {
  /// Writes `config.toml`.
  func configure(_ text: String) throws {
    try write(text, to: "config/vitrine/config.toml")
  }

  /// Writes a preset of the user's own.
  func preset(_ text: String, named name: String) throws {
    try write(text, to: "config/vitrine/presets/\(name).toml")
  }

  /// The interface with a URL; does not wait.
  func gallery(_ source: String, columns: Int = 120, rows: Int = 30) throws -> GallerySession {
    let gallery = try GallerySession(
      "--fresh '\(source)'", environment: environment, columns: columns, rows: rows)
    gallery.answerQuery()
    return gallery
  }

  /// The interface, with a text on it.
  func gallery(
    _ source: String, columns: Int = 120, rows: Int = 30, showing text: String
  ) throws -> GallerySession {
    let gallery = try gallery(source, columns: columns, rows: rows)
    try gallery.wait(for: text)
    return gallery
  }

  /// `vitrine list`; its photos are stored, as by the interface.
  func list(_ source: String, options: String = "") throws -> CommandResult {
    try run("vitrine list '\(source)' \(options)")
  }

  /// The sizes of the files for pictures that are being downloaded.
  func downloadByteCounts() throws -> [Int] {
    let images = path("cache/vitrine/images")
    return try FileManager.default.contentsOfDirectory(atPath: images)
      .filter { $0.hasPrefix(".vitrine-") }
      .map { name in
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(images)/\(name)")
        return attributes?[.size] as? Int ?? 0
      }
  }

  /// `vitrine orders`.
  func orders(_ options: String = "") throws -> CommandResult {
    try run("vitrine orders \(options)")
  }

  /// The titles listed for a URL, in order: the stored ones if its server is gone.
  func storedTitles(of source: String) throws -> [String] {
    let result = try list(source, options: "--json")
    return try result.outputLines.map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return object?["title"] as? String ?? ""
    }
  }
}

extension FeedServer {
  /// The URL of `GeneratedFeed`, as users type it.
  var feedAddress: String { "\(address)/v1/photos" }

  /// Requests other than for pictures.
  var pageRequests: [FeedRequest] { requests.filter { !$0.path.hasPrefix("/pictures/") } }
  var pictureRequests: [FeedRequest] { requests.filter { $0.path.hasPrefix("/pictures/") } }
}

extension GeneratedFeed {
  /// The same, with missing pictures: for tests of pages.
  func pagesOnly(to request: FeedRequest) -> Answer {
    request.path.hasPrefix("/pictures/") ? .status(404) : answer(to: request)
  }
}
