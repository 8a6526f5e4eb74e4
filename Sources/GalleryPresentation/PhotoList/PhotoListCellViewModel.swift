import Foundation
import GalleryDomain

/// The least that one row shows of a photo; `PhotoText` has the rest.
public struct PhotoListCellViewModel: Hashable, Sendable {
  public let titleText: String
  /// Camera and description, joined with ` - `; what is missing is left out.
  public let descText: String
  /// The address of the picture, else of a small one; empty if the photo has neither.
  public let imageUrl: String
  /// `yyyy-MM-dd` in the local zone, `2020-02-02 (file)` if it is only the file's, else the source's own words, such as
  /// `about 1890`; empty if it states no date.
  public let dateText: String
  /// Whether the row's photo is not loaded.
  public internal(set) var isPlaceholder = false
  /// Whether it could not be loaded.
  public internal(set) var isFailed = false
}

extension PhotoListCellViewModel {
  /// - Parameter dates: Shared by all cells: making a formatter for each would cost 51 µs.
  init(photo: Photo, dates: DateText) {
    let day = photo.createdAt == nil ? photo.dateText ?? "" : dates.day(of: photo)
    self.init(
      titleText: photo.name,
      descText: joined([photo.camera, photo.shownDescription], by: " - "),
      imageUrl: (photo.imageURL ?? photo.thumbnailURL)?.absoluteString ?? "",
      dateText: photo.isFileDate && !day.isEmpty ? "\(day) (file)" : day)
  }

  /// A row whose photo is not loaded yet, or could not be.
  static func placeholder(title: String, isFailed: Bool = false) -> PhotoListCellViewModel {
    PhotoListCellViewModel(
      titleText: title, descText: "", imageUrl: "", dateText: "", isPlaceholder: true,
      isFailed: isFailed)
  }
}
