import Foundation
import GalleryDomain

@testable import FeedFormats

/// The built-in presets, and responses written for them.
enum PresetFixture {
  static let library = PresetLibrary(presets: (try? shipped()) ?? [])

  private static func shipped() throws -> [Preset] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/vitrine/Resources/presets").standardizedFileURL
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .map { file in
        try PresetReader.preset(
          toml: String(contentsOf: file, encoding: .utf8), file: file.lastPathComponent,
          stem: file.deletingPathExtension().lastPathComponent)
      }
      .sorted { $0.name < $1.name }
  }

  /// A built-in preset.
  static func preset(_ name: String) throws -> Preset {
    guard let preset = library.preset(named: name) else { throw Missing(name: name) }
    return preset
  }

  /// What is wrong with a preset; nil if nothing is.
  static func problem(in preset: () throws(PresetProblem) -> Preset) -> PresetProblem? {
    do throws(PresetProblem) {
      _ = try preset()
      return nil
    } catch {
      return error
    }
  }

  /// A preset from text, which is preceded by `name = "x"` and other required keys.
  static func preset(toml: String) throws(PresetProblem) -> Preset {
    try PresetReader.preset(
      toml: "name = \"x\"\ntitle = \"X\"\nabout = \"A test\"\n" + toml, file: "x.toml", stem: "x")
  }

  /// A preset with items at `items`.
  ///
  /// - Parameters:
  ///   - url: nil if the request is among the other tables.
  ///   - head: Keys and tables before the request.
  ///   - fields: In addition to `id` and `image`.
  ///   - rest: Tables after the fields.
  static func preset(
    items: String = "\"items\"", url: String? = "https://x.example/list?page={page}&size={size}",
    head: String = "", id: String = "id", image: String = "image", fields: String = "",
    rest: String = ""
  ) throws(PresetProblem) -> Preset {
    try preset(
      toml: """
        items = \(items)
        \(head)
        \(url.map { "[list]\nurl = \"\($0)\"" } ?? "")
        [fields]
        id = "\(id)"
        image = "\(image)"
        \(fields)
        \(rest)
        """)
  }

  static func response(
    _ json: String, status: Int = 200, headers: HTTPHeaders = [:],
    url: String = "https://x.example/list"
  ) throws -> HTTPResponse {
    guard let url = URL(string: url) else { throw Missing(name: url) }
    return HTTPResponse(status: status, headers: headers, body: Array(json.utf8), url: url)
  }

  static func page(
    _ format: PresetFormat, _ json: String, status: Int = 200, headers: HTTPHeaders = [:],
    request: FeedPageRequest = FeedPageRequest(), url: String = "https://x.example/list"
  ) throws -> FeedPage {
    let response = try response(json, status: status, headers: headers, url: url)
    let context = FeedContext(url: response.url, zone: .gmt, now: now)
    return try format.decode(response, of: request, in: context)
  }

  static func page(
    _ preset: Preset, _ json: String, status: Int = 200, headers: HTTPHeaders = [:],
    request: FeedPageRequest = FeedPageRequest(), argument: String? = nil,
    url: String = "https://x.example/list"
  ) throws -> FeedPage {
    let format = try PresetFormat(
      preset: preset, argument: argument, environment: { _ in "secret" })
    return try page(format, json, status: status, headers: headers, request: request, url: url)
  }

  /// The only photo in a response of a built-in service.
  static func photo(
    _ name: String, _ json: String, headers: HTTPHeaders = [:], argument: String? = nil
  ) throws -> Photo {
    let page = try page(try preset(name), json, headers: headers, argument: argument)
    guard let photo = page.photos.first, page.photos.count == 1 else { throw Missing(name: json) }
    return photo
  }

  /// The moment that prices are valid for: 2023-11-14T22:13:20Z.
  static let now = Date(timeIntervalSince1970: 1_700_000_000)

  struct Missing: Error {
    var name: String
  }
}
