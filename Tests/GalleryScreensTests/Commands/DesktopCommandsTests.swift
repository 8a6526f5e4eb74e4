import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

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
      [
        "https://x.example/7", "https://x.example/2.jpg", "file:///a%20b.jpg",
      ])
    #expect(run.line(23).contains("Opening /a b.jpg"))
  }

  @Test func `of a marked range the selected photo alone is opened`() {
    let run = GalleryRun(
      [page, .stub(id: "2", imageURL: URL(string: "https://x.example/2.jpg"))], hasOutsideKeys: true
    )

    run.type("VjO")

    expectEqual(run.opener.addresses.count, 1)
  }

  @Test(arguments: [
    AddressOpeningError.noDesktop, .noProgram(name: "xdg-open"), .failed(name: "p"),
  ])
  func `an address that cannot be opened is copied and shown`(_ error: AddressOpeningError) {
    let run = GalleryRun([page], columns: 120, hasOutsideKeys: true)
    run.opener.error = error

    run.type("O")

    expectEqual(run.terminal.copiedTexts, ["https://x.example/7"])
    #expect(run.line(23).contains("Can't open: \(error.words) · copied https://x.example/7"))
  }

  @Test func `a photo without an address says so`() {
    let run = GalleryRun([.stub()], hasOutsideKeys: true)

    run.type("O")

    #expect(run.opener.addresses.isEmpty)
    #expect(run.line(23).contains("Nothing to open: the photo has no address"))
  }
}
