import Foundation
import GalleryDomain

/// What one row shows of a photo.
public struct PhotoListCellViewModel: Hashable, Sendable {
  public let titleText: String
  /// Camera and description, joined with ` - `; what is missing is left out.
  public let descText: String
  /// The address of the picture, else of a small one; empty if the photo has neither.
  public let imageUrl: String
  /// `yyyy-MM-dd` in the local zone, `2020-02-02 (file)` if it is only the file's, else the source's own words, such as
  /// `about 1890`; empty if it states no date.
  public let dateText: String
  /// Author and date, joined with ` · `; what is missing is left out.
  public internal(set) var authorDateText = ""
  /// What is known of the user's own file: `6000 × 4000 · 3.4 MB`; empty for other photos.
  public internal(set) var fileText = ""
  /// The folder of the user's own file, below the folder that is shown: `2024/holiday`; empty for that folder itself.
  public internal(set) var folderText = ""
  /// The endings of the raw files that go with it: `+CR2`; else empty.
  public internal(set) var companionText = ""
  /// How the user rates it.
  public internal(set) var rating = PhotoRating()
  public internal(set) var saleStatus = SaleStatus.unstated
  /// `€120.00`, or `€120.00 until 3 May` once that has passed; empty if the source states none.
  public internal(set) var priceText = ""
  /// Identifies the picture to draw, also after a refresh; nil for a placeholder.
  public internal(set) var photoID: Photo.ID?
  /// The picture's file, if it is on this computer.
  public internal(set) var file: FileReference?
  /// The address of a small picture, else of the photo.
  public internal(set) var thumbnailURL: URL?
  /// Whether the row's photo is not loaded.
  public internal(set) var isPlaceholder = false
}

extension PhotoListCellViewModel {
  /// - Parameter dates: Shared by all cells: making a formatter for each would cost 51 µs.
  init(photo: Photo, dates: DateText) {
    let day = photo.createdAt == nil ? photo.dateText ?? "" : dates.day(of: photo)
    let date = photo.isFileDate && !day.isEmpty ? "\(day) (file)" : day
    let words = PhotoText(photo: photo, dates: dates)
    self.init(
      titleText: photo.name,
      descText: joined([photo.camera, photo.description], by: " - "),
      imageUrl: (photo.imageURL ?? photo.thumbnailURL)?.absoluteString ?? "",
      dateText: date,
      authorDateText: joined([photo.author, date], by: " · "),
      fileText: photo.file == nil ? "" : words.file,
      folderText: photo.file == nil ? "" : words.folder,
      companionText: photo.companionPaths.isEmpty ? "" : words.companions,
      rating: photo.userRating,
      saleStatus: photo.saleStatus,
      priceText: words.price,
      photoID: photo.id,
      file: photo.file,
      thumbnailURL: photo.thumbnailURL ?? photo.imageURL)
  }

  /// A row whose photo is not loaded yet, or could not be.
  static func placeholder(title: String) -> PhotoListCellViewModel {
    PhotoListCellViewModel(
      titleText: title, descText: "", imageUrl: "", dateText: "", isPlaceholder: true)
  }
}
