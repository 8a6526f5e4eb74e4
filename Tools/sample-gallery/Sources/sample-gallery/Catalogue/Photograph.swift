/// A picture of the gallery: how it is made, how it is stored, and what its feed says.
struct Photograph: Sendable {
  /// For the feed's `for_sale`, `price` and `currency`.
  enum Sale: Sendable {
    case price(String, String)
    case notForSale
    /// `for_sale` is null.
    case null
    /// `for_sale` is missing.
    case absent
  }

  /// Upright sizes in pixels.
  enum Format: Sendable {
    case landscape, portrait, panorama, square

    var size: (width: Int, height: Int) {
      switch self {
      case .landscape: (900, 600)
      case .portrait: (600, 900)
      case .panorama: (1400, 400)
      case .square: (700, 700)
      }
    }
  }

  /// The name of the file, with the ending that decides the encoder.
  let file: String
  let format: Format
  let title: String
  let text: String?
  let author: Author
  let body: CameraBody?
  let lens: String?
  let exposure: Exposure?
  /// RFC 3339, at the place where it was taken.
  let taken: String
  let sale: Sale
  let licence: Int
  let tags: [String]
  var orientation = Orientation.topLeft
  var profile = ColourProfile.sRGB
  var isProgressive = false
  let development: Development
  let render: @Sendable (_ width: Int, _ height: Int) -> Canvas

  /// From the name (FNV-1a), so that a picture's grain is the same whichever other pictures are made.
  var grainSeed: UInt64 {
    file.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

/// An invented photographer.
struct Author: Sendable {
  let name: String
  let user: String
}

struct CameraBody: Sendable {
  let make: String
  let model: String
}

/// How the shutter was set, in the words of a 500px feed.
struct Exposure: Sendable {
  /// Millimetres.
  let focalLength: String
  let aperture: String
  /// Seconds, as `1/200` or `30`.
  let shutter: String
  let iso: String
}
