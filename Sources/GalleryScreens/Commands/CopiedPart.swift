import Foundation
import GalleryDomain
import GalleryPresentation

/// What is copied of a photo; in the order in which pressing `y` again copies them.
nonisolated enum CopiedPart: CaseIterable {
  case address, imageAddress, title, id

  /// Cleaned, of one line; nil if the photo has none.
  func text(of photo: Photo) -> String? {
    switch self {
    case .address: PhotoAddress.text(of: photo)
    case .imageAddress: PhotoAddress.imageText(of: photo)
    case .title: photo.title.map { TextCleaner.line($0) }
    case .id: TextCleaner.line(photo.id)
    }
  }

  var word: String {
    switch self {
    case .address: "address"
    case .imageAddress: "picture address"
    case .title: "title"
    case .id: "id"
    }
  }

  /// `3 addresses`.
  func words(_ count: Int) -> String {
    let plural =
      switch self {
      case .address: "addresses"
      case .imageAddress: "picture addresses"
      case .title: "titles"
      case .id: "ids"
      }
    return "\(CountText.grouped(count)) \(count == 1 ? word : plural)"
  }
}
