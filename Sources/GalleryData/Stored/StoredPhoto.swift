import FeedFormats
import Foundation
import GalleryDomain

/// The names of a photo's properties in a stored basket.
///
/// Unlike in stored pages, files of this machine are kept, because the thumbnails and the paths of a folder's photos
/// depend on them. Only this program writes here, and a photo from the network has none.
struct StoredPhoto: Codable {
  var id: String
  /// nil if the source has none.
  var name: String?
  var description: String?
  var camera: String?
  var lens: String?
  var focalLength: String?
  var aperture: String?
  var shutterSpeed: String?
  var iso: String?
  var author: String?
  /// Seconds since 2001-01-01 00:00 UTC, like all dates in the store.
  var createdAt: Double?
  var utcOffset: Int?
  var isUploadDate: Bool?
  var isFileDate: Bool?
  var dateText: String?
  var thumbnailURL: String?
  var imageURL: String?
  var pageURL: String?
  /// A `file:` URL whose bytes are percent-encoded: names of files are bytes.
  var file: String?
  /// Percent-encoded.
  var remotePath: String?
  var companions: [String]?
  var remoteCompanions: [String]?
  var fileSize: Int?
  var rating: Int?
  var label: String?
  var saleStatus: String?
  var price: StoredPrice?
  var priceUntil: Double?
  /// Only read: Vitrine 1.0 stored the prices that follow, too.
  private var priceChanges: [LaterPrice]?
  private var isPurchase: Bool?
  var itemID: String?
  var variantID: String?
  var purchaseURL: String?
  var licence: String?
  var licenceURL: String?
  var width: Int?
  var height: Int?
  var tags: [String]?
  var places: [String]?
  var needsDetails: Bool?

  init(_ photo: Photo) {
    id = photo.id
    name = photo.title
    description = photo.description
    camera = photo.camera
    lens = photo.lens
    focalLength = photo.exposure.focalLength
    aperture = photo.exposure.aperture
    shutterSpeed = photo.exposure.shutterSpeed
    iso = photo.exposure.iso
    author = photo.author
    // A date that JSON can't express as a number counts as none.
    createdAt = photo.createdAt.map(\.timeIntervalSinceReferenceDate).flatMap {
      $0.isFinite ? $0 : nil
    }
    utcOffset = photo.utcOffset
    isUploadDate = photo.isUploadDate ? true : nil
    isFileDate = photo.isFileDate ? true : nil
    dateText = photo.dateText
    thumbnailURL = BasketAddress.text(photo.thumbnailURL)
    imageURL = BasketAddress.text(photo.imageURL)
    pageURL = BasketAddress.text(photo.pageURL)
    file = photo.file.flatMap { BasketAddress.text($0.url) }
    remotePath = photo.remotePath.map(PercentEncoding.path)
    remoteCompanions =
      photo.remoteCompanions.isEmpty ? nil : photo.remoteCompanions.map(PercentEncoding.path)
    companions =
      photo.companions.isEmpty
      ? nil : photo.companions.compactMap { BasketAddress.text($0.url) }
    fileSize = photo.fileSize
    rating = photo.rating
    label = photo.label?.text
    saleStatus = photo.saleStatus == .unstated ? nil : photo.saleStatus.rawValue
    price = photo.price.map(StoredPrice.init)
    priceUntil = photo.priceUntil.map(\.timeIntervalSinceReferenceDate).flatMap {
      $0.isFinite ? $0 : nil
    }
    isPurchase = photo.purchase == nil ? nil : true
    itemID = photo.purchase?.itemID
    variantID = photo.purchase?.variantID
    purchaseURL = BasketAddress.text(photo.purchase?.url)
    licence = photo.licence?.name
    licenceURL = BasketAddress.text(photo.licence?.url)
    width = photo.width
    height = photo.height
    tags = photo.tags.isEmpty ? nil : photo.tags
    places = photo.places.isEmpty ? nil : photo.places
    needsDetails = photo.needsDetails ? true : nil
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    name = values.lenient(.name)
    description = values.lenient(.description)
    camera = values.lenient(.camera)
    lens = values.lenient(.lens)
    focalLength = values.lenient(.focalLength)
    aperture = values.lenient(.aperture)
    shutterSpeed = values.lenient(.shutterSpeed)
    iso = values.lenient(.iso)
    author = values.lenient(.author)
    createdAt = values.lenient(.createdAt)
    utcOffset = values.lenient(.utcOffset)
    isUploadDate = values.lenient(.isUploadDate)
    isFileDate = values.lenient(.isFileDate)
    dateText = values.lenient(.dateText)
    thumbnailURL = values.lenient(.thumbnailURL)
    imageURL = values.lenient(.imageURL)
    pageURL = values.lenient(.pageURL)
    file = values.lenient(.file)
    remotePath = values.lenient(.remotePath)
    companions = values.lenient(.companions)
    remoteCompanions = values.lenient(.remoteCompanions)
    fileSize = values.lenient(.fileSize)
    rating = values.lenient(.rating)
    label = values.lenient(.label)
    saleStatus = values.lenient(.saleStatus)
    price = values.lenient(.price)
    priceUntil = values.lenient(.priceUntil)
    priceChanges = values.lenient(.priceChanges)
    isPurchase = values.lenient(.isPurchase)
    itemID = values.lenient(.itemID)
    variantID = values.lenient(.variantID)
    purchaseURL = values.lenient(.purchaseURL)
    licence = values.lenient(.licence)
    licenceURL = values.lenient(.licenceURL)
    width = values.lenient(.width)
    height = values.lenient(.height)
    tags = values.lenient(.tags)
    places = values.lenient(.places)
    needsDetails = values.lenient(.needsDetails)
  }
}

