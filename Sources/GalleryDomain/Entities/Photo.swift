import Foundation

/// One photo of a gallery.
///
/// Every string is cleaned when it is read (`TextCleaner`): it contains no control characters, escape sequences or bidi
/// overrides, and its length is bounded.
///
/// Copies share their properties until one of them changes: a key copies photos dozens of times, and each has two dozen
/// strings, addresses and lists whose references would be counted.
public struct Photo: Hashable, Sendable, Identifiable {
  @usableFromInline struct Fields: Hashable, Sendable {
    @usableFromInline var id: String
    @usableFromInline var name: String
    @usableFromInline var isUntitled: Bool
    @usableFromInline var description: String?
    @usableFromInline var camera: String?
    @usableFromInline var lens: String?
    @usableFromInline var exposure: Exposure
    @usableFromInline var author: String?
    @usableFromInline var createdAt: Date?
    @usableFromInline var utcOffset: Int?
    @usableFromInline var isUploadDate: Bool = false
    @usableFromInline var isFileDate: Bool = false
    @usableFromInline var dateText: String?
    @usableFromInline var thumbnailURL: URL?
    @usableFromInline var imageURL: URL?
    @usableFromInline var pageURL: URL?
    @usableFromInline var file: FileReference?
    @usableFromInline var remotePath: [UInt8]?
    @usableFromInline var companions: [FileReference]
    @usableFromInline var remoteCompanions: [[UInt8]] = []
    @usableFromInline var fileSize: Int?
    @usableFromInline var rating: Int?
    @usableFromInline var label: PhotoLabel?
    @usableFromInline var saleStatus: SaleStatus
    @usableFromInline var price: Price?
    @usableFromInline var priceUntil: Date?
    @usableFromInline var purchase: PurchaseReference?
    @usableFromInline var licence: Licence?
    @usableFromInline var width: Int?
    @usableFromInline var height: Int?
    @usableFromInline var tags: [String]
    @usableFromInline var places: [String]
    @usableFromInline var needsDetails: Bool
  }

  // Written by `own()` only, while no other photo refers to it.
  @usableFromInline final class Storage: @unchecked Sendable {
    @usableFromInline var fields: Fields

    @usableFromInline init(_ fields: Fields) { self.fields = fields }
  }

  @usableFromInline var storage: Storage

