import Foundation

/// One photo of a gallery.
///
/// Every string was cleaned on its way in (`TextCleaner`): it holds no control character, no
/// escape and no bidi override, and is of bounded length.
public struct Photo: Hashable, Sendable, Identifiable {
  /// Names the photo within its source; of a folder's photo, its path relative to the folder.
  public let id: String
  /// What it is shown as: its title, else `untitled`.
  public var name: String
  /// Whether its source gives it no title. One that a source really calls `Untitled` has one.
  public var isUntitled: Bool
  /// Plain text; may have several lines.
  public var description: String?
  public var camera: String?
  public var lens: String?
  public var exposure: Exposure
  public var author: String?
  /// When it was taken, else published.
  public var createdAt: Date?
  /// The date as the source writes it, where it is not a day that can be read, such as `about 1890` or `1966`;
  /// nil where `createdAt` is known.
  public var dateText: String?
  public var thumbnailURL: URL?
  public var imageURL: URL?
  /// The page about the photo at its source.
  public var pageURL: URL?
  /// The file itself, where the picture is a local one.
  public var file: FileReference?
  public var saleStatus: SaleStatus
  public var price: Price?
  /// What it costs later, the soonest first; empty where the source names no such time.
  public var priceChanges: [PriceChange]
  /// How to buy it, where the source is a shop.
  public var purchase: PurchaseReference?
  public var licence: Licence?
  /// Upright, in pixels.
  public var width: Int?
  public var height: Int?
  public var tags: [String]
  /// Whether the file's metadata has not been read yet, so that all but the name is provisional.
  public var needsDetails: Bool

  /// The name of a photo whose source gives it none.
  public static let untitled = "Untitled"

  /// As its source states it; nil where it states none.
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
    dateText: String? = nil,
    thumbnailURL: URL? = nil,
    imageURL: URL? = nil,
    pageURL: URL? = nil,
    file: FileReference? = nil,
    saleStatus: SaleStatus = .unstated,
    price: Price? = nil,
    priceChanges: [PriceChange] = [],
    purchase: PurchaseReference? = nil,
    licence: Licence? = nil,
    width: Int? = nil,
    height: Int? = nil,
    tags: [String] = [],
    needsDetails: Bool = false
  ) {
    self.id = id
    self.name = name
    self.isUntitled = isUntitled
    self.description = description
    self.camera = camera
    self.lens = lens
    self.exposure = exposure
    self.author = author
    self.createdAt = createdAt
    self.dateText = dateText
    self.thumbnailURL = thumbnailURL
    self.imageURL = imageURL
    self.pageURL = pageURL
    self.file = file
    self.saleStatus = saleStatus
    self.price = price
    self.priceChanges = priceChanges
    self.purchase = purchase
    self.licence = licence
    self.width = width
    self.height = height
    self.tags = tags
    self.needsDetails = needsDetails
  }
}

extension Photo {
  /// What the source's date covers where it is no day: all of `1966` or of `1966-07`; nil where it says anything
  /// else, and where `createdAt` is known.
  var datePeriod: DatePeriod? { createdAt == nil ? dateText.flatMap { DatePeriod($0) } : nil }

  /// The photo with the price that its source stated for a moment after it was asked.
  public func priced(at date: Date) -> Photo {
    guard let change = priceChanges.last(where: { $0.date <= date }) else { return self }
    var photo = self
    photo.price = change.price
    photo.priceChanges.removeAll { $0.date <= date }
    return photo
  }
}
