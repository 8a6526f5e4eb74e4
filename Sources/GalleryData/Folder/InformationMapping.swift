import FeedFormats
import GalleryDomain

/// Converts what a file says about itself to information; the place where it is cleaned.
enum InformationMapping {
  static func information(_ metadata: PhotoMetadata?) -> PhotoInformation {
    guard let metadata else { return PhotoInformation() }
    var texts: [PhotoDetail.Kind: String] = [:]
    // A file has each kind once; data from elsewhere is bounded all the same.
    for detail in metadata.details.prefix(4 * PhotoDetail.Kind.allCases.count)
    where texts[detail.kind] == nil {
      texts[detail.kind] = CleanText.line(detail.text)
    }
    var information = PhotoInformation(
      details: PhotoDetail.Kind.allCases.compactMap { kind in
        texts[kind].map { PhotoDetail(kind: kind, text: $0) }
      })
    information.position = metadata.position
    return information
  }
}
