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

  private static let resource =
    #"{"@id":"https://x/1.jpg","@type":"dctypes:Image","format":"image/jpeg","width":3204,"height":4613}"#

  /// A manifest with one page, or with none.
  private static func manifest(_ rest: String, hasPage: Bool = true) -> String {
    let canvas = #"""
      {"@id":"\#(server)/canvas/p1","@type":"sc:Canvas","label":"1r","height":461,"width":320,
      "images":[{"@type":"oa:Annotation","motivation":"sc:painting","resource":\#(resource)}]}
      """#
    return #"""
      {"@context":"http://iiif.io/api/presentation/2/context.json","@id":"\#(server)/manifest.json",
      "@type":"sc:Manifest",\#(rest),"sequences":[{"@id":"\#(server)/sequence","@type":"sc:Sequence",
      "canvases":[\#(hasPage ? canvas : "")]}]}
      """#
  }

  private static func page(_ json: String, _ url: String = "\(server)/manifest.json") throws
    -> FeedPage
  {
    let format = try PresetFormat(
      preset: try PresetFixture.preset("iiif"), argument: url, environment: { _ in nil })
    return try PresetFixture.page(format, json, url: url)
  }

  @Test func `endless repetition is limited`() throws {
    let labels = (0..<5_000).map { #"{"@value":"\#($0)","@language":"l\#($0)"}"# }

    try expectEqual(
      Self.page(Self.manifest(#""label":[\#(labels.joined(separator: ","))]"#)).title, "0")
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
        #""label":"One","description":"A book","license":"http://creativecommons.org/licenses/by/4.0/""#
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
      Self.manifest(#""label":"Words alone""#, hasPage: false).utf8)

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
        #""label":"One""#
      ).utf8)

    let page = try format.decode(response, of: FeedPageRequest(), in: context)
    #expect(format.joins(of: response, on: FeedPageRequest(), in: context).isEmpty)
    expectEqual(page.photos.map(\.name), ["inner.json"])
    expectEqual(page.photos.first?.imageURL?.absoluteString, "https://x/1.jpg")
  }

  @Test func `the pages of a manifest request nothing else`() throws {
    let text = Self.manifest(
      #""label":"A book""#)
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
      #""label":"A book""#),
    collection(#""manifests":[\#(name("Manifest", "one.json"))]"#),
    collection(#""members":[\#(name("Manifest", "one.json"))]"#),
    collection(#""collections":[\#(name("Collection", "one.json"))]"#),
    collection(#""first":"https://library.example/?cursor=a","total":1"#),
  ])
  func `a version 2 document is recognised by its structure`(json: String) {
    expectEqual(PresetFixture.library.recognise(Array(json.utf8), url: nil)?.name, "iiif")
  }
}
