import ExpectationSupport
import Foundation
import Testing

@testable import FeedFormats

@Suite struct FeedDiscoveryTests {
  private func feeds(_ html: String) -> [String] {
    FeedDiscovery.feeds(in: Array(html.utf8), of: SyndicationFixture.url).map(\.absoluteString)
  }

  @Test func `a page's feeds are found in its order`() {
    let html = """
      <!doctype html><html><head><link rel="stylesheet" href="a.css">
      <LINK REL='Alternate' TYPE="application/rss+xml" TITLE="News &amp; more" HREF=feed>
      <link rel="alternate home" type="application/atom+xml; charset=utf-8" href="/atom?a=1&amp;b=2" />
      <link rel="alternate" type="application/feed+json" href="https://cdn.example/feed.json">
      <link rel="alternate" type="application/json" href="/wp-json/1">
      <link rel="alternate" hreflang="de" href="/de"><link rel="alternate" type="application/rss+xml" href="feed">
      """

    expectEqual(
      feeds(html),
      [
        "https://photos.example/blog/feed", "https://photos.example/atom?a=1&b=2",
        "https://cdn.example/feed.json",
      ])
  }

  @Test func `the page's base URL is used`() {
    expectEqual(
      feeds("<base href='//x.example/y/'><link rel=alternate type=application/rss+xml href=z>"),
      ["https://x.example/y/z"])
  }

  @Test(arguments: [
    "", "<", "<link", "<link rel=", "<link rel='alternate", "plain words", "{}",
    "<link rel=alternate type=application/rss+xml href='javascript:alert(1)'>",
    "<link rel=alternate type=application/rss+xml>", "<linkrel=alternate>", "<link/><link ='x'>",
    "<links rel=alternate type=application/rss+xml href=/f>",
  ])
  func `pages without feed links have no feeds`(html: String) {
    #expect(feeds(html).isEmpty)
  }

  @Test(arguments: [
    #"href=/comments/feed/ title="All of it""#, #"href=/?feed=comments-rss2"#,
    #"href=/feeds/7/comments/default"#, #"href=/2024/post/feed/ title="Alps » Kommentar-Feed""#,
    #"href=/2024/post/feed/ title="Alps » Flux des commentaires""#,
    #"href=/2024/post/feed/ title="Alps » Reacties""#,
  ])
  func `a feed of comments comes after the page's own`(link: String) {
    let html = """
      <link rel=alternate type=application/rss+xml \(link)>
      <link rel=alternate type=application/rss+xml href=/feed/ title="Alps">
      """
    expectEqual(feeds(html).first, "https://photos.example/feed/")
    expectEqual(feeds(html).count, 2)
  }
}
