import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// `y`: what goes to the clipboard, and the notice about it.
@Suite struct ClipboardCommandsTests {
  private let photo = Photo.stub(
    id: "7", name: "lake", imageURL: URL(string: "https://x.example/7.jpg"),
    pageURL: URL(string: "https://x.example/7"))

  private func file(_ path: String, id: String = "1") -> Photo {
    let file = FileReference(path: path)
    return .stub(id: id, name: "file", imageURL: file?.url, file: file)
  }

  @Test(
    arguments: [
      ("y", ["https://x.example/7"]),
      // Pressed again immediately it copies the other parts, and then the first again.
      (
        "yyyyy",
        ["https://x.example/7", "https://x.example/7.jpg", "lake", "7", "https://x.example/7"]
      ),
      // Another photo begins with its address.
      ("yjy", ["https://x.example/7", "/a/b.jpg"]),
      // A range is copied a line each.
      ("Vjy", ["https://x.example/7\n/a/b.jpg"]),
      // On the photo screen, that photo.
      ("ly", ["https://x.example/7"]),
    ] as [(String, [String])])
  func `y copies addresses, or pressed again other parts of a photo`(
    _ keys: String, _ texts: [String]
  ) {
    let run = GalleryRun([photo, file("/a/b.jpg", id: "8")], hasOutsideKeys: true)

    run.type(keys)

    expectEqual(run.terminal.copiedTexts, texts)
    if keys == "Vjy" { #expect(run.line(23).hasPrefix(" Copied 2 addresses")) }
  }

  @Test func `it says what it would copy next, and pressed later copies the address again`() {
    let run = GalleryRun([photo], hasOutsideKeys: true)

    run.type("y")
    #expect(
      run.line(23).hasPrefix(
        " Copied the address · y again: picture address · https://x.example/7"))
    run.clock += ClipboardCommands.patience
    run.type("y")

    expectEqual(run.terminal.copiedTexts, ["https://x.example/7", "https://x.example/7"])
  }

  @Test(
    arguments: [
      (["1", "2"], "jyO", ["https://x.example/2"]), ([], "yO", []),
    ] as [([Photo.ID], String, [String])])
  func `in the basket y and O act on the photo that is selected there, if there is one`(
    _ ids: [Photo.ID], _ keys: String, _ addresses: [String]
  ) {
    let photos = ids.map { Photo.stub(id: $0, pageURL: URL(string: "https://x.example/\($0)")) }
    let run = GalleryRun([], basket: ScriptedBasket(.of(photos)), hasOutsideKeys: true)
    run.type("y")
    #expect(run.terminal.copiedTexts.isEmpty)

    run.type("b" + keys)

    expectEqual(run.terminal.copiedTexts, addresses)
    expectEqual(run.opener.addresses, addresses)
  }

  @Test func `a file has its path, and an address if its name is not clean text`() throws {
    let odd = try #require(FileReference(path: [0x2F, 0xFF, 0x1B, 0x5B, 0x2E, 0x6A, 0x70, 0x67]))
    let double = try #require(FileReference(path: "/a  b.jpg"))

    expectEqual(PhotoAddress.text(of: file("/ä/b c.jpg")), "/ä/b c.jpg")
    expectEqual(PhotoAddress.text(of: .stub(file: odd)), "file:///%FF%1B%5B.jpg")
    expectEqual(PhotoAddress.text(of: .stub(file: double)), "file:///a%20%20b.jpg")
  }

  @Test func `an address too long to be one is not cut but left out`() throws {
    let url = try #require(
      URL(string: "https://x.example/" + String(repeating: "a", count: 20_000)))

    expectEqual(PhotoAddress.text(of: .stub(pageURL: url)), nil)
  }

  @Test func `a text that is too long, or a missing clipboard, is reported`() {
    let run = GalleryRun([photo], hasOutsideKeys: true)
    run.terminal.clipboardResult = .tooLong(byteLimit: 74_994)
    run.type("y")
    #expect(run.line(23).contains("Not copied: over the terminal's limit of 74 kB"))

    run.terminal.clipboardResult = .unavailable
    run.type("j")
    run.type("y")
    #expect(run.line(23).contains("This terminal has no clipboard"))
    #expect(run.terminal.copiedTexts.isEmpty)
  }

  @Test func `the notice fits a small terminal`() {
    let run = GalleryRun([photo], columns: 40, rows: 12, hasOutsideKeys: true)

    run.type("y")

    #expect(run.line(10).contains("Copied the address"))
    #expect(run.line(11).contains("https://x.example/7"))
  }
}

/// `O`: which address is opened, and the message if it is not.
@Suite struct DesktopCommandsTests {
  private let page = Photo.stub(
    imageURL: URL(string: "https://x.example/7.jpg"), pageURL: URL(string: "https://x.example/7"))

  @Test func `the page is opened, else the picture, else the file`() throws {
    let file = try #require(FileReference(path: "/a b.jpg"))
    let image = Photo.stub(id: "2", imageURL: URL(string: "https://x.example/2.jpg"))
    let run = GalleryRun([page, image, .stub(id: "3", file: file)], hasOutsideKeys: true)

    run.type("OjOjO")

    expectEqual(
      run.opener.addresses,
      ["https://x.example/7", "https://x.example/2.jpg", "file:///a%20b.jpg"])
    #expect(run.line(23).contains("Opening /a b.jpg"))
  }

  @Test func `of a marked range the selected photo alone is opened`() {
    let run = GalleryRun(
      [page, .stub(id: "2", imageURL: URL(string: "https://x.example/2.jpg"))], hasOutsideKeys: true
    )

    run.type("VjO")

    expectEqual(run.opener.addresses.count, 1)
  }

  @Test func `an address that cannot be opened is copied and shown`() {
    let run = GalleryRun([page], columns: 120, hasOutsideKeys: true)
    run.opener.error = "no desktop here"

    run.type("O")

    expectEqual(run.terminal.copiedTexts, ["https://x.example/7"])
    #expect(run.line(23).contains("Can't open: no desktop here · copied https://x.example/7"))
  }

  @Test func `a photo without an address says so`() {
    let run = GalleryRun([.stub()], hasOutsideKeys: true)

    run.type("O")

    #expect(run.opener.addresses.isEmpty)
    #expect(run.line(23).contains("Nothing to open: the photo has no address"))
  }
}
