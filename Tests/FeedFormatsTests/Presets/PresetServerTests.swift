import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

/// Servers that users run themselves, and JSON Feed.
@Suite struct PresetServerTests {
  private let asset = #"""
    {"id":"2e94","type":"IMAGE","originalFileName":"lake.jpg","fileCreatedAt":"2023-01-31T17:20:37.085Z",
    "localDateTime":"2023-01-31T18:20:37.085Z","exifInfo":{"make":"NIKON CORPORATION","model":"NIKON D500",
    "exifImageWidth":4000,"exifImageHeight":3000,"orientation":"6","fNumber":1.8,"exposureTime":"1/200",
    "iso":100,"focalLength":50,"description":""},"tags":[{"id":"1","name":"lake"}]}
    """#

  @Test(arguments: [
    (#"{"assets":{"total":1,"count":1,"items":[ASSET],"nextPage":"2"}}"#, FeedPage.Next.number),
    (#"{"assets":{"total":1,"count":1,"items":[ASSET],"nextPage":2}}"#, .number),
    (#"{"assets":{"total":1,"count":1,"items":[ASSET],"nextPage":null}}"#, .end),
    (#"{"id":"7","albumName":"Album","assets":[ASSET]}"#, .end), ("[ASSET]", .end),
  ])
  func `immich: a search, an album and a list`(shape: String, next: FeedPage.Next) throws {
    let page = try PresetFixture.page(
      try PresetFixture.preset("immich"), shape.replacing("ASSET", with: asset),
      argument: "https://own.example")

    let photo = try #require(page.photos.first)
    expectEqual(page.next, next)
    expectEqual(photo.name, "lake.jpg")
    expectEqual(photo.camera, "NIKON D500")
    expectEqual(photo.width, 3000)
    expectEqual(photo.height, 4000)
    expectEqual(photo.exposure.shutterSpeed, "1/200")
    expectEqual(
      photo.imageURL?.absoluteString, "https://own.example/api/assets/2e94/thumbnail?size=preview")
    expectEqual(photo.createdAt, Date(timeIntervalSince1970: 1_675_189_237.085))
  }

  @Test func `a saved response that leaves out its server has posts without a picture`() throws {
    let preset = try PresetFixture.preset("immich")
    let format = PresetFormat(preset: preset, file: "assets.json") { _ in nil }

    let page = try PresetFixture.page(format, "[\(asset)]")

    #expect(page.photos.isEmpty)
    expectEqual(page.skipped.picturelessCount, 1)
    expectEqual(page.next, .end)
  }

  @Test func `immich: a video is not a photo`() throws {
    let video = asset.replacing("\"IMAGE\"", with: "\"VIDEO\"").replacing("2e94", with: "77")
    let page = try PresetFixture.page(
      try PresetFixture.preset("immich"), "[\(asset),\(video)]", argument: "https://own.example")

    expectEqual(page.photos.map(\.id), ["2e94"])
    #expect(page.skipped.count == 1 && page.skipped.picturelessCount == 1)
  }

  @Test(arguments: ["tok", nil])
  func `photoprism: pictures with the token in the response`(token: String?) throws {
    var headers: HTTPHeaders = ["X-Count": "1", "X-Limit": token == nil ? "60" : "1"]
    headers["X-Preview-Token"] = token
    let page = try PresetFixture.page(
      try PresetFixture.preset("photoprism"),
      #"""
      [{"UID":"ps1","Type":"image","TakenAt":"2019-05-05T10:00:00Z","TakenAtLocal":"0001-01-01T00:00:00Z",
      "Title":"Lake","Description":"Blue","CameraMake":"Unknown","CameraModel":"Unknown",
      "LensModel":"Unknown","Hash":"ab12","Width":4000,"Height":3000,"Iso":0,"FNumber":0}]
      """#, headers: headers, request: FeedPageRequest(size: 1), argument: "https://own.example")

    let photo = try #require(page.photos.first)
    expectEqual(photo.name, "Lake")
    expectEqual(photo.camera, nil)
    expectEqual(photo.lens, nil)
    expectEqual(photo.createdAt, Date(timeIntervalSince1970: 1_557_050_400))
    expectEqual(
      photo.imageURL?.absoluteString,
      "https://own.example/api/v1/t/ab12/\(token ?? "public")/fit_1920")
    expectEqual(page.next, (token == nil ? .end : .number))
  }

  @Test(arguments: [
    #"{"stat":"ok","result":{"paging":{"page":0,"per_page":1,"count":1,"total_count":"3"},"images":[ITEM]}}"#,
    #"{"stat":"ok","result":{"images":{"page":0,"per_page":1,"total_count":3,"_content":[ITEM]}}}"#,
  ])
  func `piwigo: numbers as text, newer and older lists`(shape: String) throws {
    let page = try PresetFixture.page(
      try PresetFixture.preset("piwigo"),
      shape.replacing(
        "ITEM",
        with: #"""
          {"id":"12","width":"4000","height":"3000","file":"a.jpg","name":null,"comment":"<b>Hi</b>",
          "date_creation":"0000-00-00 00:00:00","date_available":"2017-10-01 12:00:00",
          "page_url":"https://g.example/picture.php?/12","element_url":"https://g.example/a.jpg",
          "derivatives":{"thumb":{"url":"https://g.example/th.jpg"},"small":{"url":"https://g.example/sm.jpg"}}}
          """#), request: FeedPageRequest(size: 1), argument: "g.example")

    let photo = try #require(page.photos.first)
    expectEqual(photo.name, "a.jpg")
    expectEqual(photo.description, "Hi")
    expectEqual(photo.width, 4000)
    expectEqual(photo.createdAt, Date(timeIntervalSince1970: 1_506_859_200))
    expectEqual(photo.thumbnailURL?.absoluteString, "https://g.example/sm.jpg")
    expectEqual(page.totalCount, 3)
    expectEqual(page.next, .number)
  }

  @Test(arguments: [
    #""author":{"name":"Ann"}"#, #""authors":[{"name":"Ann"}]"#,
  ])
  func `jsonfeed: authors of both versions, relative URLs and photos for sale`(
    author: String
  ) throws {
    let preset = try PresetFixture.preset("jsonfeed")
    let format = try PresetFormat(preset: preset, argument: "x.example/feed.json?tag=sea") {
      _ in nil
    }
    let page = try PresetFixture.page(
      format,
      #"""
      {"version":"https://jsonfeed.org/version/1.1","title":"Sea &amp; sky","next_url":"?p=2",\#(author),
      "items":[{"id":"1","title":"Lake","url":"/lake","content_html":"<p>x <img alt='' src='/i/1.jpg'></p>",
      "date_published":"2017-10-01T12:00:00Z","tags":["lake"],"_photo":{"for_sale":true,"price":"80.00",
      "currency":"EUR","licence":"CC BY 4.0"}},
      {"id":"2","attachments":[{"mime_type":"audio/mp3","url":"/a.mp3"},
      {"mime_type":"image/jpeg","url":"https://x.example/2.jpg"}]},{"id":"3","content_text":"no picture"}]}
      """#, url: "https://x.example/feed.json?tag=sea")

    try expectEqual(format.request(for: FeedPageRequest()).url.query(), "tag=sea")
    expectEqual(page.photos.map(\.id), ["1", "2"])
    expectEqual(page.title, "Sea & sky")
    let photo = try #require(page.photos.first)
    expectEqual(photo.author, "Ann")
    expectEqual(photo.imageURL?.absoluteString, "https://x.example/i/1.jpg")
    expectEqual(photo.pageURL?.absoluteString, "https://x.example/lake")
    expectEqual(photo.saleStatus, .forSale)
    expectEqual(photo.price, Price(amount: "80.00", currency: "EUR"))
    expectEqual(photo.licence?.name, "CC BY 4.0")
    expectEqual(
      page.next, .continuation(.url(try #require(URL(string: "https://x.example/feed.json?p=2")))))
    #expect(!format.hasNumberedPages)
  }

  /// A response of Datasette 0.65.5 to `photos.json?_shape=objects&_size=2`, with some keys removed.
  private static let datasetteRows = #"""
    {"database": "gallery", "table": "photos", "is_view": false, "human_description_en": "",
    "rows": [{"id": "p1", "title": "Harbour at dawn", "description": null, "author": "Ann Example",
    "date": "2024-01-15T01:30:00Z", "camera": "Nikon D850", "lens": null,
    "thumbnail_url": "https://pictures.example/t/1.jpg", "image_url": "https://pictures.example/1.jpg",
    "page_url": "https://pictures.example/p/1", "for_sale": 0, "price": 19.5, "currency": "EUR",
    "licence": "CC BY 4.0", "width": 4001, "height": 3000, "tags": "[\"sea\", \"north\"]",
    "size": 1000, "rating": 1}, {"id": "p2", "title": "Snow & ice", "description": "Morning light",
    "author": "Ann Example", "date": "2024-02-15T02:30:00Z", "camera": "Canon EOS R5", "lens": null,
    "thumbnail_url": "https://pictures.example/t/2.jpg", "image_url": "https://pictures.example/2.jpg",
    "page_url": "https://pictures.example/p/2", "for_sale": null, "price": 120.0, "currency": "EUR",
    "licence": "CC BY 4.0", "width": 4002, "height": 3000, "tags": "[]", "size": 2000, "rating": 2}],
    "truncated": false, "filtered_table_rows_count": 7, "primary_keys": ["id"], "next": "p2",
    "next_url": "http://127.0.0.1:28411/gallery/photos.json?_shape=objects&_size=2&_next=p2"}
    """#

  @Test func `datasette: a row of a table`() throws {
    let page = try PresetFixture.page(
      try PresetFixture.preset("datasette"), Self.datasetteRows,
      argument: "data.example/gallery/photos")

    let photo = try #require(page.photos.first)
    expectEqual(page.photos.map(\.id), ["p1", "p2"])
    expectEqual(page.totalCount, 7)
    expectEqual(page.next, .continuation(.token("p2")))
    expectEqual(photo.name, "Harbour at dawn")
    expectEqual(photo.camera, "Nikon D850")
    expectEqual(photo.createdAt, Date(timeIntervalSince1970: 1_705_282_200))
    expectEqual(photo.tags, ["sea", "north"])
    expectEqual(photo.price, Price(amount: "19.5", currency: "EUR"))
    expectEqual(photo.licence?.name, "CC BY 4.0")
    expectEqual(page.photos.map(\.saleStatus), [.notForSale, .unstated])
    expectEqual(page.photos.map(\.tags.count), [2, 0])
  }

  @Test func `datasette: filters, orders and words are requested in its own way`() throws {
    let format = try PresetFormat(
      preset: try PresetFixture.preset("datasette"), argument: "http://data.example/gallery/photos"
    ) { _ in nil }
    func url(_ query: PhotoQuery, _ position: FeedPosition = .number(1)) throws -> String {
      let query = query.answered(by: format.capabilities)
      let zone = try #require(TimeZone(secondsFromGMT: 0))
      let page = FeedPageRequest(position: position, size: 2, query: query, zone: zone)
      return try format.request(for: page).url.absoluteString
    }
    let base = "http://data.example/gallery/photos.json?_shape=objects&_size=2"
    let filter = FilterReading("camera:nikon price:<100 sale:yes date:2024 rating:5").expression

    try expectEqual(url(.everything), base)
    try expectEqual(url(.everything, .continuation(.token("p2"))), base + "&_next=p2")
    try expectEqual(
      url(PhotoQuery(filter: filter, sort: PhotoSort(.date, isDescending: true))),
      base + "&camera__contains=nikon&price__lt=100&for_sale__exact=1"
        + "&date__gte=2024-01-01T00%3A00%3A00Z&date__lt=2025-01-01T00%3A00%3A00Z&_sort_desc=date")
    try expectEqual(url(PhotoQuery(sort: PhotoSort(.date))), base)
    let search = try url(PhotoQuery(search: "it's') or 1=1 --"))
    #expect(
      search.contains("_where=(title%20like%20'%25it%27%27s%27%27%29%20or%201%3D1%20--%25'%20or%20")
    )
  }

  @Test func `datasette: errors are reported in its own words`() throws {
    let preset = try PresetFixture.preset("datasette")

    // Responses of Datasette 0.65.5.
    #expect(throws: PhotoSourceError.notFound(name: "x.example/list")) {
      try PresetFixture.page(
        preset, #"{"ok": false, "error": "Table not found", "status": 404, "title": null}"#,
        status: 404, argument: "data.example/gallery/nothing")
    }
    #expect(
      throws: PhotoSourceError.serviceFailed(
        source: "Datasette", message: "Cannot sort table by date")
    ) {
      try PresetFixture.page(
        preset,
        #"{"ok": false, "error": "Cannot sort table by date", "status": 500, "title": null}"#,
        status: 500, argument: "data.example/gallery/photos")
    }
  }
}
