import Foundation
import GalleryDomain

// A photo's properties by name. A new one gets a line in `StoredPhoto.list`, and one in each half of `PhotoRecord`.

/// A photo as JSON that stays readable for years: in baskets, records of orders and stored pages.
///
/// Every property has a name of its own and may be missing; an unknown value is skipped, property by property. Texts are cleaned once
/// more: a damaged file may contain what was never written. Files of this machine are kept, because a basket's thumbnails and paths
/// depend on them; stored pages leave them out.
package struct StoredPhoto: Codable {
  package var photo: Photo

  package init(_ photo: Photo) {
    self.photo = photo
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: StoredProperties.Name.self)
    photo = Photo(id: try values.decode(String.self, forKey: "id"), name: "")
    var properties = StoredProperties(reading: values)
    try Self.list(&photo, &properties)
  }

  package func encode(to encoder: any Encoder) throws {
    var (photo, values) = (photo, encoder.container(keyedBy: StoredProperties.Name.self))
    try values.encode(photo.id, forKey: "id")
    var properties = StoredProperties(writing: values)
    try Self.list(&photo, &properties)
  }

  /// Reads the properties into a photo that has an id only, or writes those of a photo, which stays the same then.
  private static func list(_ photo: inout Photo, _ stored: inout StoredProperties) throws {
    var title = photo.title
    try stored.line("name", &title)
    (photo.name, photo.isUntitled) = (title ?? Photo.untitled, title == nil)
    try stored.flag("isFileName", &photo.isFileName)
    try stored.paragraphs("description", &photo.description)
    try stored.line("headline", &photo.headline)
    try stored.line("camera", &photo.camera)
    try stored.line("lens", &photo.lens)
    try stored.line("focalLength", &photo.exposure.focalLength)
    try stored.line("aperture", &photo.exposure.aperture)
    try stored.line("shutterSpeed", &photo.exposure.shutterSpeed)
    try stored.line("iso", &photo.exposure.iso)
    try stored.line("author", &photo.author)
    try stored.line("copyright", &photo.copyright)
    try stored.line("alt", &photo.altText)
    try stored.date("createdAt", &photo.createdAt)
    try stored.value("utcOffset", &photo.utcOffset) { Photo.utcOffsets.contains($0) }
    try stored.flag("isUploadDate", &photo.isUploadDate)
    try stored.flag("isFileDate", &photo.isFileDate)
    try stored.line("dateText", &photo.dateText)
    try stored.url("thumbnailURL", &photo.thumbnailURL)
    try stored.url("imageURL", &photo.imageURL)
    try stored.url("pageURL", &photo.pageURL)
    try stored.map("file", &photo.file, address, BasketAddress.file)
    try stored.map("remotePath", &photo.remotePath, PercentEncoding.path, path)
    try stored.list("companions", &photo.companions, address, BasketAddress.file)
    try stored.list("remoteCompanions", &photo.remoteCompanions, PercentEncoding.path, path)
    try stored.value("fileSize", &photo.fileSize)
    try stored.value("rating", &photo.rating) { PhotoRating.range.contains($0) }
    try stored.map("label", &photo.label, \.text) { PhotoLabel(StoredProperties.clean($0)) }
    var status: SaleStatus? = photo.saleStatus == .unstated ? nil : photo.saleStatus
    try stored.value("saleStatus", &status)
    photo.saleStatus = status ?? .unstated
    try stored.map("price", &photo.price, StoredPrice.init, \.price)
    try stored.date("priceUntil", &photo.priceUntil)
    // Vitrine 1.0 stored the prices that follow, too.
    let later: [LaterPrice]? = stored.read("priceChanges")
    photo.priceUntil =
      photo.priceUntil ?? later?.first.map { Date(timeIntervalSinceReferenceDate: $0.date) }
    var isPurchase = photo.purchase != nil
    var purchase = photo.purchase ?? PurchaseReference()
    try stored.flag("isPurchase", &isPurchase)
    try stored.line("itemID", &purchase.itemID)
    try stored.line("variantID", &purchase.variantID)
    try stored.url("purchaseURL", &purchase.url)
    photo.purchase = isPurchase ? purchase : nil
    var (licence, terms) = (photo.licence?.name, photo.licence?.url)
    try stored.line("licence", &licence)
    try stored.url("licenceURL", &terms)
    photo.licence = licence.map { Licence(name: $0, url: terms) }
    try stored.value("width", &photo.width)
    try stored.value("height", &photo.height)
    try stored.list("tags", &photo.tags, { $0 }, StoredProperties.clean)
    try stored.list("places", &photo.places, { $0 }, StoredProperties.clean)
    try stored.flag("needsDetails", &photo.needsDetails)
  }

  private static func address(_ file: FileReference) -> String? { BasketAddress.text(file.url) }

  private static func path(_ text: String) -> [UInt8] {
    PercentEncoding.decoded(Array(text.utf8))
  }

  /// The beginning of a price that a photo's source announced for later.
  private struct LaterPrice: Codable {
    /// Seconds since 2001-01-01 00:00 UTC.
    var date: Double
  }
}

