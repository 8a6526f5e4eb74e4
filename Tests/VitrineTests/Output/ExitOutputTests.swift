import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryTestSupport
import Testing

@testable import vitrine

/// Selected photos as output for other programs.
struct ExitOutputTests {
  private func output(_ arguments: [String], isForTerminal: Bool = false) throws -> ExitOutput {
    ExitOutput(try OutputOptions.parse(arguments), outputIsTerminal: isForTerminal)
  }

  private func items(_ photos: Photo...) -> [BasketItem] {
    photos.map { BasketItem($0, addedAt: Date(timeIntervalSince1970: 0)) }
  }

  /// What is printed, and said.
  private func text(
    _ items: [BasketItem], _ arguments: String..., isForTerminal: Bool = false
  ) throws -> (String, [String]) {
    let result = try output(arguments, isForTerminal: isForTerminal)
      .result(items, status: 0, zone: .gmt)
    return (String(decoding: try #require(result.bytes), as: UTF8.self), result.complaints)
  }

  private let remote = Photo.stub(
    id: "7", name: "lake", imageURL: URL(string: "https://x.example/7.jpg"),
    pageURL: URL(string: "https://x.example/7"), price: Price(amount: "80.00", currency: "EUR"))

  private func local(_ path: [UInt8]) throws -> Photo {
    let file = try #require(FileReference(path: path))
    var photo = Photo.stub(id: "a.jpg", name: Photo.untitled, imageURL: file.url, file: file)
    photo.isUntitled = true
    return photo
  }

  @Test func `without --print a file has its path and another photo its picture's URL`() throws {
    let items = items(remote, try local(Array("/a b.jpg".utf8)))

    #expect(try text(items) == ("https://x.example/7.jpg\n/a b.jpg\n", []))
  }

  @Test(
    arguments: [
      ("id", "7"), ("image_url", "https://x.example/7.jpg"), ("page_url", "https://x.example/7"),
      ("title", "lake"), ("price", "80.00 EUR"),
    ])
  func `--print selects the field`(_ field: String, _ value: String) throws {
    #expect(try text(items(remote), "--print", field) == (value + "\n", []))
  }

  @Test func `a photo without the field is skipped and reported`() throws {
    let items = items(remote, try local(Array("/a.jpg".utf8)))

    #expect(
      try text(items, "--print", "path") == ("/a.jpg\n", ["skipped 1 photo without path"]))
    #expect(
      try text(items, "--print", "title") == ("lake\n", ["skipped 1 photo without title"]))
    #expect(
      try text(self.items(.stub(), .stub(id: "2"))) == (
        "", ["skipped 2 photos without path or address"]
      ))
  }

  @Test func `a path keeps its bytes, and -0 ends it`() throws {
    let path: [UInt8] = [0x2F, 0xFF, 0x0A, 0x1B, 0x5B, 0x6A]
    let items = items(try local(path))

    try expectEqual(output(["-0"]).result(items, status: 0).bytes, path + [0])
  }

  @Test func `a path with a newline is not printed as a line`() throws {
    let items = items(try local(Array("/a\n/etc/passwd".utf8)), remote)

    #expect(
      try text(items) == (
        "https://x.example/7.jpg\n",
        ["skipped 1 photo with a newline in the path; use -0"]
      ))
  }

  @Test func `on a terminal a path is shown cleaned`() throws {
    let items = items(try local(Array("/a\u{1B}[31m\n.jpg".utf8)))

    #expect(try text(items, "--select", isForTerminal: true) == ("/a .jpg\n", []))
  }

  @Test func `on a terminal no form shows an escape or a bidirectional control`() throws {
    let items = items(try local(Array("/a\u{1B}[31m\u{202E}b\u{85}.jpg".utf8)))
    let text = try text(items, "--output", "json", isForTerminal: true).0

    #expect(text.contains(".jpg"))
    #expect(
      text.unicodeScalars.allSatisfy { scalar in
        scalar.properties.generalCategory != .format
          && (scalar.properties.generalCategory != .control
            || "\r\n".unicodeScalars.contains(scalar))
      })
  }

  @Test func `JSON has the keys of the list, and the changes to the photo`() throws {
    var gone = BasketItem(remote, addedAt: .distantPast)
    gone.isGone = true
    var dearer = gone
    dearer.isGone = false
    dearer.chosenPrice = Price(amount: "70.00", currency: "EUR")
    let (json, complaints) = try text([gone, dearer] + items(remote), "--output", "json")
    let lines = json.split(separator: "\n", omittingEmptySubsequences: false)

    expectEqual(lines.count, 4)
    #expect(lines[3].isEmpty)
    #expect(complaints.isEmpty)
    #expect(lines[0].hasPrefix(#"{"id":"7","title":"lake","description":null,"#))
    #expect(
      lines[0].hasSuffix(
        #""path":null,"size":null,"rating":null,"label":null,"companions":[],"utc_offset":null,"date_is_upload":null,"places":[],"date_is_file":null,"price_until":null,"headline":null,"copyright":null,"alt":null,"change":"gone"}"#
      ))
    #expect(lines[1].hasSuffix(#""change":"price"}"#))
    #expect(lines[2].hasSuffix(#""change":null}"#))
  }

  @Test func `an empty basket is empty output`() throws {
    #expect(try text([]) == ("", []))
    #expect(try text([], "--output", "json") == ("", []))
    try expectEqual(output(["--required"]).result([], status: 0).status, 1)
  }

  // MARK: - The options

  @Test func `on a terminal nothing is printed unless requested`() throws {
    func isPrinted(_ arguments: [String], _ isTerminal: Bool) throws -> Bool {
      try output(arguments, isForTerminal: isTerminal).result([], status: 0).bytes != nil
    }

    #expect(try !isPrinted([], true))
    #expect(try !isPrinted(["--required"], true))
    #expect(try isPrinted([], false))
    for arguments in [
      ["--output", "lines"], ["--print", "id"], ["-0"], ["--select"],
    ] {
      #expect(try isPrinted(arguments, true), "\(arguments)")
    }
  }

  @Test(arguments: [["--print", "id"], ["-0"]])
  func `options for lines cannot be combined with another form`(_ arguments: [String]) {
    #expect(throws: (any Error).self) {
      try OutputOptions.parse(["--output", "json"] + arguments)
    }
    #expect(throws: Never.self) { try OutputOptions.parse(["--output", "lines"] + arguments) }
  }
}
