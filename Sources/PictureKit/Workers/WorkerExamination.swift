import PictureProtocol

/// A small picture that shows whether a format can be opened: red and green above, blue and white below, 64×48 pixels. A
/// raw file shows anything.
nonisolated public struct TestPicture: Sendable {
  public var format: PictureFormat
  public var path: String

  public init(format: PictureFormat, path: String) {
    self.format = format
    self.path = path
  }
}

extension PictureLoader {
  /// Has workers open pictures of several formats in their closed sandbox, as they open those of the user.
  ///
  /// - Returns: Why one could not be opened, by its format; empty if all could be.
  public func failures(of pictures: [TestPicture]) async -> [PictureFormat: PictureFailure] {
    var failures: [PictureFormat: PictureFailure] = [:]
    let target = PictureTarget(columns: 8, rows: 3, cellPixelWidth: 8, cellPixelHeight: 16)
    let look = PictureLook(target: target, output: .pixels)
    for test in pictures {
      do throws(PictureFailure) {
        let found = try await picture(PictureKey(file: PictureFile(path: test.path), look: look))
        guard case .pixels(let pixels) = found.payload, found.format == test.format else {
          throw .workerDied
        }
        if test.format != .raw, !Self.areRight(pixels) { throw .broken("wrong colours") }
      } catch {
        failures[test.format] = error
      }
    }
    return failures
  }

  /// The largest difference of a colour after lossy compression.
  private static let tolerance = 48

  private static func areRight(_ picture: PixelPicture) -> Bool {
    let (width, height) = (Int(picture.width), Int(picture.height))
    guard width >= 4, height >= 4, picture.bytes.count == width * height * 4 else { return false }
    let quarters: [(x: Int, y: Int, color: [Int])] = [
      (1, 1, [255, 0, 0]), (3, 1, [0, 255, 0]), (1, 3, [0, 0, 255]), (3, 3, [255, 255, 255]),
    ]
    return quarters.allSatisfy { quarter in
      let start = (height * quarter.y / 4 * width + width * quarter.x / 4) * 4
      let color = picture.bytes[start..<start + 3].map(Int.init)
      return zip(color, quarter.color).allSatisfy { abs($0 - $1) <= tolerance }
    }
  }
}