package struct StoredPrice: Codable {
  var amount: String
  var currency: String?
  var isLowest: Bool?

  package init(_ price: Price) {
    amount = price.amount
    currency = price.currency
    isLowest = price.isLowest ? true : nil
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    amount = try values.decode(String.self, forKey: .amount)
    currency = values.lenient(.currency)
    isLowest = values.lenient(.isLowest)
  }

  package var price: Price? {
    Price(amount: amount, currency: currency, isLowest: isLowest ?? false)
  }
}

extension KeyedDecodingContainer {
  /// A missing property, or one of another type, counts as nil.
  package func lenient<Value: Decodable>(_ key: Key) -> Value? {
    (try? decodeIfPresent(Value.self, forKey: key)) ?? nil
  }
}

/// The properties of a JSON object, read or written by the same list. What is nil, false or empty isn't written.
private struct StoredProperties {
  struct Name: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringLiteral name: String) { stringValue = name }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private var values: KeyedDecodingContainer<Name>?
  private var output: KeyedEncodingContainer<Name>?

  init(reading values: KeyedDecodingContainer<Name>) { self.values = values }

  init(writing output: KeyedEncodingContainer<Name>) { self.output = output }

  /// nil while writing.
  func read<Value: Decodable>(_ name: Name) -> Value? { values?.lenient(name) }

  mutating func value<Value: Codable>(
    _ name: Name, _ value: inout Value?, if isValid: (Value) -> Bool = { _ in true }
  ) throws {
    guard values == nil else {
      value = read(name).flatMap { isValid($0) ? $0 : nil }
      return
    }
    if let value { try output?.encode(value, forKey: name) }
  }

  /// A property that has another form here.
  mutating func map<Value, Stored: Codable>(
    _ name: Name, _ value: inout Value?, _ stored: (Value) -> Stored?, _ made: (Stored) -> Value?
  ) throws {
    var form = value.flatMap(stored)
    try self.value(name, &form)
    if values != nil { value = form.flatMap(made) }
  }

  mutating func list<Value, Stored: Codable>(
    _ name: Name, _ list: inout [Value], _ stored: (Value) -> Stored?, _ made: (Stored) -> Value?
  ) throws {
    var forms = list.isEmpty ? nil : list.compactMap(stored)
    try value(name, &forms)
    if values != nil { list = (forms ?? []).compactMap(made) }
  }

  mutating func flag(_ name: Name, _ isSet: inout Bool) throws {
    var flag = isSet ? true : nil
    try value(name, &flag)
    isSet = flag ?? false
  }

  mutating func line(_ name: Name, _ text: inout String?) throws {
    try map(name, &text, { $0 }, Self.clean)
  }

  mutating func paragraphs(_ name: Name, _ text: inout String?) throws {
    try map(name, &text, { $0 }, { TextCleaner.paragraphs($0, limit: Self.limit) })
  }

  /// In seconds since 2001-01-01 00:00 UTC, like all dates in the store; one that JSON can't express as a number counts as none.
  mutating func date(_ name: Name, _ date: inout Date?) throws {
    try map(name, &date) {
      $0.timeIntervalSinceReferenceDate.isFinite ? $0.timeIntervalSinceReferenceDate : nil
    } _: {
      Date(timeIntervalSinceReferenceDate: $0)
    }
  }

  mutating func url(_ name: Name, _ url: inout URL?) throws {
    try map(name, &url, BasketAddress.text, BasketAddress.url)
  }

  static func clean(_ text: String) -> String { TextCleaner.line(text, limit: limit) }

  /// More than any limit to which a text was cleaned.
  private static let limit = TextLimit(characters: 10_000)
}

