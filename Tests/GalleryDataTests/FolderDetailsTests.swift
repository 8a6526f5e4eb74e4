import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats
@testable import GalleryData

@Suite(.timeLimit(.minutes(10))) struct FolderDetailsTests {
  private let folder = TemporaryFolder.made()

  /// The only photo, read by a reader.
  private func details(_ reader: StubMetadataReader?) async throws -> Photo {
    let repository = FolderRepository(folder: folder.reference, reader: reader, zone: utc)
    return await repository.details(of: try await firstPhoto(repository))
  }

  @Test func `details show the file's metadata`() async throws {
    try folder.write("a.jpg", "x")
    let reader = StubMetadataReader(
      PhotoMetadata {
        $0.title = " Moose\u{202E} Bog\u{1B}[0m "
        $0.description = "Two\nlines"
        $0.headline = "At\u{1B}[0m the bog"
        $0.author = "A. Lens"
        $0.copyright = "© A.\u{1B}[0m Lens"
        $0.altText = "A moose\nin a bog"
        $0.licence = "https://creativecommons.org/licenses/by/4.0/"
        $0.dates = [.init("    :  :"), .init("2017:10:01 12:00:00", offset: "+02:00")]
        $0.cameraMake = "NIKON CORPORATION"
        $0.cameraModel = "NIKON D500"
        $0.lens = "50.0 mm f/1.8"
        $0.focalLength = 50
        $0.aperture = 1.8
        $0.exposureTime = 0.005
        $0.iso = 100
        $0.keywords = ["bog", "For-Sale", "bog"]
        $0.places = ["Moose\u{1B}[0m Bog", "Maine", "Maine", " "]
        $0.rating = 4
        $0.label = "Red"
        $0.width = 6000
        $0.height = 0
      })

    let photo = try await details(reader)

    let file = folder.file("a.jpg")
    var expected =
      Photo(
        id: "a.jpg", name: "Moose Bog", description: "Two\nlines", camera: "NIKON D500",
        lens: "50.0 mm f/1.8",
        exposure: Exposure(
          focalLength: "50", aperture: "1.8", shutterSpeed: "1/200", iso: "100"),
        author: "A. Lens", createdAt: Date(timeIntervalSince1970: 1_506_852_000),
        utcOffset: 7_200,
        imageURL: file.url, file: file, fileSize: 1, rating: 4, label: PhotoLabel(.red),
        saleStatus: .forSale,
        licence: Licence(
          name: "CC BY 4.0", url: URL(string: "https://creativecommons.org/licenses/by/4.0/")),
        width: 6000, tags: ["bog", "For-Sale"], places: ["Moose Bog", "Maine"])
    expected.headline = "At the bog"
    expected.copyright = "© A. Lens"
    expected.altText = "A moose in a bog"
    expectEqual(photo, expected)
  }

  @Test func `a caption that repeats the title is one`() async throws {
    try folder.write("a.jpg", "x")
    let reader = StubMetadataReader(PhotoMetadata { ($0.title, $0.description) = ("Bog", "Bog") })

    let photo = try await details(reader)

    expectEqual(photo.description, "Bog")
  }

  @Test func `without metadata the name and the modification date are used`() async throws {
    try folder.write("a.jpg")
    for reader in [nil, StubMetadataReader(nil), StubMetadataReader()] {
      let photo = try await details(reader)

      expectEqual(photo.name, "a")
      expectEqual(photo.createdAt, PhotoStamp(of: folder.file("a.jpg"))?.modified)
      #expect(photo.isFileDate)
      expectEqual(photo.saleStatus, .unstated)
      #expect(!photo.needsDetails)
    }
  }

  @Test(
    arguments: [
      ("2015:08:22 24:08:19", 1_440_201_600.0, nil), ("1958:07:00 00:00:00", nil, "1958-07"),
      ("2012:03:04 05:06:07Z", 1_330_837_567, nil),
    ] as [(String, Double?, String?)])
  func `a date that is known in part isn't the file's`(
    text: String, seconds: Double?, period: String?
  ) async throws {
    try folder.write("a.jpg")
    let reader = StubMetadataReader(PhotoMetadata { $0.dates = [.init(text)] })

    let photo = try await details(reader)

    expectEqual(photo.createdAt?.timeIntervalSince1970, seconds)
    expectEqual(photo.dateText, period)
    expectEqual(photo.utcOffset, text.hasSuffix("Z") ? 0 : nil)
    #expect(!photo.isFileDate)
  }

  @Test func `a photo whose file is gone stays as it is`() async throws {
    try folder.write("a.jpg")
    let reader = StubMetadataReader()
    let repository = FolderRepository(folder: folder.reference, reader: reader)
    let photo = try await firstPhoto(repository)
    try folder.remove("a.jpg")

    let detailed = await repository.details(of: photo)

    expectEqual(detailed.name, "a")
    expectEqual(detailed.createdAt, nil)
    #expect(!detailed.needsDetails)
    expectEqual(reader.askedCount, 0)
  }

  @Test(arguments: [
    (["for sale"], SaleStatus.forSale), (["For Sale"], .forSale), (["for-sale"], .forSale),
    (["FORSALE"], .forSale), (["Print Available"], .forSale), (["x", "for_sale"], .forSale),
    (["for\u{A0}sale\u{200B}"], .forSale), (["not for sale"], .notForSale), (["Sold"], .notForSale),
    (["for sale", "sold"], .notForSale), (["wholesale"], .unstated), (["for sale sign"], .unstated),
    (["sale"], .unstated), (["unsold"], .unstated), ([], .unstated), (["for", "sale"], .unstated),
  ])
  func `a keyword says explicitly that a photo is for sale`(keywords: [String], status: SaleStatus)
  {
    expectEqual(SaleKeyword.status(keywords), status)
  }

  @Test(arguments: [
    ("NIKON CORPORATION", "NIKON D500", "NIKON D500"), ("Canon", "Canon EOS 5D", "Canon EOS 5D"),
    ("SONY", "ILCE-7M3", "SONY ILCE-7M3"), ("OLYMPUS CORPORATION", "E-M10", "OLYMPUS E-M10"),
    ("Panasonic", nil, "Panasonic"), (nil, "X100", "X100"), (nil, nil, nil), ("", " ", nil),
    ("Corporation", "X1", "Corporation X1"),
  ])
  func `a camera is named once`(make: String?, model: String?, camera: String?) {
    expectEqual(CameraName.text(make: make, model: model), camera)
  }

  @Test(arguments: [
    (
      "50 mm", "f/1.8", "1/200 s", "ISO 100",
      Exposure(focalLength: "50", aperture: "1.8", shutterSpeed: "1/200", iso: "100")
    ),
    (
      "18.5", "ƒ/8.0", "2", "64,0",
      Exposure(focalLength: "18.5", aperture: "8", shutterSpeed: "2", iso: "64")
    ),
    (
      "500/10", "28/10", "10/2000", "3200.0",
      Exposure(focalLength: "50", aperture: "2.8", shutterSpeed: "1/200", iso: "3200")
    ),
    ("0", "0/0", "1/0", "0", .unknown), ("inf", "nan", "1e400", "-1", .unknown),
    ("1/2/3", "x", "//", "9e999", .unknown),
    ("", " ", "0.5", "1e9", Exposure(shutterSpeed: "0.5")),
  ])
  func `an exposure has one form`(
    focalLength: String, aperture: String, shutterSpeed: String, iso: String, exposure: Exposure
  ) {
    expectEqual(
      ExposureText.exposure(
        focalLength: focalLength, aperture: aperture, shutterSpeed: shutterSpeed, iso: iso),
      exposure)
  }
}
