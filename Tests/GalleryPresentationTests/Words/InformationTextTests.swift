import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

/// All information worth reading about a photo, in words.
struct InformationTextTests {
  private func groups(
    of photo: Photo, _ information: PhotoInformation = PhotoInformation()
  ) -> [String] {
    let text = InformationText(
      photo: photo, information: information,
      dates: DateText(timeZone: TimeZone(secondsFromGMT: 0) ?? .current))
    return text.groups.flatMap { group in
      ["[\(group.title)]"] + group.rows.map { "\($0.label): \($0.value)" }
    }
  }

  @Test func `a feed's photo has what the feed states`() {
    let photo = Photo.stub(
      name: "lake", camera: "NIKON D500", exposure: Exposure(focalLength: "50", iso: "100"),
      author: "A. Lens", saleStatus: .unstated, width: 6000, height: 4000, tags: ["a", "b"])

    expectEqual(
      groups(of: photo),
      [
        "[Photo]", "Title: lake", "By: A. Lens", "Tags: a, b", "[Camera]", "Camera: NIKON D500",
        "Focal length: 50 mm", "ISO: 100", "[File]", "Dimensions: 6000 × 4000",
      ])
  }

  @Test
  func `a file has its name, folder and size, a remote picture its address`() {
    let file = Photo.stub(
      name: "lake", file: FileReference(path: "/photos/2017/lake\u{1B}[31m.jpg"),
      saleStatus: .unstated, width: 6000, height: 4000)
    let distant = Photo.stub(
      name: "lake", imageURL: URL(string: "https://photos.example/lake.jpg"), saleStatus: .unstated)

    expectEqual(
      groups(of: file, PhotoInformation(byteCount: 3_412_345)),
      [
        "[Photo]", "Title: lake", "[File]", "Name: lake.jpg", "Folder: /photos/2017",
        "Size: 3.4 MB (3,412,345 bytes)", "Dimensions: 6000 × 4000",
      ])
    expectEqual(
      groups(of: distant),
      [
        "[Photo]", "Title: lake", "[File]", "Address: https://photos.example/lake.jpg",
      ])
  }

  @Test func `sizes are in the usual unit`() {
    expectEqual(
      [0, 1, 999, 1_000, 12_345, 999_949, 999_950, 123_456_789, 5_000_000_000].map(CountText.bytes),
      [
        "0 bytes", "1 byte", "999 bytes", "1.0 kB (1,000 bytes)", "12.3 kB (12,345 bytes)",
        "999.9 kB (999,949 bytes)", "1.0 MB (999,950 bytes)", "123.5 MB (123,456,789 bytes)",
        "5.0 GB (5,000,000,000 bytes)",
      ])
  }

  @Test func `licence terms have their address, and a vague date its words`() {
    let photo = Photo.stub(
      name: "lake", dateText: "about 1890", saleStatus: .unstated,
      licence: Licence(name: "CC BY 4.0", url: URL(string: "https://cc.example/by")))
    let unnamed = Photo.stub(
      name: "lake", saleStatus: .unstated,
      licence: Licence(name: "https://x.example/l", url: URL(string: "https://x.example/l")))

    expectEqual(
      groups(of: photo),
      [
        "[Photo]", "Title: lake", "Licence: CC BY 4.0", "Licence terms: https://cc.example/by",
        "Date: about 1890",
      ])
    expectEqual(groups(of: unnamed), ["[Photo]", "Title: lake", "Licence: https://x.example/l"])
    expectEqual(PhotoText(photo: photo).date, "about 1890")
  }

  @Test func `the shop's address is shown unless it is the photo's page`() {
    let page = URL(string: "https://shop.example/lake")
    var photo = Photo.stub(name: "lake", pageURL: page, saleStatus: .unstated)
    photo.purchase = PurchaseReference(url: page)
    expectEqual(groups(of: photo), ["[Photo]", "Title: lake", "Page: https://shop.example/lake"])

    photo.purchase = PurchaseReference(url: URL(string: "https://shop.example/cart?add=7"))

    expectEqual(groups(of: photo).last, "Shop: https://shop.example/cart?add=7")
  }

