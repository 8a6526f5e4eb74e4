import ExpectationSupport
import FeedServerSupport
import PseudoTerminalSupport
import Testing

@testable import vitrine

@Suite struct RatingTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    for name in ["a", "b", "c", "d"] { try folder.addPicture("aurora.jpg", as: "\(name).jpg") }
  }

  private func started() throws -> GallerySession {
    try GallerySession.started(
      "'\(folder.path)'", environment: ["XDG_STATE_HOME": folder.path(".state")],
      showing: "4 photos")
  }

  private func leave(_ session: GallerySession) throws {
    session.send("q")
    _ = try session.shell.status()
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try folder.read(name), as: UTF8.self)
  }

  @Test func `a folder is rated key by key, and everything is on the disk at the end`() throws {
    let session = try started()
    session.send("52RLg")
    try session.wait(for: "●g")
    try leave(session)

    #expect(try text("a.jpg.xmp").contains("xmp:Rating=\"5\""))
    #expect(try text("b.jpg.xmp").contains("xmp:Rating=\"2\""))
    #expect(try text("c.jpg.xmp").contains("xmp:Rating=\"-1\""))
    #expect(try text("d.jpg.xmp").contains("xmp:Label=\"Green\""))

    let again = try started()
    try again.wait(for: "★★★★★")
    try leave(again)
  }

  @Test func `another program's sidecar keeps its bytes, and u restores its rating`() throws {
    let sidecar = """
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
    try folder.write(sidecar, to: "a.xmp")
    let session = try started()
    try session.wait(for: "★")
    session.send("4")
    try session.wait(for: "★★★★")
    try ProcessTable.wait(for: "rating") {
      (try? text("a.xmp")) == sidecar.replacing("Rating=\"1\"", with: "Rating=\"4\"")
    }
    session.send("u")
    try session.wait(for: "Undone: rating")
    try leave(session)

    try expectEqual(text("a.xmp"), sidecar)
  }

  // MARK: At a server that takes its time to refuse

  /// - Parameter gate: Holds every write, which is refused then.
  private static func server(_ gate: Gate) throws -> FeedServer {
    try FeedServer { request in
      switch (request.method, request.path) {
      case ("PROPFIND", "/dav/"):
        let items = [("/dav/", "<d:collection/>"), ("/dav/a.png", "")].map { path, type in
          """
          <d:response><d:href>\(path)</d:href><d:propstat><d:prop><d:resourcetype>\(type)</d:resourcetype>\
          <d:getcontentlength>12</d:getcontentlength></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
          """
        }
        var answer = Answer.text(
          "<d:multistatus xmlns:d=\"DAV:\">\(items.joined())</d:multistatus>",
          type: "application/xml")
        answer.status = 207
        return answer
      case ("GET", "/dav/a.png"): return .png(width: 40, height: 20)
      case ("PUT", _):
        return Answer.status(403).delivered(.hang(gate))
      default: return .status(404)
      }
    }
  }

  /// With a photo that is rated, and whose rating is under way.
  private func startedRating(_ server: FeedServer) throws -> GallerySession {
    let session = try GallerySession.started(
      "--write dav://127.0.0.1:\(server.port)/dav",
      environment: [
        "XDG_STATE_HOME": folder.path(".state"), "XDG_CACHE_HOME": folder.path(".cache"),
      ], showing: "1 photo")
    session.send("5")
    try ProcessTable.wait(for: "a write") {
      session.terminal.readAvailable()
      return server.requests.contains { $0.method == "PUT" }
    }
    return session
  }

  @Test(arguments: [false, true])
  func `a rating that is not written when the program ends is reported, and the status says so`(
    _ leavesSource: Bool
  ) throws {
    let gate = Gate()
    let server = try Self.server(gate)
    let session = try startedRating(server)
    if leavesSource {
      session.send("'")
      try session.wait(for: "Sample gallery")
      session.send("G\r")
      try session.wait(for: SampleGallery.firstTitle)
    }
    session.send("q")
    try expectEqual(session.shell.status(), 1)
    #expect(session.said.contains { $0.contains("Can't write rating: a") })
    gate.open()
  }
}
