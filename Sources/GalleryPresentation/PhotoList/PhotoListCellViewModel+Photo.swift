import Foundation
import GalleryDomain

extension PhotoListCellViewModel {
  /// - Parameter dates: Shared by all cells: making a formatter for each costs 51 µs.
  init(photo: Photo, dates: DateText, prices: PriceText) {
    let date = photo.createdAt.map(dates.day(of:)) ?? photo.dateText ?? ""
    let author = photo.author ?? ""
    self.init(
      titleText: photo.name,
      descText: joined([photo.camera, photo.description], by: " - "),
      imageUrl: (photo.imageURL ?? photo.thumbnailURL)?.absoluteString ?? "",
      dateText: date,
      authorText: author,
      authorDateText: joined([author, date], by: " · "),
      saleStatus: photo.saleStatus,
      saleText: SaleText.short(status: photo.saleStatus, price: photo.price, prices: prices),
      priceText: photo.price.map { prices.text(of: $0) } ?? "",
      photoID: photo.id,
      file: photo.file,
      thumbnailURL: photo.thumbnailURL ?? photo.imageURL)
  }

  /// A row whose photo is not there yet, or will not come.
  static func placeholder(title: String) -> PhotoListCellViewModel {
    PhotoListCellViewModel(
      titleText: title, descText: "", imageUrl: "", dateText: "", isPlaceholder: true)
  }
}
