import FeedFormats
import GalleryDomain

/// How many photos have a value of a property, as one line.
public enum PhotoCountLine {
  /// The count, a tab and the value; `-` for photos without a value. No line break.
  public static func text(_ count: PhotoCount) -> String { "\(count.count)\t\(count.value ?? "-")" }

  /// `{"camera":"NIKON D500","count":12}`; null for photos without a value. Ratings are numbers as in `PhotoRecord`, with -1
  /// for rejected photos. No line break.
  public static func json(_ count: PhotoCount, of facet: PhotoFacet) -> String {
    "{\"\(facet.rawValue)\":\(json(count.value, of: facet)),\"count\":\(count.count)}"
  }

  private static func json(_ value: String?, of facet: PhotoFacet) -> String {
    guard let value else { return JSONOutput.text(nil) }
    guard facet == .rating else { return JSONOutput.text(value) }
    return value == PhotoFacet.rejected ? "\(PhotoRating.rejected)" : value
  }
}