/// A photo as an object of JSON, for programs: `vitrine list --json` writes it, and what other programs print is read.
///
/// The names and their order are stable: none changes its meaning, new ones may be added at the end.
///
/// `title` is nil if the source has none; `date` is in the given zone, and `utc_offset` has the seconds that the
/// camera's clock was ahead of UTC; prices keep the source's digits. `date_text` is what a source writes instead of a
/// date; `price_from` is true if there are more expensive forms of the item, nil without a price. `path` is nil for
/// photos that aren't files, and for a name that isn't UTF-8; `image_url` has the bytes of such a name. `companions`
/// are the paths of raw files and clips that belong to a photo. `date_is_upload` is true if a service doesn't know when
/// the photo was taken, and nil without a date. `places` are the names of the place, the smallest first. `date_is_file` is
/// true if the date is when the file was last modified, and nil without a date. `price_until` is when the price ends, in UTC.
/// `headline` says in a line what the photo is about, as IPTC has it; `copyright` is the notice, `alt` says what the photo shows.
public enum PhotoRecord {
  public enum Value: Hashable, Sendable {
    case text(String?)
    case number(Int?)
    case truth(Bool?)
    case texts([String])
  }

  // MARK: Writing

  /// One line, without a break at its end; lists are never null.
  ///
  /// - Parameter more: What follows the photo's own members.
  public static func line(
    _ photo: Photo, zone: TimeZone, more: [(name: StaticString, value: Value)] = []
  ) -> String {
    var line: [UInt8] = []
    line.reserveCapacity(1_024)
    let offset = photo.createdAt.map { ClockDay.offset(of: zone, at: $0) } ?? 0
    append(photo, offset: offset, more: more, to: &line)
    return String(decoding: line, as: UTF8.self)
  }

  /// - Parameter offset: Of the time zone for dates, at the photo's, in seconds.
  package static func append(
    _ photo: Photo, offset: Int, more: [(name: StaticString, value: Value)] = [],
    to line: inout [UInt8]
  ) {
    line.append(UInt8(ascii: "{"))
    forEachMember(of: photo, offset: offset) { name, value in
      append(name, value, to: &line)
    }
    for (name, value) in more { append(name, value, to: &line) }
    // There is a comma behind the last one.
    line[line.count - 1] = UInt8(ascii: "}")
  }

  /// A member with a comma behind it.
  private static func append(_ name: StaticString, _ value: Value, to line: inout [UInt8]) {
    line.append(UInt8(ascii: "\""))
    line.append(name)
    line.append("\":")
    switch value {
    case .text(let text): JSONOutput.append(text, to: &line)
    case .number(nil), .truth(nil): line.append("null")
    case .number(let number?): line += number.description.utf8
    case .truth(let truth?): line.append(truth ? "true" : "false")
    case .texts(let texts):
      line.append(UInt8(ascii: "["))
      for (index, text) in texts.enumerated() {
        if index > 0 { line.append(UInt8(ascii: ",")) }
        JSONOutput.append(text, to: &line)
      }
      line.append(UInt8(ascii: "]"))
    }
    line.append(UInt8(ascii: ","))
  }

  @inline(__always)
  private static func forEachMember(
    of photo: Photo, offset: Int, _ body: (StaticString, Value) -> Void
  ) {
    body("id", .text(photo.id))
    body("title", .text(photo.title))
    body("description", .text(photo.description))
    body("author", .text(photo.author))
    body("date", .text(photo.createdAt.flatMap { RFC3339.text($0, offset: offset) }))
    body("camera", .text(photo.camera))
    body("lens", .text(photo.lens))
    body("thumbnail_url", .text(photo.thumbnailURL?.absoluteString))
    body("image_url", .text(photo.imageURL?.absoluteString))
    body("page_url", .text(photo.pageURL?.absoluteString))
    body("for_sale", .truth(forSale(photo.saleStatus)))
    body("price", .text(photo.price?.amount))
    body("currency", .text(photo.price?.currency))
    body("licence", .text(photo.licence?.name))
    body("width", .number(photo.width))
    body("height", .number(photo.height))
    body("tags", .texts(photo.tags))
    body("date_text", .text(photo.createdAt == nil ? photo.dateText : nil))
    body("price_from", .truth(photo.price?.isLowest))
    body("licence_url", .text(photo.licence?.url?.absoluteString))
    body(
      "path",
      .text(
        (photo.file?.path ?? photo.remotePath).flatMap { String(validating: $0, as: UTF8.self) }))
    body("size", .number(photo.fileSize))
    body("rating", .number(photo.rating))
    body("label", .text(photo.label?.text))
    body(
      "companions",
      .texts(photo.companionPaths.compactMap { String(validating: $0, as: UTF8.self) }))
    body("utc_offset", .number(photo.utcOffset))
    body("date_is_upload", .truth(photo.createdAt.map { _ in photo.isUploadDate }))
    body("places", .texts(photo.places))
    body("date_is_file", .truth(photo.createdAt.map { _ in photo.isFileDate }))
    body("price_until", .text(photo.priceUntil.flatMap { RFC3339.text($0, offset: 0) }))
    body("headline", .text(photo.headline))
    body("copyright", .text(photo.copyright))
    body("alt", .text(photo.altText))
  }

