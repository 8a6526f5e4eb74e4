import Foundation
import GalleryDomain

extension Photo {
  /// A photo of which a test sets only what matters.
  public static func stub(
    id: String = "1",
    name: String = "vienna.street",
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
    companions: [FileReference] = [],
    fileSize: Int? = nil,
    rating: Int? = nil,
    label: PhotoLabel? = nil,
    saleStatus: SaleStatus = .forSale,
    price: Price? = nil,
    licence: Licence? = nil,
    width: Int? = nil,
    height: Int? = nil,
    tags: [String] = [],
    needsDetails: Bool = false
  ) -> Photo {
    Photo(
      id: id, name: name, description: description, camera: camera, lens: lens,
      exposure: exposure, author: author, createdAt: createdAt, utcOffset: utcOffset,
      dateText: dateText,
      thumbnailURL: thumbnailURL, imageURL: imageURL, pageURL: pageURL, file: file,
      companions: companions, fileSize: fileSize, rating: rating, label: label,
      saleStatus: saleStatus, price: price,
      licence: licence, width: width, height: height, tags: tags, needsDetails: needsDetails)
  }

  /// Photos with ids and names that count from `first`, such as `7` and `photo 7`.
  public static func stubs(
    _ count: Int, from first: Int = 0, saleStatus: SaleStatus = .forSale,
    needsDetails: Bool = false
  ) -> [Photo] {
    (first..<(first + count)).map {
      .stub(
        id: String($0), name: "photo \($0)", saleStatus: saleStatus, needsDetails: needsDetails)
    }
  }
}
