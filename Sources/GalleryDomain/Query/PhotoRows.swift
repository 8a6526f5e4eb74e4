/// The photos of a query in their order, all of them, each made when it is asked for.
public struct PhotoRows: Sendable {
  /// What a page of all of them says, without its photos.
  public let page: PhotoPage
  private let photos: CompactPhotos
  private let order: [UInt32]

  init(_ page: PhotoPage, _ photos: CompactPhotos, order: [UInt32]) {
    (self.page, self.photos, self.order) = (page, photos, order)
  }

  public var count: Int { order.count }

  public func row(of id: Photo.ID) -> Int? {
    photos.index(of: id).flatMap { order.firstIndex(of: UInt32($0)) }
  }

  /// What is made of each half of some rows, on two threads.
  ///
  /// - Parameters:
  ///   - initial: What each of the halves begins with.
  ///   - body: Called with a photo at a time, and the address of its picture: `Photo.imageURL` is nil, because an address takes
  ///     longer than everything else, and is only written again.
  /// - Returns: One result for few rows.
  public func inHalves<Result: Sendable>(
    _ rows: Range<Int>, from initial: (Result, Result),
    _ body: @Sendable (inout Result, _ photo: Photo, _ imageURL: String?) -> Void
  ) -> [Result] {
    CompactPhotos.inHalves(of: rows.count, parallelFrom: Self.parallelCount) { half in
      var result = half.lowerBound == 0 ? initial.0 : initial.1
      for row in half {
        let index = Int(order[rows.lowerBound + row])
        var photo = photos.photo(at: index, [.place, .texts, .companions])
        let imageURL =
          photo.imageURL?.absoluteString
          ?? (photos.hasFileAsImage(at: index) ? photo.file?.urlText : nil)
        photo.imageURL = nil
        body(&result, photo, imageURL)
      }
      return result
    }
  }

  private static let parallelCount = 256
}
