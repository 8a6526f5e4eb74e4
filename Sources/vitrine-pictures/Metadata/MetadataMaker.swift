import PictureProtocol

/// Makes the answer to one request for metadata.
struct MetadataMaker {
  var request: MetadataRequest
  var decoder: PictureDecoder

  func make(_ descriptors: [OwnedDescriptor]) throws(PictureFailure) -> PhotoMetadata {
    try MappedFile.read(descriptors[0]) { (file) throws(PictureFailure) in
      let header = try PictureHeader(of: file)
      guard header.format.isAllowed(from: request.origin) else {
        throw .formatNotAllowed(header.format)
      }
      var metadata = PhotoMetadata()
      metadata.format = header.format
      if request.wantsDetails {
        metadata.orientationField =
          OrientationFinder(file: file, header: header, decoder: decoder).place()
      }
      let making =
        request.wantsDetails
        ? FileMaking(of: file, header: header, origin: request.origin, decoder: decoder) : nil
      switch header.format {
      case .jpegXL:
        readJPEGXL(&metadata, file, sidecar: descriptors.dropFirst().first, making)
      case .heic, .avif, .svg:
        // exiv2 is built without these formats; their size is in properties and attributes that the decoder knows.
        if let opened = try? decoder.open(file, as: header.format) {
          // The decoder doesn't find what describes several pictures (`RefusedBoxes`).
          let exif = opened.exif.count > 0 ? opened.exif : EXIFBlock.find(in: file)
          let tags = TagReader(exif, XMPPacket.find(in: file))
          readTags(&metadata, tags, sidecar: descriptors.dropFirst().first, making)
          setSize(&metadata, opened.uprightSize)
        } else {
          // libheif refuses sides of more than 32,768 pixels.
          Vips.forgetErrors()
          let tags = TagReader(EXIFBlock.find(in: file), XMPPacket.find(in: file))
          readTags(&metadata, tags, sidecar: descriptors.dropFirst().first, making)
          setSize(&metadata, header.size)
        }
      case .raw:
        readRaw(&metadata, file, sidecar: descriptors.dropFirst().first, making)
      case .jpeg2000:
        readTags(&metadata, TagReader(file), sidecar: descriptors.dropFirst().first, making)
        setSize(&metadata, decoder.uprightSize(of: file, header))
      case .gif:
        // exiv2 reads only its size.
        readTags(
          &metadata, TagReader(XMPPacket.find(in: file)), sidecar: descriptors.dropFirst().first,
          making)
        setSize(&metadata, header.size)
      case .jpeg, .png, .webp, .tiff:
        let isSafe = header.format != .webp || WebPChunks.areWhole(in: file)
        readTags(
          &metadata, isSafe ? TagReader(file) : nil, sidecar: descriptors.dropFirst().first, making)
        setSize(&metadata, turned(header.size, by: metadata.orientation))
      }
      return metadata
    }
  }

  private func readJPEGXL(
    _ metadata: inout PhotoMetadata, _ file: ByteView, sidecar: OwnedDescriptor?,
    _ making: FileMaking?
  ) {
    let boxes = JPEGXLTags(of: file)
    boxes.exif.withUnsafeBytes { exif in
      boxes.xmp.withUnsafeBytes { xmp in
        let tags = TagReader(ByteView(bytes: exif), XMPPacket.find(in: ByteView(bytes: xmp)))
        readTags(&metadata, tags, sidecar: sidecar, making)
      }
    }
    setSize(&metadata, JPEGXLHeader(of: file)?.uprightSize)
  }

  private func readRaw(
    _ metadata: inout PhotoMetadata, _ file: ByteView, sidecar: OwnedDescriptor?,
    _ making: FileMaking?
  ) {
    let format = RawFormat(of: file) ?? .other
    var size: PictureHeader.Size?
    func read(_ tags: TagReader?) {
      readTags(&metadata, tags, sidecar: sidecar, making)
      size = RawSize(file: file, format: format, tags: tags).size
    }
    if format == .cr3 {
      let boxes = CanonBoxes(of: file)
      boxes.exif.withUnsafeBytes { read(TagReader(ByteView(bytes: $0), boxes.xmp)) }
    } else {
      read(TagReader(file))
    }
    let stored = turned(size, by: metadata.orientation)
    setSize(&metadata, stored ?? (try? RawPreviews(of: file, decoder: decoder).uprightSize()))
  }

  /// An unreadable sidecar counts as none.
  private func readTags(
    _ metadata: inout PhotoMetadata, _ tags: TagReader?, sidecar: OwnedDescriptor?,
    _ making: FileMaking?
  ) {
    let withSidecar = sidecar.flatMap { descriptor in
      try? MappedFile.read(descriptor) { view in
        var copy = metadata
        read(MetadataReader(file: tags, sidecar: TagReader(view)), making, &copy)
        return copy
      }
    }
    if let withSidecar {
      metadata = withSidecar
    } else {
      read(MetadataReader(file: tags, sidecar: nil), making, &metadata)
    }
  }

  private func read(
    _ reader: MetadataReader, _ making: FileMaking?, _ metadata: inout PhotoMetadata
  ) {
    reader.read(into: &metadata)
    if let making { metadata.details = reader.details(making) }
  }

  private func turned(
    _ size: PictureHeader.Size?, by orientation: UInt8?
  ) -> PictureHeader.Size? {
    guard let size, let orientation, orientation >= 5 else { return size }
    return .init(width: size.height, height: size.width)
  }

  private func setSize(_ metadata: inout PhotoMetadata, _ size: PictureHeader.Size?) {
    metadata.width = size.flatMap { UInt32(exactly: $0.width) }
    metadata.height = size.flatMap { UInt32(exactly: $0.height) }
  }
}