extension StoredPhoto {
  /// Texts are cleaned once more: a damaged file may contain what was never written.
  var photo: Photo {
    var photo = Photo(
      id: id,
      name: line(name) ?? Photo.untitled, isUntitled: line(name) == nil,
      description: description.map { TextCleaner.paragraphs($0, limit: Self.limit) },
      camera: line(camera),
      lens: line(lens),
      exposure: Exposure(
        focalLength: line(focalLength), aperture: line(aperture),
        shutterSpeed: line(shutterSpeed), iso: line(iso)),
      author: line(author),
      createdAt: createdAt.map(Date.init(timeIntervalSinceReferenceDate:)),
      utcOffset: utcOffset.flatMap { Photo.utcOffsets.contains($0) ? $0 : nil },
      dateText: line(dateText),
      thumbnailURL: BasketAddress.url(thumbnailURL),
      imageURL: BasketAddress.url(imageURL),
      pageURL: BasketAddress.url(pageURL),
      file: file.flatMap(BasketAddress.file),
      remotePath: remotePath.map { PercentEncoding.decoded(Array($0.utf8)) },
      companions: (companions ?? []).compactMap(BasketAddress.file), fileSize: fileSize,
      rating: rating.flatMap { PhotoRating.range.contains($0) ? $0 : nil },
      label: PhotoLabel(line(label)),
      saleStatus: saleStatus.flatMap(SaleStatus.init(rawValue:)) ?? .unstated,
      price: price?.price,
      priceUntil: (priceUntil ?? priceChanges?.first?.date).map(
        Date.init(timeIntervalSinceReferenceDate:)),
      purchase: isPurchase == true
        ? PurchaseReference(
          itemID: line(itemID), variantID: line(variantID),
          url: BasketAddress.url(purchaseURL)) : nil,
      licence: line(licence).map { Licence(name: $0, url: BasketAddress.url(licenceURL)) },
      width: width, height: height,
      tags: (tags ?? []).map { TextCleaner.line($0, limit: Self.limit) },
      places: (places ?? []).map { TextCleaner.line($0, limit: Self.limit) },
      needsDetails: needsDetails ?? false)
    photo.remoteCompanions = (remoteCompanions ?? []).map {
      PercentEncoding.decoded(Array($0.utf8))
    }
    photo.isUploadDate = isUploadDate ?? false
    photo.isFileDate = isFileDate ?? false
    return photo
  }

  /// More than any limit to which a text was cleaned.
  private static let limit = TextLimit(characters: 10_000)

  private func line(_ text: String?) -> String? {
    text.map { TextCleaner.line($0, limit: Self.limit) }
  }
}

/// The beginning of a price that a photo's source announced for later.
private struct LaterPrice: Codable {
  /// Seconds since 2001-01-01 00:00 UTC.
  var date: Double
}
