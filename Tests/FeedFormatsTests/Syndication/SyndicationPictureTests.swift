import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

/// Which picture of an item is shown.
@Suite struct SyndicationPictureTests {
  @Test(arguments: [
    (
      "<atom:link rel=\"self\" href=\"https://a.example/f/feed.xml\"/><link>https://h.example/</link>",
      "https://a.example/f/1.jpg"
    ),
    ("<link>https://h.example/</link>", "https://h.example/1.jpg"),
    ("<link>/</link>", "file:///folder/1.jpg"), ("", "file:///folder/1.jpg"),
  ])
  func `relative pictures in a saved RSS feed are resolved against the URL that it states`(
    channel: String, picture: String
  ) throws {
    let item = "<item><enclosure url=\"1.jpg\" type=\"image/jpeg\"/></item>"
    let page = try SyndicationFixture.page(
      SyndicationFixture.rss(channel + item), directory: Array("/folder".utf8))

    expectEqual(page.photos.first?.imageURL?.absoluteString, picture)
  }

  @Test(arguments: [
    ("<link rel=\"self\" href=\"https://a.example/f/atom.xml\"/>", "https://a.example/f/1.jpg"),
    ("<link href=\"https://h.example/\"/>", "https://h.example/1.jpg"),
    ("<link rel=\"next\" href=\"https://h.example/\"/>", "file:///folder/1.jpg"),
  ])
  func `relative pictures in a saved Atom feed are resolved against the URL that it states`(
    link: String, picture: String
  ) throws {
    let entry =
      "<entry><id>1</id><link rel=\"enclosure\" type=\"image/jpeg\" href=\"1.jpg\"/></entry>"
    let page = try SyndicationFixture.page(
      SyndicationFixture.atom(link + entry), directory: Array("/folder".utf8))

    expectEqual(page.photos.first?.imageURL?.absoluteString, picture)
  }

  private func pictures(_ item: String) throws -> [String?] {
    let photo = try SyndicationFixture.photo(item: item)
    return [photo?.imageURL?.lastPathComponent, photo?.thumbnailURL?.lastPathComponent]
  }

  @Test(
    arguments: [
      // The largest is the photo, and the smallest that is large enough is its thumbnail.
      (
        """
        <media:content url="/s.jpg" width="140" height="90"/><media:content url="/l.jpg" width="460"/>
        <media:content url="/m.jpg" width="300" height="200"/>
        """, "l.jpg", "s.jpg"
      ),
      (
        """
        <media:group><media:content url="/s.jpg" width="75" height="75" medium="image"/>
        <media:content url="/l.jpg" width="1024" height="768" medium="image"/></media:group>
        """, "l.jpg", "l.jpg"
      ),
      (
        "<media:content url='/l.jpg'><media:thumbnail url='/t.jpg'/></media:content><media:thumbnail url='/u.jpg'/>",
        "l.jpg", "t.jpg"
      ),
      (
        "<media:content url='/a.jpg'><media:content url='/b.jpg' width='9'/></media:content>",
        "b.jpg", "b.jpg"
      ),
      (
        "<media:content url='/a.jpg'/><media:content url='/b.jpg' isDefault='true'/>", "b.jpg",
        "b.jpg"
      ),
      (
        "<media:content url='/a.jpg' fileSize='1'/><media:content url='/b.jpg' fileSize='2'/>",
        "b.jpg", "b.jpg"
      ),
      // Anything that is not a picture is ignored.
      (
        """
        <media:content url="/a.mp4" type="video/mp4" width="1920" height="1080"/>
        <media:content url="/b.mp3"/><media:content url="/c.jpg" medium="video"/>
        <media:content url="/d" type="image/jpeg" width="10" height="10"/>
        """, "d", "d"
      ),
      (
        "<media:content url='/a.mov' type='video/quicktime'/><media:thumbnail url='/t.jpg'/>",
        "t.jpg", "t.jpg"
      ),
      (
        "<media:thumbnail url='/1.jpg' width='75'/><media:thumbnail url='/2.jpg' width='640'/>",
        "2.jpg",
        "2.jpg"
      ),
      (
        "<enclosure url='/a.mp3' type='audio/mpeg'/><enclosure url='/b' type='image/png'/>", "b",
        "b"
      ),
      ("<enclosure url='/a.png'/>", "a.png", "a.png"), ("<enclosure url='/a'/>", nil, nil),
      ("<enclosure url='/a.jpg' type='application/octet-stream'/>", "a.jpg", "a.jpg"),
      ("<g:image_link> /g.jpg </g:image_link>", "g.jpg", "g.jpg"),
      ("<description>&lt;img src=/d.jpg&gt;</description>", "d.jpg", "d.jpg"),
      ("<description><p><img src='/x.jpg'/></p></description>", "x.jpg", "x.jpg"),
      (
        "<content:encoded><![CDATA[<img width=1 height=1 src='/c.gif'><IMG alt='a>b' SRC=\"/e.jpg?a=1&amp;b\">]]></content:encoded>",
        "e.jpg", "e.jpg"
      ),
      (
        "<description><![CDATA[<img src='data:image/gif;base64,R0' data-src='/late.jpg'>]]></description>",
        "late.jpg", "late.jpg"
      ),
      (
        "<description><![CDATA[<img src='https://s.w.org/images/core/emoji/1.png'><img src='/2.jpg'>]]></description>",
        "2.jpg", "2.jpg"
      ),
      ("<itunes:image href='/cover.jpg'/>", "cover.jpg", "cover.jpg"),
      ("<image><url>/i.jpg</url></image>", "i.jpg", "i.jpg"),
      (
        """
        <media:content url="https://secure.gravatar.com/avatar/1?s=96" medium="image"/>
        <media:content url="/post.jpg" medium="image"/>
        """, "post.jpg", "post.jpg"
      ),
      ("<enclosure url='javascript:alert(1)' type='image/png'/>", nil, nil),
      ("<enclosure url='' type='image/png'/>", nil, nil), ("<title>words</title>", nil, nil),
      ("<g:shipping><g:image_link>/no.jpg</g:image_link></g:shipping>", nil, nil),
    ] as [(String, String?, String?)])
  func `the picture is the first and largest one in an item`(
    item: String, image: String?, thumbnail: String?
  ) throws {
    try expectEqual(pictures(item), [image, thumbnail])
  }

