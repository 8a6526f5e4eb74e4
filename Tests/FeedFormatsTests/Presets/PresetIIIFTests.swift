import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

/// IIIF Presentation API 2, in the forms that libraries use; version 3 is in `Answers`.
///
/// The documents were written for these tests and are as short as possible; the members that libraries use were taken
/// from recorded manifests of two dozen institutions.
@Suite struct PresetIIIFTests {
  private static let server = "https://library.example/iiif"

  private static func service(
    _ name: String, context: String? = "http://iiif.io/api/image/2/context.json",
    profile: String? = #""http://iiif.io/api/image/2/level1.json""#, rest: String = ""
  ) -> String {
    let members = [
      context.map { #""@context":"\#($0)""# }, #""@id":"\#(server)/\#(name)""#,
      profile.map { #""profile":\#($0)"# },
    ]
    return "{\(members.compactMap { $0 }.joined(separator: ","))\(rest)}"
  }

  private static func resource(_ address: String, service: String? = nil, rest: String = "")
    -> String
  {
    let service = service.map { #","service":\#($0)"# } ?? ""
    return #"{"@id":"\#(address)","@type":"dctypes:Image","format":"image/jpeg""#
      + #","width":3204,"height":4613\#(service)\#(rest)}"#
  }

  private static func canvas(_ name: String, label: String, resource: String, rest: String = "")
    -> String
  {
    #"""
    {"@id":"\#(server)/canvas/\#(name)","@type":"sc:Canvas","label":\#(label),"height":461,"width":320,
    "images":[{"@type":"oa:Annotation","motivation":"sc:painting","resource":\#(resource),
    "on":"\#(server)/canvas/\#(name)"}]\#(rest)}
    """#
  }

  private static func manifest(_ rest: String, _ canvases: [String]) -> String {
    #"""
    {"@context":"http://iiif.io/api/presentation/2/context.json","@id":"\#(server)/manifest.json",
    "@type":"sc:Manifest",\#(rest),"sequences":[{"@id":"\#(server)/sequence","@type":"sc:Sequence",
    "canvases":[\#(canvases.joined(separator: ","))]},{"@id":"\#(server)/other","@type":"sc:Sequence"}]}
    """#
  }

  private static func page(_ json: String, _ url: String = "\(server)/manifest.json") throws
    -> FeedPage
  {
    let format = try PresetFormat(
      preset: try PresetFixture.preset("iiif"), argument: url, environment: { _ in nil })
    return try PresetFixture.page(format, json, url: url)
  }

  /// The photo in a manifest with one page.
  private static func photo(resource: String, rest: String = "") throws -> Photo {
    let text = manifest(
      #""label":"A book""#, [canvas("p1", label: #""1r""#, resource: resource, rest: rest)])
    return try #require(try page(text).photos.first)
  }

  @Test(arguments: [
    (#""Plain""#, "Plain"), (#"["First", "Second"]"#, "First"), ("1650", "1650"),
    (#"{"@value":"Kitāb","@language":"ar"}"#, "Kitāb"),
    (#"{"@value":"R2","type":"literal"}"#, "R2"),
    (#"[{"@value":"Welsh","@language":"cy"},{"@value":"English","@language":"en-GB"}]"#, "English"),
    (#"[{"@value":"Cymraeg","@language":"cy"},{"@value":"Deutsch","@language":"de"}]"#, "Cymraeg"),
    (#"[{"@value":"","@language":"en"},{"@value":"Deutsch","@language":"de"}]"#, "Deutsch"),
    (#"[{"value":"Text","language":"en"}]"#, "Text"), (#"["", {"@value":"Later"}]"#, "Later"),
    (#"{"de":["Titel"],"none":["Neutral"]}"#, "Neutral"),
    (#"{"de":["Titel"],"en":"Title"}"#, "Title"),
    (#"{"@value":["Wrapped"],"@language":"en"}"#, "Wrapped"),
  ])
  func `a label is read in every form, in English if available`(label: String, name: String)
    throws
  {
    let text = Self.manifest(
      #""label":\#(label)"#,
      [Self.canvas("p1", label: label, resource: Self.resource("https://x/1.jpg"))])
    let page = try Self.page(text)

    expectEqual(page.title, name)
    expectEqual(page.photos.first?.name, name)
  }

  @Test(
    arguments: [
      // Context, profile, rest of the service; what the image and the thumbnail are requested as.
      (
        "http://library.stanford.edu/iiif/image-api/1.1/context.json", #""level2""#,
        "full/full/0/native", 400
      ),
      (
        nil, #""http://library.stanford.edu/iiif/image-api/1.1/conformance.html#level1""#,
        "full/full/0/native", 400
      ),
      (
        "http://iiif.io/api/image/1/context.json", #""http://iiif.io/api/image/1/level1.json""#,
        "full/full/0/native", 400
      ),
      (
        "http://iiif.io/api/image/2/context.json",
        #"["http://iiif.io/api/image/2/level2.json",{"formats":["png"]}]"#, "full/full/0/default",
        400
      ),
      // A version 1 profile in a version 2 context, as in Qatar.
      (
        "http://iiif.io/api/image/2/context.json", #""http://iiif.io/api/image/1/level2.json""#,
        "full/full/0/default", 400
      ),
      ("http://iiif.io/api/image/3/context.json", #""level1""#, "full/max/0/default", 400),
      (nil, nil, "full/full/0/default", 400),
    ] as [(String?, String?, String, Int)])
  func `an image service of each version is used in its own way`(
    context: String?, profile: String?, whole: String, width: Int
  ) throws {
    // The resource's own URL is that of a page, as at Stanford.
    let photo = try Self.photo(
      resource: Self.resource(
        "https://library.example/item/1",
        service: Self.service("p1", context: context, profile: profile)))
    let quality = whole.split(separator: "/").last ?? ""

    expectEqual(photo.imageURL?.absoluteString, "\(Self.server)/p1/\(whole).jpg")
    expectEqual(
      photo.thumbnailURL?.absoluteString, "\(Self.server)/p1/full/\(width),/0/\(quality).jpg")
  }

  @Test func `services are found by type and in lists, except for those for logging in`() throws {
    let login =
      #"{"@context":"http://iiif.io/api/auth/1/context.json","@id":"https://library.example/login","profile":"http://iiif.io/api/auth/1/login"}"#
    let typed = #"{"id":"\#(Self.server)/p1/info.json","type":"ImageService3","profile":"level2"}"#
    let old = #"{"@id":"\#(Self.server)/p1/","@type":"ImageService1","profile":"level2"}"#

    let photos = try ["[\(login),\(typed)]", "[\(login),\(old)]", login].map {
      try Self.photo(resource: Self.resource("https://library.example/item/1", service: $0))
    }

    expectEqual(
      photos.map { $0.imageURL?.absoluteString },
      [
        "\(Self.server)/p1/full/max/0/default.jpg", "\(Self.server)/p1/full/full/0/native.jpg",
        "https://library.example/item/1",
      ])
  }

  @Test func `a service with fixed sizes is asked for one of them`() throws {
    let sizes =
      #","sizes":[{"width":1024,"height":840},{"width":100,"height":82},{"width":400,"height":328}]"#
    let service = Self.service(
      "p1", profile: #"["http://iiif.io/api/image/2/level0.json"]"#, rest: sizes)
    let master = try Self.photo(
      resource: Self.resource("https://library.example/p1.jp2", service: service))
    let picture = try Self.photo(
      resource: Self.resource("https://upload.example/p1.jpg", service: service))

    expectEqual(master.imageURL?.absoluteString, "\(Self.server)/p1/full/1024,840/0/default.jpg")
    expectEqual(master.thumbnailURL?.absoluteString, "\(Self.server)/p1/full/400,328/0/default.jpg")
    expectEqual(picture.imageURL?.absoluteString, "https://upload.example/p1.jpg")
  }

  @Test func `of a choice the first image is shown, and of a part the whole image`() throws {
    let shown = Self.resource("\(Self.server)/vis/full/!2000,2000/0/default.jpg")
    let other = Self.resource("\(Self.server)/ir/full/!2000,2000/0/default.jpg")
    let choice = try Self.photo(
      resource: #"{"@type":"oa:Choice","default":\#(shown),"item":[\#(other)]}"#)
    let part = try Self.photo(
      resource:
        #"{"@type":"oa:SpecificResource","full":\#(shown),"selector":{"@type":"iiif:ImageApiSelector","region":"0,0,9,9"}}"#
    )
    let empty = try Self.photo(
      resource: #"{"@type":"oa:Choice","default":"rdf:nil","item":[\#(other)]}"#)

    for photo in [choice, part] {
      expectEqual(
        photo.imageURL?.absoluteString, "\(Self.server)/vis/full/!2000,2000/0/default.jpg")
      expectEqual(photo.width, 3204)
    }
    expectEqual(empty.imageURL?.absoluteString, "\(Self.server)/ir/full/!2000,2000/0/default.jpg")
  }

  @Test(arguments: [
    (#""https://library.example/t/1.jpg""#, "https://library.example/t/1.jpg"),
    (
      #"{"@id":"https://library.example/t/1.jpg","@type":"dctypes:Image"}"#,
      "https://library.example/t/1.jpg"
    ),
    // Its own service has it in a larger size.
    (
      #"{"@id":"http://library.example/iiif/t/full/96,/0/default.jpg","service":{"@id":"https://library.example/iiif/t","profile":"http://iiif.io/api/image/2/level1.json"}}"#,
      "https://library.example/iiif/t/full/400,/0/default.jpg"
    ),
    // A service that is something else, as at Göttingen.
    (
      #"{"@id":"https://library.example/iiif/t/full/96,/0/default.jpg","service":{"@id":"https://library.example/manifest","profile":"http://iiif.io/api/image/2/level1.json"}}"#,
      "https://library.example/iiif/t/full/96,/0/default.jpg"
    ),
  ])
  func `a page's own thumbnail is used, with its service if it has the same URL`(
    thumbnail: String, address: String
  ) throws {
    let photo = try Self.photo(
      resource: Self.resource("https://x/1.jpg"), rest: #","thumbnail":\#(thumbnail)"#)

    expectEqual(photo.thumbnailURL?.absoluteString, address)
  }

  @Test(arguments: [
    (
      #""<a href=\"https://creativecommons.org/publicdomain/mark/1.0/\">https://creativecommons.org/publicdomain/mark/1.0/</a>""#,
      "PDM 1.0"
    ),
    (
      #"["http://rightsstatements.org/vocab/NoC-NC/1.0/","x"]"#,
      "No Copyright - Non-Commercial Use Only"
    ),
    (#""Free for teaching""#, "Free for teaching"),
  ])
  func `a licence is a URL, a URL in HTML, or text`(licence: String, name: String) throws {
    let text = Self.manifest(
      #""label":"A book","license":\#(licence)"#,
      [Self.canvas("p1", label: #""1r""#, resource: Self.resource("https://x/1.jpg"))])

    try expectEqual(Self.page(text).photos.first?.licence?.name, name)
  }

  @Test func `endless nesting and repetition are limited`() throws {
    let deep =
      String(repeating: #"{"@type":"oa:Choice","default":"#, count: 30)
      + Self.resource("https://x/1.jpg") + String(repeating: "}", count: 30)
    let text = Self.manifest(
      #""label":"A book""#, [Self.canvas("p1", label: #""1r""#, resource: deep)])
    let labels = (0..<5_000).map { #"{"@value":"\#($0)","@language":"l\#($0)"}"# }
    let many = Self.manifest(
      #""label":[\#(labels.joined(separator: ","))]"#,
      [Self.canvas("p1", label: #""1r""#, resource: Self.resource("https://x/1.jpg"))])

    try expectEqual(Self.page(text).skipped.picturelessCount, 1)
    try expectEqual(Self.page(many).title, "0")
  }

  // MARK: Collections

  private static func collection(_ rest: String) -> String {
    #"""
    {"@context":"http://iiif.io/api/presentation/2/context.json","@id":"\#(server)/collection.json",
    "@type":"sc:Collection","label":"Manuscripts","attribution":"The Library",\#(rest)}
    """#
  }

  private static func name(_ kind: String, _ name: String, rest: String = "") -> String {
    #"{"@id":"\#(server)/\#(name)","@type":"sc:\#(kind)","label":"\#(name)"\#(rest)}"#
  }

  /// The answer of a collection's address, and the format that reads it.
  private static func opened(_ text: String) throws -> (PresetFormat, HTTPResponse) {
    let format = try PresetFormat(
      preset: try PresetFixture.preset("iiif"), argument: "library.example/collection.json",
      environment: { _ in nil })
    return (format, try PresetFixture.response(text))
  }

  private static func context(_ response: HTTPResponse) -> FeedContext {
    FeedContext(url: response.url, zone: .gmt, now: PresetFixture.now)
  }

  @Test(arguments: ["manifests", "members"])
  func `a collection is read with its manifests`(list: String) throws {
    let text = Self.collection(
      #""\#(list)":[\#(Self.name("Manifest", "one.json")),\#(Self.name("Manifest", "two.json", rest: #","thumbnail":"https://library.example/two.jpg""#))]"#
    )
    let (format, response) = try Self.opened(text)
    var context = Self.context(response)

    let joins = format.joins(of: response, on: FeedPageRequest(), in: context)
    let first = try #require(joins.first)
    context.joined[first.url] = Array(
      Self.manifest(
        #""label":"One","description":"A book","license":"http://creativecommons.org/licenses/by/4.0/""#,
        [Self.canvas("p1", label: #""1r""#, resource: Self.resource("https://x/1.jpg"))]
      ).utf8)
    let page = try format.decode(response, of: FeedPageRequest(), in: context)

    expectEqual(joins.map(\.url.lastPathComponent), ["one.json", "two.json"])
    expectEqual(page.photos.map(\.name), ["one.json", "two.json"])
    let photo = try #require(page.photos.first)
    expectEqual(photo.imageURL?.absoluteString, "https://x/1.jpg")
    expectEqual(photo.description, "A book")
    expectEqual(photo.licence?.name, "CC BY 4.0")
    expectEqual(photo.author, "The Library")
    // Without its manifest, the thumbnail is all there is.
    expectEqual(page.photos.last?.imageURL?.absoluteString, "https://library.example/two.jpg")
  }

  @Test func `manifests that didn't come are missing, and not pages without a picture`() throws {
    let text = Self.collection(
      #""manifests":[\#(Self.name("Manifest", "one.json")),\#(Self.name("Manifest", "two.json"))]"#)
    let (format, response) = try Self.opened(text)
    var context = Self.context(response)
    let joins = format.joins(of: response, on: FeedPageRequest(), in: context)
    context.joined[try #require(joins.first).url] = Array(
      Self.manifest(#""label":"Words alone""#, []).utf8)

    let page = try format.decode(response, of: FeedPageRequest(), in: context)

    #expect(page.photos.isEmpty && page.skipped.count == 2)
    #expect(page.skipped.picturelessCount == 1 && page.skipped.unreadableCount == 1)
    expectEqual(
      page.skipped.items, [SkippedItem(name: "two.json", reason: "its data were not read")])
  }

  @Test func `so are collections in a collection`() throws {
    let (format, response) = try Self.opened(
      Self.collection(#""collections":[\#(Self.name("Collection", "inner.json"))]"#))

    let page = try format.decode(response, of: FeedPageRequest(), in: Self.context(response))

    #expect(page.skipped.picturelessCount == 0 && page.skipped.unreadableCount == 1)
  }

  @Test func `for a collection in a collection the first manifest is requested`() throws {
    let text = Self.collection(#""collections":[\#(Self.name("Collection", "inner.json"))]"#)
    let (format, response) = try Self.opened(text)
    var context = Self.context(response)

    let first = format.joins(of: response, on: FeedPageRequest(), in: context)
    expectEqual(first.map(\.url.lastPathComponent), ["inner.json"])
    context.joined[try #require(first.first).url] = Array(
      Self.collection(#""manifests":[\#(Self.name("Manifest", "one.json"))]"#).utf8)
    let second = format.joins(of: response, on: FeedPageRequest(), in: context)
    expectEqual(second.map(\.url.lastPathComponent), ["one.json"])
    context.joined[try #require(second.first).url] = Array(
      Self.manifest(
        #""label":"One""#,
        [Self.canvas("p1", label: #""1r""#, resource: Self.resource("https://x/1.jpg"))]
      ).utf8)

    let page = try format.decode(response, of: FeedPageRequest(), in: context)
    #expect(format.joins(of: response, on: FeedPageRequest(), in: context).isEmpty)
    expectEqual(page.photos.map(\.name), ["inner.json"])
    expectEqual(page.photos.first?.imageURL?.absoluteString, "https://x/1.jpg")
  }

  @Test func `the pages of a manifest request nothing else`() throws {
    let text = Self.manifest(
      #""label":"A book""#,
      [Self.canvas("p1", label: #""1r""#, resource: Self.resource("https://x/1.jpg"))])
    let format = try PresetFormat(
      preset: try PresetFixture.preset("iiif"), argument: "library.example/manifest.json",
      environment: { _ in nil })
    let response = try PresetFixture.response(text)

    #expect(
      format.joins(
        of: response, on: FeedPageRequest(),
        in: FeedContext(url: response.url, zone: .gmt, now: PresetFixture.now)
      ).isEmpty)
  }

  @Test func `a collection in pages refers to the first page and each page to the next`() throws {
    let top = try Self.page(
      Self.collection(#""first":"\#(Self.server)/collection.json?cursor=initial","total":3074231"#))
    let page = try Self.page(
      Self.collection(
        #""manifests":[\#(Self.name("Manifest", "one.json", rest: #","thumbnail":{"@id":"https://library.example/one.jpg"}"#))],"next":"\#(Self.server)/collection.json?cursor=b","total":3074231"#
      ))

    let first = try #require(URL(string: "\(Self.server)/collection.json?cursor=initial"))
    let next = try #require(URL(string: "\(Self.server)/collection.json?cursor=b"))
    #expect(top.photos.isEmpty)
    expectEqual(top.next, .continuation(.url(first)))
    expectEqual(page.next, .continuation(.url(next)))
    expectEqual(page.totalCount, 3_074_231)
  }

  @Test(arguments: [
    manifest(
      #""label":"A book""#, [canvas("p1", label: #""1r""#, resource: resource("https://x/1.jpg"))]),
    collection(#""manifests":[\#(name("Manifest", "one.json"))]"#),
    collection(#""members":[\#(name("Manifest", "one.json"))]"#),
    collection(#""collections":[\#(name("Collection", "one.json"))]"#),
    collection(#""first":"https://library.example/?cursor=a","total":1"#),
  ])
  func `a version 2 document is recognised by its structure`(json: String) {
    expectEqual(PresetFixture.library.recognise(Array(json.utf8), url: nil)?.name, "iiif")
  }
}
