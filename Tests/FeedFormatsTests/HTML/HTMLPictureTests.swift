import ExpectationSupport
import Foundation
import Testing

@testable import FeedFormats

/// Which pictures an HTML text has, and in which form.
@Suite struct HTMLPictureTests {
  private static let page = "https://p.example"

  private func all(_ html: String) -> [FeedPicture] {
    HTMLPicture.all(in: html, base: FeedBase(url: URL(string: Self.page + "/")))
  }

  /// Without the host of the page.
  private func shown(_ url: URL?) -> String? {
    url?.absoluteString.replacing(Self.page, with: "")
  }

  private func pictures(_ html: String) -> [String] { all(html).compactMap { shown($0.image.url) } }

  /// A million bytes that could be read again and again.
  @Test(arguments: [
    "<img ", "<a href='", "<img src=a ", "<!-", "<script", "<script>", "<title>", "<<<<",
    "<img srcset='a b,c ", "</a",
  ])
  func `everything is read only once`(piece: String) {
    let html = String(repeating: piece, count: 1_000_000 / piece.utf8.count)
    #expect(all(html).count <= 100)
  }
}
