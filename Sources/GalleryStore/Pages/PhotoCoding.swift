import Foundation
import GalleryData
import GalleryDomain

/// A photo as bytes: which properties it has, then their values in order.
///
/// Leaves out local files (`Photo.file`, addresses other than http or https), so that a stored page can't introduce a
/// reference to one.
enum PhotoCoding {
  /// Which properties follow. Values come in the order of the bits; changing that order requires a new
  /// `PageCoding.version`.
  private struct Fields: OptionSet {
    let rawValue: UInt64

    static let description = Fields(rawValue: 1 << 0)
    static let camera = Fields(rawValue: 1 << 1)
    static let lens = Fields(rawValue: 1 << 2)
    static let focalLength = Fields(rawValue: 1 << 3)
    static let aperture = Fields(rawValue: 1 << 4)
    static let shutterSpeed = Fields(rawValue: 1 << 5)
    static let iso = Fields(rawValue: 1 << 6)
    static let author = Fields(rawValue: 1 << 7)
    static let createdAt = Fields(rawValue: 1 << 8)
    static let dateText = Fields(rawValue: 1 << 9)
    static let thumbnailURL = Fields(rawValue: 1 << 10)
    static let imageURL = Fields(rawValue: 1 << 11)
    static let pageURL = Fields(rawValue: 1 << 12)
    static let price = Fields(rawValue: 1 << 13)
    static let currency = Fields(rawValue: 1 << 14)
    static let isLowest = Fields(rawValue: 1 << 15)
    static let purchase = Fields(rawValue: 1 << 16)
    static let itemID = Fields(rawValue: 1 << 17)
    static let variantID = Fields(rawValue: 1 << 18)
    static let purchaseURL = Fields(rawValue: 1 << 19)
    static let licence = Fields(rawValue: 1 << 20)
    static let licenceURL = Fields(rawValue: 1 << 21)
    static let width = Fields(rawValue: 1 << 22)
    static let height = Fields(rawValue: 1 << 23)
    static let needsDetails = Fields(rawValue: 1 << 24)
    static let isForSale = Fields(rawValue: 1 << 25)
    static let isNotForSale = Fields(rawValue: 1 << 26)
    static let tags = Fields(rawValue: 1 << 27)
    static let isUntitled = Fields(rawValue: 1 << 28)
    /// Only read: Vitrine 1.0 stored the prices that follow, too.
    static let laterPrices = Fields(rawValue: 1 << 29)
    static let utcOffset = Fields(rawValue: 1 << 30)
    static let isUploadDate = Fields(rawValue: 1 << 31)
    static let places = Fields(rawValue: 1 << 32)
    static let isFileDate = Fields(rawValue: 1 << 33)
    static let priceUntil = Fields(rawValue: 1 << 34)

    static let all = Fields(rawValue: 1 << 35 - 1)
  }

  static func append(_ photo: Photo, to writer: inout ByteWriter) {
    var fields: Fields = []
    var values = ByteWriter()
    func add(_ text: String?, _ field: Fields) {
      guard let text else { return }
      fields.insert(field)
      values.append(text)
    }
    func add(_ number: Int?, _ field: Fields) {
      guard let number else { return }
      fields.insert(field)
      values.append(number)
    }

    add(photo.description, .description)
    add(photo.camera, .camera)
    add(photo.lens, .lens)
    add(photo.exposure.focalLength, .focalLength)
    add(photo.exposure.aperture, .aperture)
    add(photo.exposure.shutterSpeed, .shutterSpeed)
    add(photo.exposure.iso, .iso)
    add(photo.author, .author)
    if let date = photo.createdAt {
      fields.insert(.createdAt)
      values.append(date)
    }
    add(photo.dateText, .dateText)
    add(StoredAddress.text(photo.thumbnailURL), .thumbnailURL)
    add(StoredAddress.text(photo.imageURL), .imageURL)
    add(StoredAddress.text(photo.pageURL), .pageURL)
    add(photo.price?.amount, .price)
    add(photo.price?.currency, .currency)
    if photo.price?.isLowest == true { fields.insert(.isLowest) }
    if let purchase = photo.purchase {
      fields.insert(.purchase)
      add(purchase.itemID, .itemID)
      add(purchase.variantID, .variantID)
      add(StoredAddress.text(purchase.url), .purchaseURL)
    }
    add(photo.licence?.name, .licence)
    add(StoredAddress.text(photo.licence?.url), .licenceURL)
    add(photo.width, .width)
    add(photo.height, .height)
    if photo.needsDetails { fields.insert(.needsDetails) }
    switch photo.saleStatus {
    case .forSale: fields.insert(.isForSale)
    case .notForSale: fields.insert(.isNotForSale)
    case .unstated: break
    }
    if !photo.tags.isEmpty {
      fields.insert(.tags)
      values.append(count: photo.tags.count)
      for tag in photo.tags { values.append(tag) }
    }
    if photo.isUntitled { fields.insert(.isUntitled) }
    if photo.isUploadDate { fields.insert(.isUploadDate) }
    if photo.isFileDate { fields.insert(.isFileDate) }
    add(photo.utcOffset, .utcOffset)
    if !photo.places.isEmpty {
      fields.insert(.places)
      values.append(count: photo.places.count)
      for place in photo.places { values.append(place) }
    }
    if let date = photo.priceUntil {
      fields.insert(.priceUntil)
      values.append(date)
    }

    writer.append(fixed: fields.rawValue)
    writer.append(photo.id)
    writer.append(photo.name)
    writer.append(contentsOf: values.bytes)
  }