  private func image(_ entry: String, at feed: String) throws -> String? {
    let url = try #require(URL(string: feed))
    let text = SyndicationFixture.atom("<entry><id>1</id>\(entry)</entry>")
    let response = HTTPResponse(status: 200, body: Array(text.utf8), url: url)
    return try SyndicationFormat(url: url).decode(
      response, of: FeedPageRequest(),
      in: FeedContext(url: url, zone: .gmt, now: PresetFixture.now)
    ).photos.first?.imageURL?.absoluteString
  }

  @Test(arguments: [
    // RFC 3986, 4.2: an address that starts with the host has the scheme of its base.
    (
      #"<content type="html">&lt;img src="//cdn.example/a.jpg"&gt;</content>"#,
      "http://cdn.example/a.jpg"
    ),
    (
      #"<link rel="enclosure" type="image/jpeg" href="//cdn.example/a.jpg"/>"#,
      "http://cdn.example/a.jpg"
    ),
    (
      #"<content type="html" xml:base="https://b.example/">&lt;img src="//cdn.example/a.jpg"&gt;</content>"#,
      "https://cdn.example/a.jpg"
    ),
    // The text's own base, which is resolved itself, and wins.
    (
      #"<content type="html">&lt;base href="http://b.example/posts/"&gt;&lt;img src="i/a.jpg"&gt;</content>"#,
      "http://b.example/posts/i/a.jpg"
    ),
    (
      #"<content type="html">&lt;base href="../posts/"&gt;&lt;img src="i/a.jpg"&gt;</content>"#,
      "http://x.example/posts/i/a.jpg"
    ),
    (
      #"<content type="html" xml:base="/base/">&lt;img src="i/a.jpg"&gt;&lt;base href="posts/"&gt;</content>"#,
      "http://x.example/base/posts/i/a.jpg"
    ),
    (
      #"<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><base href="/p/"/><img src="a.jpg"/></div></content>"#,
      "http://x.example/p/a.jpg"
    ),
    // A stated base may be relative to the document.
    (
      #"<content type="html" xml:base="posts/">&lt;img src="a.jpg"&gt;</content>"#,
      "http://x.example/blog/posts/a.jpg"
    ),
  ])
  func `relative addresses are resolved against what is stated`(entry: String, url: String) throws {
    try expectEqual(image(entry, at: "http://x.example/blog/feed.xml"), url)
  }
}
