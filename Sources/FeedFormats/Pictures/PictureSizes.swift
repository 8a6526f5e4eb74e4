/// The sizes in which a picture is offered, as far as they are stated.
struct PictureSizes<Picture> {
  /// - `edge`: How many pixels a thumbnail has, 0 if unknown.
  /// - `extent`: What makes a picture larger than another one.
  /// - `preference`: Decides between pictures of the same extent.
  typealias Size = (edge: Int, extent: Int, preference: Double)

  private let sizes: [(picture: Picture, size: Size)]

  init(_ pictures: [Picture], size: (Picture) -> Size) {
    sizes = pictures.map { ($0, size($0)) }
  }

  /// Of equal ones the first.
  var largest: Picture? {
    sizes.max {
      ($0.size.extent, $0.size.preference) < ($1.size.extent, $1.size.preference)
    }?.picture
  }

  /// The smallest one that is large enough, by default for a row of a list; nil if none is.
  func thumbnail(pixels: Int = 140) -> Picture? {
    sizes.filter { $0.size.edge >= pixels }.min { $0.size.extent < $1.size.extent }?.picture
  }
}
