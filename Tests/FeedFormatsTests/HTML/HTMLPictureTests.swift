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

  @Test(
    arguments: [
      // WordPress: a crop of 150 pixels, linked to its original.
      (
        """
        <a href="https://b.example/wp-content/uploads/city-20.jpg"><img width="150" height="150" \
        src="https://b.example/wp-content/uploads/city-20-150x150.jpg" srcset="\
        https://b.example/wp-content/uploads/city-20-150x150.jpg 150w, \
        https://b.example/wp-content/uploads/city-20-1536x1024.jpg 1536w, \
        https://b.example/wp-content/uploads/city-20-scaled.jpg 2560w"></a>
        """, "https://b.example/wp-content/uploads/city-20.jpg", nil, nil
      ),
      // Without the link, the largest form that is stated.
      (
        "<img src='/u/a-150x150.jpg' srcset='/u/a-150x150.jpg 150w, /u/a-scaled.jpg 2560w'>",
        "/u/a-scaled.jpg",
        2560, nil
      ),
      // A link to a page is not a link to a picture.
      (
        "<a href='/city/'><img src='a.jpg' srcset='b.jpg 300w, c.jpg 900w'></a>", "/c.jpg", 900, nil
      ),
      // A link that is known to be smaller is not used.
      ("<a href='a-300x200.jpg'><img src='a.jpg' srcset='b.jpg 900w'></a>", "/b.jpg", 900, nil),
      // The original of WordPress's sizes, which is not among them if it is large.
      ("<img src='/wp-content/uploads/a-1024x683.jpg'>", "/wp-content/uploads/a.jpg", nil, nil),
      ("<img class='size-large wp-image-7' src='/f/a-1024x683.jpg?v=2'>", "/f/a.jpg?v=2", nil, nil),
      (
        "<img class='wp-image-7' src='/f/a-1024x683.jpg' srcset='/f/a-1024x683.jpg 1024w, /f/a.jpg 2000w'>",
        "/f/a.jpg", 2000, nil
      ),
      // Elsewhere such a name may be the picture's own, and gives its size.
      ("<img src='/f/a-1024x683.jpg' width=300>", "/f/a-1024x683.jpg", 1024, 683),
      ("<img src='/wp-content/uploads/a-2x3.jpg'>", "/wp-content/uploads/a-2x3.jpg", nil, nil),
      // The size on the page is not the size of the picture.
      ("<img src='a.jpg' width=600 height=400>", "/a.jpg", nil, nil),
      // Densities, commas in URLs, and none after them.
      ("<img src='a.jpg' srcset='a.jpg, b.jpg 1.5x,c.jpg 3x , d.jpg 2x'>", "/c.jpg", nil, nil),
      (
        "<img src='s.jpg' srcset='https://c.example/w_100,h_50/a.jpg 100w, https://c.example/w_900,h_450/a.jpg 900w'>",
        "https://c.example/w_900,h_450/a.jpg", 900, nil
      ),
      ("<img srcset='a.jpg 100w 50h, b.jpg 200w 100h'>", "/b.jpg", 200, 100),
      ("<img src='a.jpg' srcset=',, ,x 99999999999999w, -5w b.jpg -1w'>", "/a.jpg", nil, nil),
      // Lazy loading; the largest form that a plugin states.
      (
        "<img src='data:image/gif;base64,R0' data-src='a.jpg' data-srcset='b.jpg 800w'>", "/b.jpg",
        800, nil
      ),
      (
        "<img src='a-300x200.jpg' data-orig-file='o.jpg' data-orig-size='4000,3000'>", "/o.jpg",
        4000, 3000
      ),
      (
        "<picture><source type='image/jxl' srcset='x.jxl 9000w'><source srcset='a.avif 800w' type='image/avif'>"
          + "<img src='a.jpg'></picture>", "/a.avif", 800, nil
      ),
    ] as [(String, String, Int?, Int?)])
  func `the largest form is used, with its own size`(
    html: String, address: String, width: Int?, height: Int?
  ) throws {
    let picture = try #require(all(html).first)

    expectEqual(shown(picture.image.url), address)
    expectEqual(picture.width, width)
    expectEqual(picture.height, height)
  }

  @Test func `all pictures come in order without duplicates, whatever their sizes`() {
    let html = """
      <p><img src="https://b.example/a-300x200.jpg"> <img src="//b.example/a.jpg?w=500">
      <noscript><img src="http://b.example/a-scaled.jpg"></noscript><!-- <img src="old.jpg"> -->
      <script>document.write("<img src='x.jpg'>")</script><IMG SRC=b.jpg><img src='https://b.example/c/1.jpg'>
      <img src='https://b.example/d/1.jpg'><img src='p.php?id=1'><img src='p.php?id=2'>
      """
    expectEqual(
      pictures(html),
      [
        "https://b.example/a-300x200.jpg", "/b.jpg", "https://b.example/c/1.jpg",
        "https://b.example/d/1.jpg",
        "/p.php?id=1", "/p.php?id=2",
      ])
  }

  @Test(arguments: [
    "<img width=1 height=1 src=c.gif>", "<img class='emoji' src='e.png'>", "<img alt=x>",
    "<img src=''>",
    "<img src='https://pixel.wp.com/b.gif'>", "<img src='data:image/png;base64,AA'>",
    "<imgx src=a.jpg>",
    "<img src='a.jpg", "<!-- <img src=a.jpg>", "< img src=a.jpg>", "", "<", "<img",
    "</img src=a.jpg>",
    "<img src=a.jpg width=24>",
  ])
  func `decoration and anything that is not a tag are ignored`(html: String) {
    #expect(pictures(html).isEmpty)
  }

  @Test(
    arguments: [
      ("A cat on a wall", "A cat on a wall"), ("", nil), ("  ", nil), ("a.jpg", nil), ("a", nil),
    ] as [(String, String?)])
  func `the description of a picture is its alternative text, unless that is the file's name`(
    alt: String, text: String?
  ) {
    expectEqual(all("<img alt=\"\(alt)\" src=\"/x/a.jpg\">").first?.text, text)
  }

  @Test func `the smallest form that is large enough is the thumbnail`() {
    let picture = all(
      "<img src='a.jpg' srcset='a-100x66.jpg 100w, a-300x200.jpg 300w, a-900x600.jpg 900w'>"
    ).first
    expectEqual(shown(picture?.thumbnail), "/a-300x200.jpg")
    expectEqual(shown(picture?.image.url), "/a-900x600.jpg")
  }

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
