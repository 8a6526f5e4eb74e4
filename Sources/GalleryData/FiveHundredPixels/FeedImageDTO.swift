/// One of the sizes in which a feed offers a photo.
struct FeedImageDTO {
  var size: Int?
  var url: String

  /// - Returns: nil where there is no address.
  init?(_ value: JSONValue) {
    guard let url = value["https_url"]?.lenientText ?? value["url"]?.lenientText else { return nil }
    self.url = url
    size = value["size"]?.lenientInt
  }

  init(size: Int?, url: String) {
    self.size = size
    self.url = url
  }
}
