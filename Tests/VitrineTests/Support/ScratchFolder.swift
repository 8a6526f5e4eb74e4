import Foundation
import Glibc

/// A folder that is removed with the test.
final class ScratchFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/vitrine-tests-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw POSIXError(.EIO) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func path(_ name: String) -> String { "\(path)/\(name)" }

  func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  @discardableResult
  func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let file = path(name)
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try write(text.utf8, to: name)
  }

  /// Copies a picture of the sample gallery; each copy is a separate file.
  func addPicture(_ sample: String, as name: String? = nil) throws {
    let file = path(name ?? sample)
    if FileManager.default.fileExists(atPath: file) { unlink(file) }
    try FileManager.default.copyItem(atPath: SampleGallery.picture(sample), toPath: file)
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
