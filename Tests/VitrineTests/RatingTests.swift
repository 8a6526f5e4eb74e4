import ExpectationSupport
import PseudoTerminalSupport
import Testing

@testable import vitrine

@Suite struct RatingTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder(pictures: ["a.jpg", "b.jpg", "c.jpg", "d.jpg"])
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try folder.read(name), as: UTF8.self)
  }

  @Test func `a folder is rated key by key, and everything is on the disk at the end`() throws {
    let session = try folder.browsed(showing: "/4 ")
    try session.send("52RLg", showing: "●g")
    try session.leave()

    #expect(try text("a.jpg.xmp").contains("xmp:Rating=\"5\""))
    #expect(try text("b.jpg.xmp").contains("xmp:Rating=\"2\""))
    #expect(try text("c.jpg.xmp").contains("xmp:Rating=\"-1\""))
    #expect(try text("d.jpg.xmp").contains("xmp:Label=\"Green\""))

    let again = try folder.browsed(showing: "/4 ")
    try again.wait(for: "★★★★★")
    try again.leave()
  }

  private static let sidecar = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Adobe XMP Core 5.6-c148">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about=""
        xmlns:xmp="http://ns.adobe.com/xap/1.0/"
        xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"
       xmp:Rating="1"
       crs:Exposure2012="+0.50"/>
     </rdf:RDF>
    </x:xmpmeta>
    """

  @Test func `a rating in another program's sidecar is written though the program ends at once`()
    throws
  {
    try folder.write(Self.sidecar, to: "a.xmp")
    let session = try folder.browsed(showing: "/4 ")
    try session.wait(for: "★")

    try session.leave("4q")
    try expectEqual(
      text("a.xmp"), Self.sidecar.replacing("Rating=\"1\"", with: "Rating=\"4\""))
  }

  @Test
  func `a rating that is not written when the program ends is reported, and the status says so`()
    throws
  {
    try folder.write("<x:xmpmeta", to: "a.jpg.xmp")
    let session = try folder.browsed(showing: "/4 ")

    try session.leave("5q", status: 1)
    #expect(session.said.contains { $0.contains("Can't write rating: ") })
    try expectEqual(text("a.jpg.xmp"), "<x:xmpmeta")
  }
}
