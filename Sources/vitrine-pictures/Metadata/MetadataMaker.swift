import CVips
import PictureProtocol

/// Makes the answer to one request for metadata.
struct MetadataMaker {
  var origin: PictureOrigin
  var wantsDetails: Bool
  var decoder: PictureDecoder

  /// - Parameter descriptors: The file, and its sidecar.
  func make(_ descriptors: [OwnedDescriptor]) throws(PictureFailure) -> Picture {
    try FileMapping.read(descriptors[0]) { (file) throws(PictureFailure) in
      let header = try PictureHeader(of: file)
      guard header.format.isAllowed(from: origin) else {
        throw .formatNotAllowed(header.format)
      }
      var metadata = PhotoMetadata()
      var encoding: FileEncoding?
      if wantsDetails {
        metadata.orientationLocation =
          OrientationFinder(file: file, header: header, decoder: decoder).location()
        encoding = FileEncoding(of: file, header: header, origin: origin, decoder: decoder)
      }
      let sidecar = descriptors.dropFirst().first
      let size: PictureHeader.Size?
      switch header.format {
      case .jpegXL:
        let boxes = JPEGXLTags(of: file)
        boxes.exif.withView { exif in
          boxes.xmp.withView { xmp in
            readTags(&metadata, TagReader(exif, XMPPacket.find(in: xmp)), sidecar, encoding)
          }
        }
        size = decoder.uprightSize(of: file, header)
      case .heic, .avif, .svg:
        // exiv2 is built without these formats; their size is in properties and attributes that the decoder knows.
        // The decoder doesn't find what describes several pictures (`RefusedBoxes`).
        func read(_ exif: ByteView) {
          let exif = exif.count > 0 ? exif : EXIFBlock.find(in: file)
          readTags(&metadata, TagReader(exif, XMPPacket.find(in: file)), sidecar, encoding)
        }
        if let opened = try? decoder.open(file, as: header.format) {
          read(opened.exif)
          size = opened.uprightSize
        } else {
          // libheif refuses sides of more than 32,768 pixels.
          Vips.forgetErrors()
          read(.empty)
          size = header.size
        }
      case .raw:
        size = readRaw(&metadata, file, sidecar, encoding)
      case .jpeg2000:
        readTags(&metadata, TagReader(file), sidecar, encoding)
        size = decoder.uprightSize(of: file, header)
      case .gif:
        // exiv2 reads only its size.
        readTags(&metadata, TagReader(XMPPacket.find(in: file)), sidecar, encoding)
        size = header.size
      case .jpeg, .png, .webp, .tiff:
        let isSafe = header.format != .webp || WebPHeader.isWhole(file)
        readTags(&metadata, isSafe ? TagReader(file) : nil, sidecar, encoding)
        size = header.size?.upright(metadata.statedOrientation)
      }
      (metadata.width, metadata.height) = (size?.width, size?.height)
      return Picture(.metadata(metadata), format: header.format, source: size)
    }
  }

  /// - Returns: The upright size.
  private func readRaw(
    _ metadata: inout PhotoMetadata, _ file: ByteView, _ sidecar: OwnedDescriptor?,
    _ encoding: FileEncoding?
  ) -> PictureHeader.Size? {
    let format = RawFormat(of: file) ?? .other
    var size: PictureHeader.Size?
    func read(_ tags: TagReader?) {
      readTags(&metadata, tags, sidecar, encoding)
      size = RawSize(file: file, format: format, tags: tags).size
    }
    if format == .cr3 {
      let boxes = CanonBoxes(of: file)
      let (camera, exposure, position) = boxes.structures
      exposure.withView { exposure in
        position.withView { read(TagReader(camera, exposure, $0, boxes.xmp)) }
      }
    } else {
      read(TagReader(file))
    }
    return size?.upright(metadata.statedOrientation)
      ?? (try? RawPreviews(of: file, decoder: decoder).uprightSize())
  }

  /// An unreadable sidecar counts as none.
  private func readTags(
    _ metadata: inout PhotoMetadata, _ tags: TagReader?, _ sidecar: OwnedDescriptor?,
    _ encoding: FileEncoding?
  ) {
    func read(_ sidecar: TagReader?) -> PhotoMetadata {
      var copy = metadata
      let reader = MetadataReader(file: tags, sidecar: sidecar)
      reader.read(into: &copy)
      if let encoding { copy.details = reader.details(encoding) }
      return copy
    }
    metadata =
      sidecar.flatMap { try? FileMapping.read($0) { read(TagReader($0)) } } ?? read(nil)
  }
}

extension PhotoMetadata {
  fileprivate var statedOrientation: Orientation {
    Orientation(orientation) ?? .upright
  }
}

/// How a file was made, according to its header, not its metadata.
struct FileEncoding {
  /// Its usual name: `JPEG`, `NEF (raw)`.
  var formatName: String
  var compression: String?
  /// `8 bits × 3`.
  var bitDepth: String?
  var colorProfile: String?

  /// Opens the picture with its decoder, which reads no pixels; has fewer facts if that fails.
  init(of file: ByteView, header: PictureHeader, origin: PictureOrigin, decoder: PictureDecoder) {
    formatName =
      header.format == .raw ? (RawFormat(of: file) ?? .other).name : header.format.name
    compression = header.jpeg.map { $0.frame.isProgressive ? "progressive" : "baseline" }
    guard (try? decoder.header(of: file, from: origin)) != nil,
      let opened = try? decoder.open(file, as: header.format)
    else { return }
    if header.format != .svg {
      switch vips_image_get_format(opened.image) {
      case VIPS_FORMAT_UCHAR: bitDepth = "8 bits × \(opened.bands)"
      case VIPS_FORMAT_USHORT: bitDepth = "16 bits × \(opened.bands)"
      case VIPS_FORMAT_FLOAT: bitDepth = "32 bits × \(opened.bands)"
      default: break
      }
    }
    colorProfile = ColorProfileName.name(of: opened.profile)
  }
}
