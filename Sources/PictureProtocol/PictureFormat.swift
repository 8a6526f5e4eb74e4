/// The formats that are recognised by the first bytes of a file.
public enum PictureFormat: Hashable, Sendable, CaseIterable {
  case jpeg
  case png
  case webp
  case gif
  case avif
  case tiff
  case heic
  case svg
  /// A camera's raw file, whose embedded previews are shown.
  case raw
  case jpegXL
  case jpeg2000

  /// Its usual name, such as `JPEG`.
  public var name: String {
    switch self {
    case .jpeg: "JPEG"
    case .png: "PNG"
    case .webp: "WebP"
    case .gif: "GIF"
    case .avif: "AVIF"
    case .tiff: "TIFF"
    case .heic: "HEIC"
    case .svg: "SVG"
    case .raw: "RAW"
    case .jpegXL: "JPEG XL"
    case .jpeg2000: "JPEG 2000"
    }
  }

  /// The file name extensions of the format, in lower case, the usual one first; none for raw files, whose cameras have
  /// extensions of their own.
  public var fileNameEndings: [String] {
    switch self {
    case .jpeg: [".jpg", ".jpeg", ".jpe"]
    case .png: [".png"]
    case .webp: [".webp"]
    case .gif: [".gif"]
    case .avif: [".avif"]
    case .tiff: [".tif", ".tiff"]
    case .heic: [".heic", ".heif", ".hif"]
    case .svg: [".svg"]
    case .raw: []
    case .jpegXL: [".jxl"]
    case .jpeg2000: [".jp2"]
    }
  }

  /// Whether pictures of this format are decoded if they have this origin.
  public func isAllowed(from origin: PictureOrigin) -> Bool {
    switch self {
    case .jpeg, .png, .webp, .gif, .avif: true
    case .tiff, .heic, .svg, .raw, .jpegXL, .jpeg2000: origin != .network
    }
  }
}

/// The origin of a picture, which determines the decoders that it may reach.
public enum PictureOrigin: Hashable, Sendable, CaseIterable {
  /// Downloaded: JPEG, PNG, WebP, GIF and AVIF only.
  case network
  /// A file in a folder of the user: every format.
  case localFile
  /// Downloaded from the user's own folder on a server: every format.
  case ownServer
}
