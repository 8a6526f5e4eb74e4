import Foundation
import Glibc

/// A folder that is removed with the test.
final class ScratchFolder {
  let path: String

  init() {
    var template = Array("/tmp/vitrine-tests-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "no folder in /tmp")
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// - Parameter names: Of copies of a picture of the sample gallery.
  convenience init(pictures names: [String], of sample: String = "aurora.jpg") throws {
    self.init()
    for name in names { try addPicture(sample, as: name) }
  }

  /// With stores, settings and baskets in this folder, which outlive a run of the program.
  var environment: [String: String] {
    [
      "XDG_CACHE_HOME": path("cache"), "XDG_STATE_HOME": path("state"),
      "XDG_CONFIG_HOME": path("config"), "XDG_RUNTIME_DIR": path,
    ]
  }

  /// Runs a command line in `environment`.
  func run(
    _ line: String, environment extra: [String: String] = [:], without: [String] = []
  ) throws -> CommandResult {
    try CommandResult(line, environment: environment.merging(extra) { $1 }, without: without)
  }

  /// The gallery of the pictures in this folder, with its state and the trash in hidden folders there.
  func browsed(
    _ arguments: String = "", environment extra: [String: String] = [:], columns: Int = 80,
    showing text: String
  ) throws -> GallerySession {
    let own = ["XDG_STATE_HOME": self.path(".state"), "XDG_DATA_HOME": self.path(".data")]
    return try GallerySession.started(
      "'\(path)' \(arguments)", environment: own.merging(extra) { $1 }, columns: columns,
      showing: text)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Makes a folder with those that it is in.
  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path(name), withIntermediateDirectories: true)
  }

  /// A file in folders that are made for it.
  private func file(_ name: String) throws -> String {
    if let slash = name.lastIndex(of: "/") { try makeFolder(String(name[..<slash])) }
    return path(name)
  }

  func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  @discardableResult
  func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let file = try file(name)
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try write(text.utf8, to: name)
  }

  /// Copies a picture of the sample gallery; each copy is a separate file.
  func addPicture(_ sample: String, as name: String? = nil) throws {
    let file = try file(name ?? sample)
    if FileManager.default.fileExists(atPath: file) { unlink(file) }
    try FileManager.default.copyItem(atPath: SampleGallery.picture(sample), toPath: file)
  }

  /// One of the generated raw files for the picture workers' tests.
  func addRawFile(_ fixture: String, as name: String) throws {
    let own = URL(fileURLWithPath: #filePath)
    let tests = own.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    try FileManager.default.copyItem(
      atPath: tests.appending(path: "PictureWorkerTests/Fixtures/\(fixture)").path,
      toPath: file(name))
  }

  func remove(_ name: String) {
    unlink(path(name))
  }

  /// A sidecar with keywords next to a picture, as photo managers write it.
  func addSidecar(_ name: String, keywords: [String], city: String? = nil) throws {
    let attribute =
      city.map {
        " xmlns:photoshop=\"http://ns.adobe.com/photoshop/1.0/\" photoshop:City=\"\($0)\""
      } ?? ""
    let items = keywords.map { "<rdf:li>\($0)</rdf:li>" }.joined()
    try write(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"\(attribute)>
      <dc:subject><rdf:Bag>\(items)</rdf:Bag></dc:subject>
      </rdf:Description></rdf:RDF></x:xmpmeta>
      """, to: name)
  }
}
