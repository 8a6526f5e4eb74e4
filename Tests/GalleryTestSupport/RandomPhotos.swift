import Foundation
import GalleryDomain

/// Photos as folders and feeds have them, in all combinations.
public struct RandomPhotos {
  public var random: SplitMix64

  public init(seed: UInt64) { random = SplitMix64(state: seed) }

  public mutating func some<Value>(_ values: [Value]) -> Value? {
    Bool.random(using: &random) ? values.randomElement(using: &random) : nil
  }

  public mutating func one<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }

  public static let texts = [
    "", "Bog", "bog in the sea", "Élan 2", "élan 10", "日本", "a\u{301}", "100%_\\ ?", "sea",
    "SEA\u{2014}bog",
    "ÅNGSTRÖM", "한국", "ﬁn", "x\u{200D}y", String(repeating: "long ", count: 60),
  ]

  public mutating func text() -> String? { some(Self.texts) }

  public mutating func photo(_ number: Int) -> Photo {
    let folder = one(["", "b/", "b/c/", "B/", "é/", "b/sea/"])
    let path = "\(folder)\(one(["IMG_", "bog", "z 0"]))\(number).\(one(["JPG", "cr2", "jpg"]))"
    var photo = Photo(id: path, name: text() ?? "IMG_\(number)")
    photo.file = FileReference(path: "/pictures/\(path)")
    photo.isUntitled = Bool.random(using: &random)
    photo.description = text()
    photo.camera = some(["NIKON D500", "Canon EOS 5D", "canon EOS 5D", "Canon EOS 10D", ""])
    photo.lens = text()
    photo.author = text()
    photo.copyright = text()
    photo.altText = text()
    photo.isFileName = Bool.random(using: &random)
    photo.exposure = Exposure(
      focalLength: some(["50 mm", "18.5", "f"]), aperture: some(["2.8"]),
      shutterSpeed: some(["1/200"]),
      iso: some(["100", "6400", "ISO"]))
    photo.createdAt = some([
      0.0, -1e9, 86_399.5, 1e9, 1e9 + 0.25, 1.5e9, 1_509_238_800, 1_509_242_400,
    ]).map(Date.init(timeIntervalSince1970:))
    photo.isFileDate = photo.createdAt != nil && Bool.random(using: &random)
    photo.utcOffset = some([0, 3_600, -28_800, Photo.utcOffsets.upperBound])
    photo.dateText = some(["1966", "1966-07", "1966-07-31", "about 1890"])
    photo.fileSize = some([0, 1, 5_000_000, .max])
    photo.rating = some([PhotoRating.rejected, 0, 1, 5])
    photo.label = some(["Red", "red", "violet", "To Do", "x"]).flatMap { PhotoLabel($0) }
    photo.saleStatus = some([.forSale, .notForSale]) ?? .unstated
    photo.price = some([
      Price(amount: "9.50", currency: "EUR"), Price(amount: "10", currency: "EUR"),
      Price(amount: "9.5", currency: "EUR"), Price(amount: "9", currency: "USD"),
      Price(amount: "1", currency: nil), Price(amount: "999999999999999999", currency: "EUR"),
    ]).flatMap(\.self)
    photo.licence = some([Licence(name: "CC0"), Licence(name: "cc0"), Licence(name: "")])
    photo.width = some([0, 1, 6_000])
    photo.height = some([1, 4_000])
    for _ in 0..<Int.random(in: 0...3, using: &random) { photo.tags.append(text() ?? "sea") }
    photo.places = some([["Bog", "Élan"], ["Élan"], [""], ["Washington, D.C.", "USA"]]) ?? []
    return photo
  }
}
