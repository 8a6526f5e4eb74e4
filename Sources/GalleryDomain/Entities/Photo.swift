import Foundation

/// One photo of a gallery.
///
/// Every string is cleaned when it is read (`TextCleaner`): it contains no control characters, escape sequences or bidi
/// overrides, and its length is bounded.
///
/// Copies share their properties until one of them changes: a key copies photos dozens of times, and each has two dozen
/// strings, addresses and lists whose references would be counted.
@dynamicMemberLookup
public struct Photo: Hashable, Sendable, Identifiable {
  /// The properties of a photo, which it has as its own: `photo.name`.
  public struct Fields: Hashable, Sendable {
    /// Identifies the photo within its source. In a folder it is the path relative to the folder, escaped if it is not
    /// clean text.
    public let id: String
    /// The name to show: the title; in a folder without one the file's name without its extension; otherwise `Untitled`.
    public var name: String
    /// Whether the source gives it no title; in a folder, the file's name counts as one. False for a photo whose title
    /// really is `Untitled`.
    public var isUntitled = false
    /// Whether the name is the file's, because nothing states a title.
    public var isFileName = false
    /// Plain text; may have several lines.
    public var description: String?
    /// What the photo is about, in a line, as IPTC has it beside the title and the description.
    public var headline: String?
    /// What the photo shows, for those who can't see it.
    public var altText: String?
    public var camera: String?
    public var lens: String?
    public var exposure = Exposure.unknown
    public var author: String?
    /// Who holds the rights, in the words of the notice, such as `© 2026 Ana Sol`.
    public var copyright: String?
    /// When it was taken; if unknown, when it was published or its file was last modified.
    public var createdAt: Date?
    /// How many seconds the camera's clock was ahead of UTC at that moment, such as -28,800 for −08:00; nil if unknown.
    /// The photo's day and time are those of that clock (`clockTime`).
    public var utcOffset: Int?
    /// Whether `createdAt` is the upload date, because the source says that it doesn't know when the photo was taken.
    public var isUploadDate = false
    /// Whether `createdAt` is when the file was last modified, because it doesn't say when the photo was taken.
    public var isFileDate = false
    /// The date in the source's words, such as `about 1890` or `1966`, if the source doesn't give an exact day; nil if
    /// `createdAt` is known.
    public var dateText: String?
    public var thumbnailURL: URL?
    public var imageURL: URL?
    /// The page about the photo at its source.
    public var pageURL: URL?
    /// The file, if the photo is a local one.
    public var file: FileReference?
    /// Its path in a folder on a server, relative to the folder that is shown, in the bytes of the server's names; nil
    /// for photos elsewhere.
    public var remotePath: [UInt8]?
    /// Other files of the same shot, which are moved and copied along with this one: the raw file of a JPEG, the clip of
    /// a Live Photo. Only for photos in folders.
    public var companions: [FileReference] = []
    /// The companions of a photo on a server, in the form of `remotePath`.
    public var remoteCompanions: [[UInt8]] = []
    /// The size of the file in bytes; nil if there is no file, or if it has not been read yet.
    public var fileSize: Int?
    /// 0–5, or `PhotoRating.rejected`; nil if neither the file nor its sidecar has a rating. Only for photos in folders.
    public var rating: Int?
    /// Only for photos in folders.
    public var label: PhotoLabel?
    public var saleStatus = SaleStatus.unstated
    public var price: Price?
    /// When the price ends, such as that of a sale; nil if the source names no end. What it is then, the source has to be
    /// asked.
    public var priceUntil: Date?
    /// How to buy it, if the source is a shop.
    public var purchase: PurchaseReference?
    public var licence: Licence?
    /// In pixels, with the orientation applied.
    public var width: Int?
    public var height: Int?
    public var tags: [String] = []
    /// What the place is called where it was taken, the smallest first: `Alfama`, `Lisboa`, `Portugal`.
    public var places: [String] = []
    /// Whether the file's metadata has not been read yet. Until then the other properties, including the name, are
    /// provisional.
    public var needsDetails = false
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

  /// Identifies the photo within its source.
  @inlinable public var id: String { storage.fields.id }

  // Inlined everywhere: a property is then read and written in place, else by a key path that is made each time.
  @inlinable public subscript<Value>(dynamicMember property: WritableKeyPath<Fields, Value>)
    -> Value
  {
    @inline(__always) get { storage.fields[keyPath: property] }
    @inline(__always) set { own().fields[keyPath: property] = newValue }
  }

  /// The valid range of `utcOffset`, which is wider than the ±14 hours of real time zones.
  public static let utcOffsets = -53_999...53_999

  /// The name of a photo whose source gives it none.
  public static let untitled = "Untitled"

  /// The paths of the other files of the same shot, on the disk or at a server.
  public var companionPaths: [[UInt8]] { self.companions.map(\.path) + self.remoteCompanions }

  /// The name, unless the photo is untitled.
  public var title: String? { self.isUntitled ? nil : self.name }

  /// The description, unless it only repeats the name, which is shown beside it.
  public var shownDescription: String? { self.description == self.name ? nil : self.description }

  /// Properties that are not here are set afterwards.
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
  /// Calls it by its file, for want of a title.
  package mutating func setFileName(_ name: ArraySlice<UInt8>) {
    let text = TextCleaner.line(bytes: name)
    self.name = text.isEmpty ? Photo.untitled : text
    (self.isUntitled, self.isFileName) = (text.isEmpty, !text.isEmpty)
  }

  /// The path of the file relative to the folder that is shown, in the bytes of the file system or the server. The
  /// file's name if the photo is not in a folder; nil if it has no file.
  ///
  /// In a folder, the id is this path except for characters that are not clean text, so both have the same number of
  /// components.
  public var relativePath: ArraySlice<UInt8>? {
    if let remotePath = self.remotePath { return remotePath[...] }
    guard let path = self.file?.path else { return nil }
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
  package var fileExtension: String? {
    guard let path = self.remotePath ?? self.file?.path else { return nil }
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
    self.createdAt.map { date in
      date.addingTimeInterval(Double(self.utcOffset ?? ClockDay.offset(of: zone, at: date)))
    }
  }

  /// `createdAt`, unless that is the file's date: photos are counted by day and filtered by what is known of them.
  package var statedDate: Date? { self.isFileDate ? nil : self.createdAt }

  /// The period that the source's date covers, such as all of `1966` or of `1966-07`; nil if the text is not a period,
  /// or if `createdAt` is known.
  package var datePeriod: DatePeriod? {
    self.createdAt == nil ? self.dateText.flatMap { DatePeriod($0) } : nil
  }

  /// Whether its price has ended, so that it can't be ordered before the source has been asked for the present one.
  public func priceHasEnded(by date: Date) -> Bool { self.priceUntil.map { $0 <= date } ?? false }
}

extension Calendar {
  /// The calendar for dates from `Photo.clockTime`.
  package static let gregorianUTC = gregorian(in: .gmt)

  /// The calendar of filters and groups, whose days begin in a zone.
  package static func gregorian(in zone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar
  }
}