  private static func forSale(_ status: SaleStatus) -> Bool? {
    switch status {
    case .forSale: true
    case .notForSale: false
    case .unstated: nil
    }
  }

  // MARK: Reading

  private static let tagLimit = 200

  /// Creates a photo from its values; their texts are cleaned here. `path`, `companions` and addresses that aren't on the web
  /// aren't read: which files may be named is up to the caller.
  ///
  /// - Parameters:
  ///   - id: Cleaned.
  ///   - zone: The time zone for dates without one.
  ///   - value: A missing value means the same as `null`.
  package static func photo(
    id: Photo.ID, zone: TimeZone, _ value: (String) -> JSONValue?
  ) -> Photo {
    func text(_ name: String) -> String? { value(name)?.lenientText }
    func line(_ name: String, limit: TextLimit = .field) -> String? {
      CleanText.line(text(name), limit: limit)
    }
    func number(_ name: String, in range: ClosedRange<Int>) -> Int? {
      value(name)?.whole(in: range)
    }
    func url(_ name: String) -> URL? { text(name).flatMap { FeedAddress.web($0) } }
    func texts(_ name: String) -> [String] {
      value(name)?.elements.compactMap(\.lenientText) ?? []
    }
    let title = line("title", limit: .title)
    let stated = FeedDate(text("date"), zone: zone)
    var photo = Photo(id: id, name: title ?? Photo.untitled, isUntitled: title == nil)
    photo.description = CleanText.paragraphs(text("description"))
    photo.headline = line("headline", limit: .title)
    photo.author = line("author")
    photo.copyright = line("copyright", limit: .notice)
    photo.altText = line("alt", limit: .alternativeText)
    photo.camera = line("camera")
    photo.lens = line("lens")
    photo.createdAt = stated.date
    if stated.date != nil {
      photo.utcOffset = number("utc_offset", in: Photo.utcOffsets)
      photo.isUploadDate = value("date_is_upload")?.lenientBool == true
      photo.isFileDate = value("date_is_file")?.lenientBool == true
    } else {
      photo.dateText = line("date_text") ?? stated.text
    }
    photo.thumbnailURL = url("thumbnail_url")
    photo.imageURL = url("image_url")
    photo.pageURL = url("page_url")
    photo.fileSize = number("size", in: 0...Int.max)
    photo.rating = number("rating", in: PhotoRating.range)
    photo.label = PhotoLabel(line("label", limit: .tag))
    photo.saleStatus =
      value("for_sale")?.availability.map { $0 ? .forSale : .notForSale } ?? .unstated
    photo.price = line("price").flatMap {
      Price(
        amount: $0, currency: line("currency"),
        isLowest: value("price_from")?.lenientBool ?? false)
    }
    photo.priceUntil = SalePeriod.end(CleanText.line(text("price_until")), zone: zone)
    let terms = url("licence_url")
    photo.licence =
      line("licence").map { Licence(name: $0, url: terms) }
      ?? terms.flatMap { LicenceText.licence($0.absoluteString) }
    photo.width = number("width", in: FeedPicture.edges)
    photo.height = number("height", in: FeedPicture.edges)
    photo.tags = CleanText.tags(texts("tags"), limit: tagLimit)
    photo.places = CleanText.places(texts("places"))
    return photo
  }
}