  /// The storage, of this photo alone.
  @usableFromInline mutating func own() -> Storage {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.fields) }
    return storage
  }

  public static func == (one: Photo, other: Photo) -> Bool {
    one.storage === other.storage || one.storage.fields == other.storage.fields
  }

  public func hash(into hasher: inout Hasher) { storage.fields.hash(into: &hasher) }

  /// Identifies the photo within its source. In a folder it is the path relative to the folder, escaped if it is not
  /// clean text.
  @inlinable public var id: String { storage.fields.id }
  /// The name to show: the title; in a folder without one the file's name without its extension; otherwise `Untitled`.
  @inlinable public var name: String {
    get { storage.fields.name }
    set { own().fields.name = newValue }
  }
  /// Whether the source gives it no title; in a folder, the file's name counts as one. False for a photo whose title
  /// really is `Untitled`.
  @inlinable public var isUntitled: Bool {
    get { storage.fields.isUntitled }
    set { own().fields.isUntitled = newValue }
  }
  /// Plain text; may have several lines.
  @inlinable public var description: String? {
    get { storage.fields.description }
    set { own().fields.description = newValue }
  }
  @inlinable public var camera: String? {
    get { storage.fields.camera }
    set { own().fields.camera = newValue }
  }
  @inlinable public var lens: String? {
    get { storage.fields.lens }
    set { own().fields.lens = newValue }
  }
  @inlinable public var exposure: Exposure {
    get { storage.fields.exposure }
    set { own().fields.exposure = newValue }
  }
  @inlinable public var author: String? {
    get { storage.fields.author }
    set { own().fields.author = newValue }
  }
  /// When it was taken; if unknown, when it was published or its file was last modified.
  @inlinable public var createdAt: Date? {
    get { storage.fields.createdAt }
    set { own().fields.createdAt = newValue }
  }
  /// How many seconds the camera's clock was ahead of UTC at that moment, such as -28,800 for −08:00; nil if unknown.
  /// The photo's day and time are those of that clock (`clockTime`).
  @inlinable public var utcOffset: Int? {
    get { storage.fields.utcOffset }
    set { own().fields.utcOffset = newValue }
  }
  /// Whether `createdAt` is the upload date, because the source says that it doesn't know when the photo was taken.
  @inlinable public var isUploadDate: Bool {
    get { storage.fields.isUploadDate }
    set { own().fields.isUploadDate = newValue }
  }
  /// Whether `createdAt` is when the file was last modified, because it doesn't say when the photo was taken.
  @inlinable public var isFileDate: Bool {
    get { storage.fields.isFileDate }
    set { own().fields.isFileDate = newValue }
  }
  /// The date in the source's words, such as `about 1890` or `1966`, if the source doesn't give an exact day; nil if
  /// `createdAt` is known.
  @inlinable public var dateText: String? {
    get { storage.fields.dateText }
    set { own().fields.dateText = newValue }
  }
  @inlinable public var thumbnailURL: URL? {
    get { storage.fields.thumbnailURL }
    set { own().fields.thumbnailURL = newValue }
  }
  @inlinable public var imageURL: URL? {
    get { storage.fields.imageURL }
    set { own().fields.imageURL = newValue }
  }
  /// The page about the photo at its source.
  @inlinable public var pageURL: URL? {
    get { storage.fields.pageURL }
    set { own().fields.pageURL = newValue }
  }
  /// The file, if the photo is a local one.
  @inlinable public var file: FileReference? {
    get { storage.fields.file }
    set { own().fields.file = newValue }
  }
  /// Its path in a folder on a server, relative to the folder that is shown, in the bytes of the server's names; nil
  /// for photos elsewhere.
  @inlinable public var remotePath: [UInt8]? {
    get { storage.fields.remotePath }
    set { own().fields.remotePath = newValue }
  }
  /// Other files of the same shot, which are moved and copied along with this one: the raw file of a JPEG, the clip of
  /// a Live Photo. Only for photos in folders.
  @inlinable public var companions: [FileReference] {
    get { storage.fields.companions }
    set { own().fields.companions = newValue }
  }
  /// The companions of a photo on a server, in the form of `remotePath`.
  @inlinable public var remoteCompanions: [[UInt8]] {
    get { storage.fields.remoteCompanions }
    set { own().fields.remoteCompanions = newValue }
  }
  /// The size of the file in bytes; nil if there is no file, or if it has not been read yet.
  @inlinable public var fileSize: Int? {
    get { storage.fields.fileSize }
    set { own().fields.fileSize = newValue }
  }
  /// 0–5, or `PhotoRating.rejected`; nil if neither the file nor its sidecar has a rating. Only for photos in folders.
  @inlinable public var rating: Int? {
    get { storage.fields.rating }
    set { own().fields.rating = newValue }
  }
  /// Only for photos in folders.
  @inlinable public var label: PhotoLabel? {
    get { storage.fields.label }
    set { own().fields.label = newValue }
  }
  @inlinable public var saleStatus: SaleStatus {
    get { storage.fields.saleStatus }
    set { own().fields.saleStatus = newValue }
  }
  @inlinable public var price: Price? {
    get { storage.fields.price }
    set { own().fields.price = newValue }
  }
  /// When the price ends, such as that of a sale; nil if the source names no end. What it is then, the source has to be
  /// asked.
  @inlinable public var priceUntil: Date? {
    get { storage.fields.priceUntil }
    set { own().fields.priceUntil = newValue }
  }
  /// How to buy it, if the source is a shop.
  @inlinable public var purchase: PurchaseReference? {
    get { storage.fields.purchase }
    set { own().fields.purchase = newValue }
  }
  @inlinable public var licence: Licence? {
    get { storage.fields.licence }
    set { own().fields.licence = newValue }
  }
  /// In pixels, with the orientation applied.
  @inlinable public var width: Int? {
    get { storage.fields.width }
    set { own().fields.width = newValue }
  }
  @inlinable public var height: Int? {
    get { storage.fields.height }
    set { own().fields.height = newValue }
  }
  @inlinable public var tags: [String] {
    get { storage.fields.tags }
    set { own().fields.tags = newValue }
  }
  /// What the place is called where it was taken, the smallest first: `Alfama`, `Lisboa`, `Portugal`.
  @inlinable public var places: [String] {
    get { storage.fields.places }
    set { own().fields.places = newValue }
  }
  /// Whether the file's metadata has not been read yet. Until then the other properties, including the name, are
  /// provisional.
  @inlinable public var needsDetails: Bool {
    get { storage.fields.needsDetails }
    set { own().fields.needsDetails = newValue }
  }

  /// The valid range of `utcOffset`, which is wider than the ±14 hours of real time zones.
  public static let utcOffsets = -53_999...53_999

  /// The name of a photo whose source gives it none.
  public static let untitled = "Untitled"

  /// The paths of the other files of the same shot, on the disk or at a server.
  public var companionPaths: [[UInt8]] { companions.map(\.path) + remoteCompanions }

  /// The name, unless the photo is untitled.
  public var title: String? { isUntitled ? nil : name }

  public init(
    id: String,
    name: String,
    isUntitled: Bool = false,
    description: String? = nil,
    camera: String? = nil,
    lens: String? = nil,
    exposure: Exposure = .unknown,
    author: String? = nil,
    createdAt: Date? = nil,
    utcOffset: Int? = nil,
    dateText: String? = nil,
    thumbnailURL: URL? = nil,
    imageURL: URL? = nil,
    pageURL: URL? = nil,
    file: FileReference? = nil,
    remotePath: [UInt8]? = nil,
    companions: [FileReference] = [],
    fileSize: Int? = nil,
    rating: Int? = nil,
    label: PhotoLabel? = nil,
    saleStatus: SaleStatus = .unstated,
    price: Price? = nil,
    priceUntil: Date? = nil,
    purchase: PurchaseReference? = nil,
    licence: Licence? = nil,
    width: Int? = nil,
    height: Int? = nil,
    tags: [String] = [],
    places: [String] = [],
    needsDetails: Bool = false
  ) {
    storage = Storage(
      Fields(
        id: id,
        name: name,
        isUntitled: isUntitled,
        description: description,
        camera: camera,
        lens: lens,
        exposure: exposure,
        author: author,
        createdAt: createdAt,
        utcOffset: utcOffset,
        dateText: dateText,
        thumbnailURL: thumbnailURL,
        imageURL: imageURL,
        pageURL: pageURL,
        file: file,
        remotePath: remotePath,
        companions: companions,
        fileSize: fileSize,
        rating: rating,
        label: label,
        saleStatus: saleStatus,
        price: price,
        priceUntil: priceUntil,
        purchase: purchase,
        licence: licence,
        width: width,
        height: height,
        tags: tags,
        places: places,
        needsDetails: needsDetails))
  }
}

