import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

/// Stock services, collections and museums.
@Suite struct PresetStockTests {
  @Test func `openverse: a photo with its licence`() throws {
    let photo = try PresetFixture.photo(
      "openverse",
      #"""
      {"result_count":86,"page_count":5,"page_size":20,"page":1,"results":[{"id":"046e","title":"Inn",
      "creator":"Acabashi","url":"https://live.example/b.jpg","thumbnail":"https://api.example/thumb/",
      "foreign_landing_url":"https://f.example/1","license":"by-nc-sa","license_version":"2.0",
      "license_url":"https://creativecommons.org/licenses/by-nc-sa/2.0/","width":1024,"height":756,
      "indexed_on":"2020-04-01T00:00:00Z",
      "tags":[{"name":"inn","accuracy":null}]}]}
      """#)

    // The date when it was indexed is not a date of the photo.
    expectEqual(photo.createdAt, nil)
    expectEqual(photo.name, "Inn")
    expectEqual(photo.author, "Acabashi")
    expectEqual(
      photo.licence,
      Licence(
        name: "CC BY-NC-SA 2.0",
        url: URL(string: "https://creativecommons.org/licenses/by-nc-sa/2.0/")))
    expectEqual(photo.thumbnailURL?.absoluteString, "https://api.example/thumb/")
    expectEqual(photo.pageURL?.absoluteString, "https://f.example/1")
    expectEqual(photo.tags, ["inn"])
    expectEqual(photo.saleStatus, .unstated)
  }

  private let commonsPage = #"""
    "ns":6,"title":"File:Lone tree.final.JPG","imageinfo":[{"user":"Up","timestamp":"2012-09-26T10:00:00Z",
    "url":"https://u.example/Lone.JPG","thumburl":"https://u.example/480px-Lone.JPG","width":5000,
    "height":3000,"descriptionurl":"https://c.example/wiki/File:Lone.JPG","extmetadata":{
    "Artist":{"value":"<a href=\"//c.example/PtrQs\">PtrQs</a>"},"ImageDescription":{"value":"<b>Tree</b>"},
    "DateTimeOriginal":{"value":"2012-09-25<div style=\"display:none\">QS:P571</div>"},
    "LicenseShortName":{"value":"CC BY-SA 4.0"},
    "LicenseUrl":{"value":"https://creativecommons.org/licenses/by-sa/4.0"},
    "Categories":{"value":"Trees|Brittany"}}}]
    """#

  @Test func `commons: pages as an object, in the order of the search`() throws {
    let page = try PresetFixture.page(
      try PresetFixture.preset("commons"),
      #"""
      {"continue":{"gsroffset":50,"continue":"gsroffset||"},"query":{"pages":{
      "9":{"pageid":9,"index":2,\#(commonsPage)},"7":{"pageid":7,"index":1,\#(commonsPage)},
      "8":{"pageid":8,"ns":6,"title":"File:Nothing.jpg","index":3}}}}
      """#)

    expectEqual(page.photos.map(\.id), ["7", "9"])
    expectEqual(page.skipped.count, 1)
    expectEqual(page.next, .continuation(.merge(["gsroffset": "50", "continue": "gsroffset||"])))
    let photo = try #require(page.photos.first)
    expectEqual(photo.name, "Lone tree.final")
    expectEqual(photo.author, "PtrQs")
    expectEqual(photo.description, "Tree")
    expectEqual(photo.createdAt, Date(timeIntervalSince1970: 1_348_531_200))
    expectEqual(photo.thumbnailURL?.absoluteString, "https://u.example/480px-Lone.JPG")
    expectEqual(photo.licence?.name, "CC BY-SA 4.0")
    expectEqual(photo.tags, ["Trees", "Brittany"])
    expectEqual(photo.width, 5000)
  }

  @Test func `commons: pages as a list, and a date in words`() throws {
    let item = commonsPage.replacing("2012-09-25<", with: "circa 1890<")
    let photo = try PresetFixture.photo(
      "commons", #"{"batchcomplete":true,"query":{"pages":[{"pageid":9,\#(item)}]}}"#)

    expectEqual(photo.dateText, "circa 1890")
    expectEqual(photo.createdAt, nil)
  }

  private let unsplashItem = #"""
    "id":"abc","created_at":"2018-02-07T11:21:22-05:00","width":2776,"height":3866,
    "description":null,"alt_description":"black dog","user":{"name":"Charles","username":"c"},
    "urls":{"raw":"https://u/raw","full":"https://u/full","regular":"https://u/r","small":"https://u/s",
    "thumb":"https://u/t","small_s3":"https://s3/s"},"links":{"html":"https://unsplash.com/photos/abc"},
    "tags":[{"type":"search","title":"dog"}]
    """#

  @Test(arguments: [
    "[{ITEM}]", #"{"total":15149,"total_pages":1515,"results":[{ITEM}]}"#, "{ITEM}",
    #"{"photos":{"total":15149,"total_pages":1515,"results":[{ITEM}]},"collections":{"results":[]}}"#,
  ])
  func `unsplash: list, search and a single photo`(shape: String) throws {
    let photo = try PresetFixture.photo(
      "unsplash",
      shape.replacing("ITEM", with: unsplashItem)
        .replacing("{\(unsplashItem)}", with: "{\(unsplashItem)}"))

    expectEqual(photo.name, "black dog")
    expectEqual(photo.author, "Charles")
    expectEqual(photo.thumbnailURL?.absoluteString, "https://u/s")
    expectEqual(photo.imageURL?.absoluteString, "https://u/full")
    expectEqual(photo.pageURL?.absoluteString, "https://unsplash.com/photos/abc")
    expectEqual(photo.licence?.name, "Unsplash License")
    expectEqual(photo.tags, ["dog"])
    expectEqual(photo.createdAt, Date(timeIntervalSince1970: 1_518_020_482))
  }

  @Test(arguments: [
    (#""make":"Canon","model":"Canon EOS 5D Mark II","name":null"#, "Canon EOS 5D Mark II"),
    (
      #""make":"Canon","model":"EOS REBEL T3i","name":"Canon, EOS REBEL T3i""#,
      "Canon EOS REBEL T3i"
    ),
    (#""make":null,"model":null,"name":"Pinhole""#, "Pinhole"),
  ])
  func `unsplash: the camera of a single photo`(exif: String, camera: String) throws {
    let photo = try PresetFixture.photo(
      "unsplash",
      #"{\#(unsplashItem),"exif":{\#(exif),"exposure_time":"0.010","aperture":"5.0","iso":100}}"#)

    expectEqual(photo.camera, camera)
    expectEqual(photo.exposure.shutterSpeed, "1/100")
  }

  @Test(arguments: [
    (#""alt":"Brown Rocks","#, "Brown Rocks"), (#""alt":"","#, "brown rocks during golden hour"),
    ("", "brown rocks during golden hour"),
  ])
  func `pexels: with and without search words`(alt: String, title: String) throws {
    let page = try PresetFixture.page(
      try PresetFixture.preset("pexels"),
      #"""
      {"page":1,"per_page":1,"total_results":8000,"next_page":"https://api.pexels.com/v1/search/?page=2",
      "photos":[{"id":2014422,\#(alt)"width":3024,"height":3000,"photographer":"Joey",
      "url":"https://www.pexels.com/photo/brown-rocks-during-golden-hour-2014422/",
      "src":{"original":"https://i/o.jpeg","medium":"https://i/m.jpeg"}}]}
      """#)

    expectEqual(page.photos.first?.name, title)
    expectEqual(page.photos.first?.thumbnailURL?.absoluteString, "https://i/m.jpeg")
    expectEqual(page.totalCount, 8000)
    expectEqual(page.next, .number)
  }

  @Test func `pixabay: tags are its title, and its total ends it`() throws {
    let page = try PresetFixture.page(
      try PresetFixture.preset("pixabay"),
      #"""
      {"total":4692,"totalHits":500,"hits":[{"id":195893,"pageURL":"https://p/195893/","type":"photo",
      "tags":"blossom, bloom","previewURL":"https://p/150.jpg","webformatURL":"https://p/640.jpg",
      "largeImageURL":"https://p/1280.jpg","imageWidth":4000,"imageHeight":2250,"user":"Josch13"}]}
      """#, request: FeedPageRequest(position: .number(500), size: 1))

    expectEqual(page.photos.first?.name, "blossom, bloom")
    expectEqual(page.photos.first?.tags, ["blossom", "bloom"])
    expectEqual(page.photos.first?.imageURL?.absoluteString, "https://p/1280.jpg")
    expectEqual(page.totalCount, 500)
    expectEqual(page.next, .end)
  }

  @Test(arguments: [
    (#""title":"Church","description":{"_content":"By <a href='x'>Ann</a>"}"#),
    (#""title":{"_content":"Church"},"description":"By Ann""#),
  ])
  func `flickr: texts, plain and wrapped`(texts: String) throws {
    let photo = try PresetFixture.photo(
      "flickr",
      #"""
      {"photos":{"page":1,"pages":3,"perpage":1,"total":"3","photo":[{"id":"495","owner":"74@N06",
      \#(texts),"ownername":"mark","datetaken":"2011-11-05 15:54:37","license":"4","tags":"a b",
      "url_m":"https://l/m.jpg","url_l":"https://l/b.jpg","width_l":660,"height_l":1024}]},"stat":"ok"}
      """#)

    expectEqual(photo.name, "Church")
    expectEqual(photo.description, "By Ann")
    expectEqual(photo.author, "mark")
    expectEqual(photo.licence?.name, "CC BY 2.0")
    expectEqual(photo.pageURL?.absoluteString, "https://www.flickr.com/photos/74@N06/495")
    expectEqual(photo.imageURL?.absoluteString, "https://l/b.jpg")
    expectEqual(photo.tags, ["a", "b"])
    expectEqual(photo.createdAt, Date(timeIntervalSince1970: 1_320_508_477))
  }

  @Test func `flickr: a single photo, its picture's URL made from its parts`() throws {
    let photo = try PresetFixture.photo(
      "flickr",
      #"""
      {"photo":{"id":"495","secret":"bbd","server":"655","owner":{"nsid":"74@N06","username":"m",
      "realname":"Mark"},"title":{"_content":"Church"},"description":{"_content":""},"dates":{
      "posted":"1580000000","taken":"2011-11-05 15:54:37"},"license":9,"tags":{"tag":[{"raw":"Old stone",
      "_content":"oldstone"}]},"urls":{"url":[{"type":"photopage","_content":"https://f/p/495"}]}},
      "stat":"ok"}
      """#)

    expectEqual(photo.author, "Mark")
    expectEqual(photo.imageURL?.absoluteString, "https://live.staticflickr.com/655/495_bbd_b.jpg")
    expectEqual(photo.pageURL?.absoluteString, "https://f/p/495")
    expectEqual(photo.licence?.name, "CC0 1.0")
    expectEqual(photo.tags, ["Old stone"])
  }

  @Test(arguments: ["{BODY}", "jsonFlickrFeed({BODY})"])
  func `flickr-feed: plain and wrapped in a function call`(shape: String) throws {
    let body = #"""
      "title":"Recent Uploads","items":[{"title":"Ann\'s boat","link":"https://f/p/1/",
      "media":{"m":"https://l/1_m.jpg"},"date_taken":"2020-01-02T03:04:05-08:00",
      "description":"<p><a href=\"x\">ann<\/a> posted a photo:<\/p> <p>A boat<\/p>",
      "published":"2020-01-03T00:00:00Z","author":"nobody@flickr.com (\"ann\")","author_id":"1@N0",
      "tags":"sea boat"}]
      """#
    let photo = try PresetFixture.photo("flickr-feed", shape.replacing("BODY", with: body))

    expectEqual(photo.name, "Ann's boat")
    expectEqual(photo.author, "ann")
    expectEqual(photo.description, "A boat")
    expectEqual(photo.thumbnailURL?.absoluteString, "https://l/1_m.jpg")
    expectEqual(photo.imageURL?.absoluteString, "https://l/1_b.jpg")
    expectEqual(photo.tags, ["sea", "boat"])
    expectEqual(photo.createdAt, Date(timeIntervalSince1970: 1_577_963_045))
  }

  @Test func `picsum: a photo, and an end that is not stated`() throws {
    let preset = try PresetFixture.preset("picsum")
    let link: HTTPHeaders = ["Link": "<https://picsum.photos/v2/list?page=2>; rel=\"next\""]

    let page = try PresetFixture.page(
      preset,
      #"[{"id":"0","author":"Alejandro","width":5616,"height":3744,"url":"https://unsplash.com/0","download_url":"https://picsum.photos/id/0/5616/3744"}]"#,
      headers: link)
    let empty = try PresetFixture.page(preset, "[]", headers: link)

    expectEqual(page.photos.first?.name, "Picsum 0")
    expectEqual(
      page.photos.first?.thumbnailURL?.absoluteString, "https://picsum.photos/id/0/320/240")
    expectEqual(page.next, .number)
    expectEqual(empty.next, .end)
  }

  @Test(arguments: [
    (#"[{"href":"http://i/P~thumb.jpg","rel":"preview","render":"image"}]"#),
    (#"[{"href":"http://i/P~thumb.jpg"}]"#),
  ])
  func `nasa: links with and without their types`(links: String) throws {
    let page = try PresetFixture.page(
      try PresetFixture.preset("nasa"),
      #"""
      {"collection":{"version":"1.0","href":"http://i/search","items":[{"href":"http://i/c.json","data":[{
      "nasa_id":"PIA 1","title":"Moon","description":"A &amp; B","center":"JPL",
      "date_created":"2017-10-01T12:00:00Z","keywords":["Moon, Earth"],"media_type":"image"}],
      "links":\#(links)}],"metadata":{"total_hits":101},"links":[{"rel":"next","prompt":"Next",
      "href":"http://images-api.nasa.gov/search?page=2"}]}}
      """#)

    let photo = try #require(page.photos.first)
    expectEqual(photo.id, "PIA 1")
    expectEqual(photo.author, "JPL")
    expectEqual(photo.imageURL?.absoluteString, "http://i/P~large.jpg")
    expectEqual(photo.thumbnailURL?.absoluteString, "http://i/P~thumb.jpg")
    expectEqual(photo.pageURL?.absoluteString, "https://images.nasa.gov/details/PIA%201")
    expectEqual(photo.tags, ["Moon", "Earth"])
    expectEqual(page.totalCount, 101)
    expectEqual(page.next, .number)
  }

  @Test func `artic: pictures by their number, and no photo without one`() throws {
    let page = try PresetFixture.page(
      try PresetFixture.preset("artic"),
      #"""
      {"pagination":{"total":300,"total_pages":25,"current_page":1},"data":[{"id":16568,
      "title":"Water Lilies","image_id":"3c27","artist_display":"Claude Monet\nFrench, 1840-1926",
      "date_display":"about 1906","is_public_domain":true,"thumbnail":{"width":8808,"height":8460,
      "alt_text":"Lilies"}},{"id":2,"title":"No picture","image_id":null}],
      "config":{"iiif_url":"https://www.artic.example/iiif/2"}}
      """#)

    let photo = try #require(page.photos.first)
    expectEqual(page.skipped.count, 1)
    expectEqual(photo.author, "Claude Monet French, 1840-1926")
    expectEqual(photo.dateText, "about 1906")
    expectEqual(photo.description, "Lilies")
    expectEqual(
      photo.imageURL?.absoluteString,
      "https://www.artic.example/iiif/2/3c27/full/843,/0/default.jpg")
    expectEqual(photo.licence?.name, "CC0 1.0")
    expectEqual(photo.pageURL?.absoluteString, "https://www.artic.edu/artworks/16568")
  }

  @Test(arguments: [
    (
      #""datetaken":"2011-11-05 15:54:37","datetakenunknown":"0","dateupload":"1581319011""#,
      1_320_508_477.0, false
    ),
    (
      #""datetaken":"2020-02-10 07:16:51","datetakenunknown":"1","dateupload":"1581319011""#,
      1_581_319_011, true
    ),
    (
      #""dates":{"taken":"2020-02-10 07:16:51","takenunknown":1,"posted":"1581319011"}"#,
      1_581_319_011, true
    ),
    (#""datetaken":"2011-11-05 15:54:37""#, 1_320_508_477, false),
    (#""datetaken":"2011-11-05 15:54:37","datetakenunknown":"1""#, 1_320_508_477, false),
  ])
  func `flickr: if the date taken is unknown, the upload date is used and marked`(
    dates: String, seconds: Double, isUpload: Bool
  ) throws {
    let photo = try PresetFixture.photo(
      "flickr",
      #"{"photos":{"page":1,"pages":1,"total":"1","photo":[{"id":"4","owner":"7","title":"x","url_m":"https://l/m.jpg",\#(dates)}]},"stat":"ok"}"#
    )

    expectEqual(photo.createdAt?.timeIntervalSince1970, seconds)
    expectEqual(photo.isUploadDate, isUpload)
  }

  @Test func `europeana: names in several languages, and pictures shown by the institution`() throws
  {
    let preset = try PresetFixture.preset("europeana")
    let format = try PresetFormat(
      preset: preset, argument: "tulips", environment: { _ in "SECRET" })
    let page = try PresetFixture.page(
      preset,
      #"""
      {"apikey":"SECRET","success":true,"requestNumber":999,"itemsCount":1,"totalResults":2614,"nextCursor":"AoE/D1",
      "items":[{"completeness":10,"country":["Netherlands"],"dataProvider":["Rijksmuseum"],
      "dcCreator":["http://data.europeana.eu/agent/60886","Jacob Marrel"],
      "dcCreatorLangAware":{"def":["http://data.europeana.eu/agent/60886"],"nl":["Jacob Marrel"]},
      "dcDescriptionLangAware":{"nl":["Vijf tulpen"],"en":["Five tulips"]},
      "dcTitleLangAware":{"nl":["Tulpenboek"],"en":["Tulip book"]},
      "edmIsShownAt":["http://hdl.handle.net/10934/1"],"edmIsShownBy":["https://lh3.example/tulips=s0"],
      "edmPreview":["https://api.europeana.eu/thumbnail/v2/url.json?uri=x&type=IMAGE"],
      "guid":"https://www.europeana.eu/item/90402/RP_T_1950_266?utm_source=api","id":"/90402/RP_T_1950_266",
      "link":"https://api.europeana.eu/record/90402/RP_T_1950_266.json?wskey=SECRET","provider":["Rijksmuseum"],
      "rights":["http://creativecommons.org/publicdomain/mark/1.0/"],"title":["Tulpenboek"],"type":"IMAGE",
      "year":["1640"]}]}
      """#, argument: "tulips")

    let request = try format.request(for: FeedPageRequest(size: 50))
    expectEqual(request.headers["X-Api-Key"], "SECRET")
    #expect(!request.url.absoluteString.contains("SECRET"))
    let photo = try #require(page.photos.first)
    expectEqual(photo.name, "Tulip book")
    expectEqual(photo.description, "Five tulips")
    expectEqual(photo.author, "Jacob Marrel")
    expectEqual(photo.dateText, "1640")
    expectEqual(photo.licence?.name, "PDM 1.0")
    expectEqual(photo.imageURL?.absoluteString, "https://lh3.example/tulips=s0")
    expectEqual(photo.pageURL?.absoluteString, "https://www.europeana.eu/item/90402/RP_T_1950_266")
    expectEqual(page.totalCount, 2_614)
    expectEqual(page.next, .continuation(.token("AoE/D1")))
    let next = try format.request(
      for: FeedPageRequest(position: .continuation(.token("AoE/D1")), size: 50))
    expectEqual(next.url.query()?.contains("cursor=AoE%2FD1"), true)
    expectEqual(next.url.query()?.contains("cursor=*"), false)
  }

  // From the IIIF cookbook (github.com/IIIF/cookbook-recipes, Apache-2.0): recipes 0008, 0009 and 0234 and the
  // collection of 0032, shortened, with the placeholders in their URLs filled in.
  private static let recipe = "https://iiif.io/api/cookbook/recipe"

  private static func canvas(_ recipe: String, _ name: String, _ label: String, _ image: String)
    -> String
  {
    #"""
    {"id":"\#(Self.recipe)/\#(recipe)/canvas/\#(name)","type":"Canvas",\#(label)"height":4613,"width":3204,
    "items":[{"id":"\#(Self.recipe)/\#(recipe)/page/\#(name)/1","type":"AnnotationPage","items":[{
    "id":"\#(Self.recipe)/\#(recipe)/annotation/\#(name)-image","type":"Annotation","motivation":"painting",
    "body":{"id":"https://iiif.io/api/image/3.0/example/reference/\#(image)/full/max/0/default.jpg",
    "type":"Image","format":"image/jpeg","height":4613,"width":3204,"service":[{
    "id":"https://iiif.io/api/image/3.0/example/reference/\#(image)","type":"ImageService3",
    "profile":"level1"}]},"target":"\#(Self.recipe)/\#(recipe)/canvas/\#(name)"}]}]}
    """#
  }

  private static func manifest(_ recipe: String, _ rest: String, _ canvases: [String]) -> String {
    #"""
    {"@context":"http://iiif.io/api/presentation/3/context.json","id":"\#(Self.recipe)/\#(recipe)/manifest.json",
    "type":"Manifest",\#(rest),"items":[\#(canvases.joined(separator: ","))]}
    """#
  }

  @Test func `iiif: the pages of a book`() throws {
    let book = Self.manifest(
      "0009-book-1", #""label":{"en":["Simple Manifest - Book"]},"behavior":["paged"]"#,
      [
        Self.canvas("0009-book-1", "p1", #""label":{"en":["Blank page"]},"#, "59d0-f18"),
        Self.canvas("0009-book-1", "p2", #""label":{"en":["Frontispiece"]},"#, "59d0-f19"),
      ])
    let format = try PresetFormat(
      preset: try PresetFixture.preset("iiif"), argument: "iiif.io/manifest.json"
    ) { _ in nil }

    let page = try PresetFixture.page(format, book)

    let photo = try #require(page.photos.first)
    expectEqual(page.title, "Simple Manifest - Book")
    expectEqual(page.photos.map(\.name), ["Blank page", "Frontispiece"])
    expectEqual(page.next, .end)
    expectEqual(photo.id, "https://iiif.io/api/cookbook/recipe/0009-book-1/canvas/p1")
    let image = "https://iiif.io/api/image/3.0/example/reference/59d0-f18/full"
    expectEqual(photo.imageURL?.absoluteString, "\(image)/max/0/default.jpg")
    expectEqual(photo.thumbnailURL?.absoluteString, "\(image)/400,/0/default.jpg")
    #expect(photo.width == 3204 && photo.height == 4613)
  }

  @Test func `iiif: a manifest with its rights and its provider`() throws {
    let rights = #"""
      "label":{"en":["Picture of Göttingen taken during the 2019 IIIF Conference"]},"summary":{"en":[
      "<p>Picture taken by the <a href=\"https://github.com/glenrobson\">IIIF Technical Coordinator</a></p>"]},
      "rights":"http://creativecommons.org/licenses/by-sa/3.0/","provider":[{
      "id":"https://id.loc.gov/authorities/n79055331","type":"Agent","label":{"en":["UCLA Library"]}}]
      """#
    let text = Self.manifest(
      "0008-rights", rights, [Self.canvas("0008-rights", "p1", "", "918e-gottingen")])

    let photo = try PresetFixture.photo("iiif", text, argument: "iiif.io/manifest.json")

    expectEqual(photo.name, "Picture of Göttingen taken during the 2019 IIIF Conference")
    expectEqual(photo.description, "Picture taken by the IIIF Technical Coordinator")
    expectEqual(photo.author, "UCLA Library")
    expectEqual(photo.licence?.name, "CC BY-SA 3.0")
  }
}