  /// - Parameter version: That of the page.
  static func read(
    _ reader: inout ByteReader, _ version: UInt8 = PageCoding.version
  ) throws(DamagedBytes) -> Photo {
    // Before version 6 there were 32 properties.
    let fields = Fields(
      rawValue: version < 6 ? UInt64(try reader.readFixed32()) : try reader.readFixed64())
    guard fields.isSubset(of: .all) else { throw DamagedBytes() }
    var photo = Photo(id: try reader.readText(), name: try reader.readText())
    func text(_ field: Fields) throws(DamagedBytes) -> String? {
      fields.contains(field) ? try reader.readText() : nil
    }
    func address(_ field: Fields) throws(DamagedBytes) -> URL? {
      try text(field).flatMap(StoredAddress.url)
    }
    func number(_ field: Fields) throws(DamagedBytes) -> Int? {
      fields.contains(field) ? try reader.readInt() : nil
    }

    photo.description = try text(.description)
    photo.camera = try text(.camera)
    photo.lens = try text(.lens)
    photo.exposure.focalLength = try text(.focalLength)
    photo.exposure.aperture = try text(.aperture)
    photo.exposure.shutterSpeed = try text(.shutterSpeed)
    photo.exposure.iso = try text(.iso)
    photo.author = try text(.author)
    photo.createdAt = fields.contains(.createdAt) ? try reader.readDate() : nil
    photo.dateText = try text(.dateText)
    photo.thumbnailURL = try address(.thumbnailURL)
    photo.imageURL = try address(.imageURL)
    photo.pageURL = try address(.pageURL)
    let (amount, currency) = (try text(.price), try text(.currency))
    photo.price = amount.flatMap {
      Price(amount: $0, currency: currency, isLowest: fields.contains(.isLowest))
    }
    let purchase = PurchaseReference(
      itemID: try text(.itemID), variantID: try text(.variantID), url: try address(.purchaseURL))
    photo.purchase = fields.contains(.purchase) ? purchase : nil
    let (licence, licenceURL) = (try text(.licence), try address(.licenceURL))
    photo.licence = licence.map { Licence(name: $0, url: licenceURL) }
    photo.width = try number(.width)
    photo.height = try number(.height)
    photo.needsDetails = fields.contains(.needsDetails)
    photo.saleStatus =
      fields.contains(.isForSale)
      ? .forSale : fields.contains(.isNotForSale) ? .notForSale : .unstated
    if fields.contains(.tags) {
      let count = try reader.readCount()
      photo.tags.reserveCapacity(count)
      for _ in 0..<count { photo.tags.append(try reader.readText()) }
    }
    photo.isUntitled = fields.contains(.isUntitled)
    photo.isUploadDate = fields.contains(.isUploadDate)
    photo.isFileDate = fields.contains(.isFileDate)
    if fields.contains(.laterPrices) {
      for _ in 0..<(try reader.readCount()) {
        let date = try readLaterPrice(&reader)
        photo.priceUntil = photo.priceUntil ?? date
      }
    }
    photo.utcOffset = try number(.utcOffset).flatMap {
      Photo.utcOffsets.contains($0) ? $0 : nil
    }
    if fields.contains(.places) {
      for _ in 0..<(try reader.readCount()) { photo.places.append(try reader.readText()) }
    }
    if fields.contains(.priceUntil) { photo.priceUntil = try reader.readDate() }
    return photo
  }

  /// - Returns: When it begins; the price itself is passed over.
  private static func readLaterPrice(_ reader: inout ByteReader) throws(DamagedBytes) -> Date {
    let date = try reader.readDate()
    if try reader.readByte() > 0 {
      _ = try reader.readText()
      _ = try reader.readText()
    }
    return date
  }
}
