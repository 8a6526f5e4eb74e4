/// What a photo's file says about it beyond what a list shows; read on request.
public struct PhotoInformation: Hashable, Sendable {
  /// At most one of each kind, in the order of `PhotoDetail.Kind.allCases`.
  public var details: [PhotoDetail]
  /// Where it was taken.
  public var position: GeoPosition?
  /// The size of the file in bytes; nil if there is no file, or if the size is unknown.
  public var byteCount: Int?

  public init(
    details: [PhotoDetail] = [], position: GeoPosition? = nil, byteCount: Int? = nil
  ) {
    self.details = details
    self.position = position
    self.byteCount = byteCount
  }
}
