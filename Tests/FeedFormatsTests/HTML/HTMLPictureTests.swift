import Foundation
import Testing

@testable import FeedFormats

/// Texts of HTML, whose pictures are in `Answers`.
@Suite struct HTMLPictureTests {
  /// A million bytes that could be read again and again.
  @Test(arguments: [
    "<img ", "<a href='", "<img src=a ", "<!-", "<script", "<script>", "<title>", "<<<<",
    "<img srcset='a b,c ", "</a",
  ])
  func `everything is read only once`(piece: String) {
    let html = String(repeating: piece, count: 1_000_000 / piece.utf8.count)
    let base = FeedBase(url: SyndicationFixture.url)
    #expect(HTMLPicture.all(in: html, base: base).count <= 100)
  }
}
