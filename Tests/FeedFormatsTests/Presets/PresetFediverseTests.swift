import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

/// Posts of Bluesky, of ActivityPub outboxes, and of WordPress.com. The responses were written for these tests, in the
/// format of recorded ones.
@Suite struct PresetFediverseTests {
  // MARK: Bluesky

  private static func post(
    _ key: String, text: String = "Fog\\nin the morning", embed: String, rest: String = ""
  ) -> String {
    #"""
    {"post":{"uri":"at://did:plc:ann/app.bsky.feed.post/\#(key)","cid":"bafy\#(key)",
    "author":{"did":"did:plc:ann","handle":"ann.example","displayName":"Ann Lens","labels":[]},
    "record":{"$type":"app.bsky.feed.post","createdAt":"2025-09-11T15:23:08.464Z","text":"\#(text)",
    "facets":[{"features":[{"$type":"app.bsky.richtext.facet#tag","tag":"fog"}],"index":{"byteStart":0,"byteEnd":3}}]},
    "embed":\#(embed),"indexedAt":"2025-09-11T15:23:22.204Z","labels":[]\#(rest)}}
    """#
  }

  private static func images(_ names: String...) -> String {
    let views = names.map {
      #"{"thumb":"https://cdn.bsky.app/img/feed_thumbnail/plain/\#($0)@jpeg","fullsize":"https://cdn.bsky.app/img/feed_fullsize/plain/\#($0)@jpeg","alt":"Alt of \#($0)","aspectRatio":{"height":2000,"width":1125}}"#
    }
    return #"{"$type":"app.bsky.embed.images#view","images":[\#(views.joined(separator: ","))]}"#
  }

  private func bluesky(
    _ posts: [String], cursor: String = "", environment: (String) -> String? = { _ in nil }
  ) throws -> FeedPage {
    let format = try PresetFormat(
      preset: try PresetFixture.preset("bluesky"), argument: "ann.example", environment: environment
    )
    return try PresetFixture.page(format, #"{"feed":[\#(posts.joined(separator: ","))]\#(cursor)}"#)
  }

  @Test func `bluesky: each picture of a post is a photo with its alternative text`() throws {
    let page = try bluesky(
      [Self.post("3ly", embed: Self.images("one", "two"))],
      cursor: #","cursor":"2025-09-11T15:23:08Z""#)

    expectEqual(page.photos.count, 2)
    let photo = try #require(page.photos.first)
    expectEqual(photo.id, "at://did:plc:ann/app.bsky.feed.post/3ly")
    expectEqual(photo.name, "Fog")
    expectEqual(photo.description, "Fog\nin the morning\n\nAlt of one")
    expectEqual(photo.author, "Ann Lens")
    expectEqual(photo.tags, ["fog"])
    expectEqual(photo.createdAt?.timeIntervalSince1970, 1_757_604_188.464)
    expectEqual(photo.pageURL?.absoluteString, "https://bsky.app/profile/did:plc:ann/post/3ly")
    expectEqual(
      photo.imageURL?.absoluteString, "https://cdn.bsky.app/img/feed_fullsize/plain/one@jpeg")
    expectEqual(
      photo.thumbnailURL?.absoluteString, "https://cdn.bsky.app/img/feed_thumbnail/plain/one@jpeg")
    // A ratio is not a size.
    #expect(photo.width == nil && photo.height == nil)
    expectEqual(page.photos.last?.description?.hasSuffix("Alt of two"), true)
    expectEqual(page.next, .continuation(.token("2025-09-11T15:23:08Z")))
  }

  @Test func `bluesky: pictures next to a quotation count, videos and link previews do not`() throws
  {
    let quoted =
      #"{"$type":"app.bsky.embed.recordWithMedia#view","record":{"record":{"uri":"at://x"}},"media":\#(Self.images("three"))}"#
    let film =
      #"{"$type":"app.bsky.embed.video#view","cid":"b","playlist":"https://v/p.m3u8","thumbnail":"https://v/t.jpg"}"#
    let link =
      #"{"$type":"app.bsky.embed.external#view","external":{"uri":"https://x","title":"T","thumb":"https://cdn/t.jpg"}}"#
    let page = try bluesky([
      Self.post("1", embed: quoted), Self.post("2", embed: film), Self.post("3", embed: link),
    ])

    expectEqual(page.photos.map { $0.imageURL?.lastPathComponent }, ["three@jpeg"])
    expectEqual(page.skipped.picturelessCount, 2)
    expectEqual(page.next, .end)
  }

  @Test func `bluesky: labelled posts are listed on request, posts for members never`() throws {
    let labelled = Self.post("1", embed: Self.images("a")).replacing(
      #""labels":[]}}"#, with: #""labels":[{"src":"did:plc:x","val":"nudity"}]}}"#)
    let members = Self.post("2", embed: Self.images("b")).replacing(
      #""displayName":"Ann Lens","labels":[]"#,
      with: #""displayName":"Ann Lens","labels":[{"val":"!no-unauthenticated"}]"#)
    let posts = [labelled, members, Self.post("3", embed: Self.images("c"))]

    let page = try bluesky(posts)
    expectEqual(page.photos.map { $0.imageURL?.lastPathComponent }, ["c@jpeg"])
    expectEqual(page.skipped.count, 0)
    let all = try bluesky(posts) { $0 == "VITRINE_SENSITIVE" ? "show" : nil }
    expectEqual(all.photos.map { $0.imageURL?.lastPathComponent }, ["a@jpeg", "c@jpeg"])
  }

  @Test func `bluesky: a handle is requested, and an unknown one is not found`() throws {
    let format = try PresetFormat(
      preset: try PresetFixture.preset("bluesky"), argument: "ann.example",
      environment: { _ in nil })

    try expectEqual(
      format.request(for: FeedPageRequest(size: 30)).url.absoluteString,
      "https://public.api.bsky.app/xrpc/app.bsky.feed.getAuthorFeed?actor=ann.example&filter=posts_with_media&limit=30"
    )
    #expect(throws: PhotoSourceError.notFound(name: "x.example")) {
      try PresetFixture.page(
        format, #"{"error":"InvalidRequest","message":"Profile not found"}"#, status: 400)
    }
  }

  // MARK: ActivityPub

  private static let attachment = #"""
    {"type":"Document","mediaType":"image/jpeg","name":"A pier in fog",
    "url":"https://files.example/media_attachments/files/1/original/a.jpg","width":1200,"height":800}
    """#

  private static func note(_ id: String, attachment: String, rest: String = "") -> String {
    #"""
    {"id":"https://social.example/users/ann/statuses/\#(id)/activity","type":"Create",
    "actor":"https://social.example/users/ann","published":"2024-01-10T07:13:25Z",
    "object":{"id":"https://social.example/users/ann/statuses/\#(id)","type":"Note","summary":null,
    "published":"2024-01-10T07:13:25Z","url":"https://social.example/@ann/\#(id)",
    "attributedTo":"https://social.example/users/ann","sensitive":false,
    "content":"<p>The pier <a href=\"x\">#fog</a></p><p>More</p>","attachment":\#(attachment),
    "tag":[{"type":"Hashtag","href":"x","name":"#fog"},{"type":"Mention","href":"x","name":"@bob@b.example"}]\#(rest)}}
    """#
  }

  private static func outbox(_ items: [String], rest: String = "") -> String {
    #"""
    {"@context":"https://www.w3.org/ns/activitystreams","id":"https://social.example/users/ann/outbox?page=true",
    "type":"OrderedCollectionPage","partOf":"https://social.example/users/ann/outbox",
    "orderedItems":[\#(items.joined(separator: ","))]\#(rest)}
    """#
  }

  private func outbox(_ json: String, environment: (String) -> String? = { _ in nil }) throws
    -> FeedPage
  {
    let format = try PresetFormat(
      preset: try PresetFixture.preset("activitypub"), argument: "https://social.example/users/ann",
      environment: environment)
    return try PresetFixture.page(format, json, url: "https://social.example/users/ann")
  }

  @Test func `activitypub: each picture of a note is a photo with its alternative text`() throws {
    // Pixelfed calls them images, has no thumbnails, and may write one attachment without a list.
    let second =
      #"{"type":"Image","mediaType":"image/png","url":"https://pix.example/b.png","name":"A buoy"}"#
    let page = try outbox(
      Self.outbox(
        [
          Self.note("1", attachment: "[\(Self.attachment),\(second)]"),
          Self.note("2", attachment: second),
        ],
        rest: #","next":"https://social.example/users/ann/outbox?max_id=1&page=true""#))

    expectEqual(page.photos.count, 3)
    let photo = try #require(page.photos.first)
    expectEqual(photo.id, "https://social.example/users/ann/statuses/1")
    expectEqual(photo.name, "The pier #fog")
    expectEqual(photo.description, "The pier #fog\n\nMore\n\nA pier in fog")
    expectEqual(photo.author, "ann")
    expectEqual(photo.tags, ["fog"])
    expectEqual(photo.pageURL?.absoluteString, "https://social.example/@ann/1")
    expectEqual(photo.createdAt?.timeIntervalSince1970, 1_704_870_805)
    #expect(photo.width == 1200 && photo.height == 800)
    expectEqual(
      photo.thumbnailURL?.absoluteString,
      "https://files.example/media_attachments/files/1/small/a.jpg")
    expectEqual(page.photos[1].thumbnailURL?.absoluteString, "https://pix.example/b.png")
    expectEqual(page.photos[1].description?.hasSuffix("A buoy"), true)
    let next = try #require(
      URL(string: "https://social.example/users/ann/outbox?max_id=1&page=true"))
    expectEqual(page.next, .continuation(.url(next)))
  }

  @Test func `activitypub: videos, text posts and posts of others are not photos`() throws {
    let film =
      #"[{"type":"Document","mediaType":"video/mp4","url":"https://f/a.mp4"},{"type":"Video","url":"https://f/b"}]"#
    let passedOn =
      #"{"id":"https://social.example/a","type":"Announce","object":"https://b.example/1"}"#
    let page = try outbox(
      Self.outbox([Self.note("1", attachment: film), Self.note("2", attachment: "[]"), passedOn]))

    #expect(page.photos.isEmpty)
    expectEqual(page.skipped.picturelessCount, 2)
  }

  @Test func `activitypub: sensitive posts are listed on request, with their warning`()
    throws
  {
    let json = Self.outbox([
      Self.note("1", attachment: "[\(Self.attachment)]").replacing(
        #""sensitive":false"#, with: #""sensitive":true"#
      )
      .replacing(#""summary":null"#, with: #""summary":"Eyes""#)
    ])

    #expect(try outbox(json).photos.isEmpty)
    let shown = try outbox(json) { $0 == "VITRINE_SENSITIVE" ? "show" : nil }
    expectEqual(shown.photos.map(\.name), ["Eyes"])
  }

  @Test(arguments: [
    (
      #"{"@context":[],"id":"i","type":"Person","inbox":"/users/ann/inbox","outbox":"/users/ann/outbox"}"#,
      "https://social.example/users/ann/outbox"
    ),
    (
      #"{"@context":"c","id":"i","type":"OrderedCollection","totalItems":9,"first":"https://social.example/o?page=true"}"#,
      "https://social.example/o?page=true"
    ),
    (
      #"{"@context":"c","id":"i","type":"OrderedCollection","totalItems":9,"first":{"type":"OrderedCollectionPage","id":"https://social.example/o?page=1"}}"#,
      "https://social.example/o?page=1"
    ),
    // Behind a proxy, a server's own URLs may lack encryption.
    (
      #"{"@context":"c","id":"i","type":"OrderedCollection","totalItems":9,"first":"http://social.example/o?page=1"}"#,
      "https://social.example/o?page=1"
    ),
  ])
  func `activitypub: a person refers to the outbox, which refers to its first page`(
    json: String, address: String
  ) throws {
    let page = try outbox(json)
    let next = try #require(URL(string: address))

    #expect(page.photos.isEmpty)
    expectEqual(page.next, .continuation(.url(next)))
  }

  @Test func `activitypub: a first page may be in the outbox itself`() throws {
    let page = try outbox(
      #"""
      {"@context":"c","id":"i","type":"OrderedCollection","totalItems":9,"first":{"type":"OrderedCollectionPage",
      "next":"https://social.example/o?page=2","orderedItems":[\#(Self.note("1", attachment: Self.attachment))]}}
      """#)

    expectEqual(page.photos.count, 1)
    expectEqual(page.totalCount, 9)
    let next = try #require(URL(string: "https://social.example/o?page=2"))
    expectEqual(page.next, .continuation(.url(next)))
  }

  @Test func `activitypub: the response is requested as ActivityPub`() throws {
    let format = try PresetFormat(
      preset: try PresetFixture.preset("activitypub"), argument: "https://social.example/@ann",
      environment: { _ in nil })
    let first = try format.request(for: FeedPageRequest())

    expectEqual(first.url.absoluteString, "https://social.example/@ann")
    expectEqual(first.headers["Accept"]?.hasPrefix("application/activity+json"), true)
  }

  // MARK: WordPress.com

  @Test func `wordpress-com: the pictures of a post, with their descriptions`() throws {
    let page = try PresetFixture.page(
      try PresetFixture.preset("wordpress-com"),
      #"""
      {"found":41,"posts":[{"ID":12,"site_ID":3584907,"global_ID":99,"author":{"ID":5,"login":"ann","name":"Ann &amp; Co"},
      "date":"2023-05-04T10:00:00+02:00","title":"The pier &#8211; again","URL":"https://ann.example/2023/pier/",
      "excerpt":"<p>Fog.</p>\n","content":"<p><img src=\"https://ann.files.wordpress.com/pier.jpg?w=640\"></p>",
      "featured_image":"https://ann.files.wordpress.com/pier.jpg","post_thumbnail":{"ID":7,
      "URL":"https://ann.files.wordpress.com/pier.jpg","width":4000,"height":3000},"tags":{"Fog":{"ID":1,"name":"Fog"}},
      "attachments":{"7":{"ID":7,"URL":"https://ann.files.wordpress.com/pier.jpg","mime_type":"image/jpeg",
      "title":"pier","caption":"","description":"","alt":"A pier in fog","width":4000,"height":3000,
      "thumbnails":{"thumbnail":"https://ann.files.wordpress.com/pier.jpg?w=150","medium":"https://ann.files.wordpress.com/pier.jpg?w=300"}},
      "8":{"ID":8,"URL":"https://ann.files.wordpress.com/talk.pdf","mime_type":"application/pdf"}}}]}
      """#, argument: "ann.example")

    let photo = try #require(page.photos.first)
    expectEqual(page.photos.count, 1)
    expectEqual(photo.id, "99")
    expectEqual(photo.name, "The pier – again")
    expectEqual(photo.description, "Fog.\n\nA pier in fog")
    expectEqual(photo.author, "Ann & Co")
    expectEqual(photo.tags, ["Fog"])
    expectEqual(photo.imageURL?.absoluteString, "https://ann.files.wordpress.com/pier.jpg")
    expectEqual(
      photo.thumbnailURL?.absoluteString, "https://ann.files.wordpress.com/pier.jpg?w=300")
    #expect(photo.width == 4000 && photo.height == 3000)
    expectEqual(page.totalCount, 41)
  }

  @Test func `wordpress-com: a search is done on the site, and an unknown site is not found`()
    throws
  {
    let format = try PresetFormat(
      preset: try PresetFixture.preset("wordpress-com"), argument: "ann.wordpress.com",
      environment: { _ in nil })
    let search = try format.request(
      for: FeedPageRequest(position: .number(2), size: 20, query: PhotoQuery(search: "fog")))

    expectEqual(
      search.url.absoluteString,
      "https://public-api.wordpress.com/rest/v1.1/sites/ann.wordpress.com/posts/?search=fog&number=20&page=2"
    )
    #expect(throws: PhotoSourceError.notFound(name: "x.example/list")) {
      try PresetFixture.page(
        format, #"{"error":"unknown_blog","message":"Unknown blog"}"#, status: 404)
    }
  }
}