  @Test func `details of the file are in their groups`() throws {
    let information = PhotoInformation(
      details: [
        PhotoDetail(kind: .flash, text: "Fired"), PhotoDetail(kind: .city, text: "Wien"),
        PhotoDetail(kind: .format, text: "JPEG"), PhotoDetail(kind: .rating, text: "4 of 5"),
      ], position: GeoPosition(latitude: 48.208333, longitude: 16.373056))

    expectEqual(
      groups(of: .stub(name: "lake", saleStatus: .unstated), information),
      [
        "[Photo]", "Title: lake", "Rating: 4 of 5", "[Camera]", "Flash: Fired", "[Place]",
        "Position: 48° 12′ 30″ N, 16° 22′ 23″ E", "Decimal: 48.20833, 16.37306",
        "Map: geo:48.20833,16.37306", "City: Wien", "[File]", "Format: JPEG",
      ])
  }

  @Test func `nothing is repeated`() {
    let information = PhotoInformation(details: [
      PhotoDetail(kind: .artist, text: "A. Lens"),
      PhotoDetail(kind: .software, text: "Raw 5"), PhotoDetail(kind: .creatorTool, text: "Raw 5"),
    ])

    var photo = Photo.stub(name: "lake", author: "A. Lens", saleStatus: .unstated)
    (photo.headline, photo.description) = ("lake", "lake")

    let told = groups(of: photo, information)

    expectEqual(told, ["[Photo]", "Title: lake", "By: A. Lens", "[File]", "Software: Raw 5"])
  }

  @Test func `a headline is shown beside another title`() {
    var photo = Photo.stub(name: "lake", saleStatus: .unstated)
    photo.headline = "A walk"
    (photo.copyright, photo.altText) = ("© Ana", "Two people at a lake")

    expectEqual(
      groups(of: photo, PhotoInformation()),
      [
        "[Photo]", "Title: lake", "Headline: A walk", "Alt text: Two people at a lake",
        "Copyright: © Ana",
      ])
  }

  @Test func `every kind of detail has a line`() {
    let information = PhotoInformation(
      details: PhotoDetail.Kind.allCases.map { PhotoDetail(kind: $0, text: "<\($0)>") })

    let told = groups(of: .stub(), information).joined()

    for kind in PhotoDetail.Kind.allCases { #expect(told.contains("<\(kind)>")) }
  }

  @Test(arguments: [
    (-33.856784, 151.215297, "33° 51′ 24″ S, 151° 12′ 55″ E", "-33.85678, 151.21530"),
    (0.000001, -0.5, "0° 00′ 00″ N, 0° 30′ 00″ W", "0.00000, -0.50000"),
    (90, -180, "90° 00′ 00″ N, 180° 00′ 00″ W", "90.00000, -180.00000"),
    (47.999999, 15.99999, "48° 00′ 00″ N, 16° 00′ 00″ E", "48.00000, 15.99999"),
  ])
  func `positions are written as on maps`(
    latitude: Double, longitude: Double, degrees: String, decimal: String
  ) throws {
    let position = try #require(GeoPosition(latitude: latitude, longitude: longitude))

    expectEqual(PositionText.degreesMinutesSeconds(position), degrees)
    expectEqual(PositionText.decimal(position), decimal)
    expectEqual(
      PositionText.uri(position), "geo:\(decimal.replacingOccurrences(of: ", ", with: ","))")
  }

  @Test(arguments: [
    (90.1, 0), (0, 180.1), (.nan, 1), (1, .infinity), (0, 0), (-.infinity, .nan),
  ])
  func `an impossible position is not shown`(latitude: Double, longitude: Double) {
    expectEqual(GeoPosition(latitude: latitude, longitude: longitude), nil)
  }
}