extension Photo: CustomReflectable {
  /// Its properties, for descriptions in tests and in debuggers.
  public var customMirror: Mirror {
    Mirror(self, children: Mirror(reflecting: storage.fields).children, displayStyle: .struct)
  }
}

extension Photo {
  /// The path of the file relative to the folder that is shown, in the bytes of the file system or the server. The
  /// file's name if the photo is not in a folder; nil if it has no file.
  ///
  /// In a folder, the id is this path except for characters that are not clean text, so both have the same number of
  /// components.
  public var relativePath: ArraySlice<UInt8>? {
    if let remotePath { return remotePath[...] }
    guard let path = file?.path else { return nil }
    guard id.utf8.first != FilePath.separator else { return path[...] }
    var components = id.utf8.count { $0 == FilePath.separator } + 1
    let start = path.lastIndex { byte in
      if byte == FilePath.separator { components -= 1 }
      return components == 0
    }
    return start.map { path[($0 + 1)...] } ?? path[...]
  }

  /// `relativePath`, cleaned for display: `2024/holiday/IMG_1.jpg`.
  public var pathText: String? {
    relativePath.map { TextCleaner.line(bytes: $0, limit: .field) }
  }

  /// What follows the last dot of the file's name, in lower case: `jpg`.
  var fileExtension: String? {
    guard let path = remotePath ?? file?.path else { return nil }
    let name = FilePath.lastComponent(path)
    let stem = FilePath.stem(name)
    guard stem.count < name.count else { return nil }
    return TextCleaner.line(bytes: name.dropFirst(stem.count + 1)).lowercased()
  }

  /// What a clock showed at `createdAt`: the camera's, or one in `zone` if the camera's isn't known. The result is a
  /// date in UTC, so that a calendar in UTC has the right day.
  ///
  /// Clock times aren't always in the order of the instants: clocks go back in autumn, and on flights to the west.
  public func clockTime(in zone: TimeZone) -> Date? {
    createdAt.map { date in
      // The years 1–9999. A source may state any number of seconds, and time zones have rules for some years only.
      let isDated = (-62_135_596_800...253_402_300_799).contains(date.timeIntervalSince1970)
      let offset = utcOffset ?? (isDated ? zone.secondsFromGMT(for: date) : 0)
      return date.addingTimeInterval(Double(offset))
    }
  }

  /// `createdAt`, unless that is the file's date: photos are counted by day and filtered by what is known of them.
  var statedDate: Date? { isFileDate ? nil : createdAt }

  /// The period that the source's date covers, such as all of `1966` or of `1966-07`; nil if the text is not a period,
  /// or if `createdAt` is known.
  var datePeriod: DatePeriod? { createdAt == nil ? dateText.flatMap { DatePeriod($0) } : nil }

  /// Whether its price has ended, so that it can't be ordered before the source has been asked for the present one.
  public func priceHasEnded(by date: Date) -> Bool { priceUntil.map { $0 <= date } ?? false }
}

extension Calendar {
  /// The calendar for dates from `Photo.clockTime`.
  package static let gregorianUTC: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
}
