import PictureProtocol

extension PictureDecoder {
  /// The size of a picture's upright form, with as little as possible read; nil where it cannot be known.
  func uprightSize(of file: ByteView, _ header: PictureHeader) -> PictureHeader.Size? {
    if let jpeg = header.jpeg {
      let orientation = jpeg.exif.flatMap { range in
        TIFFDirectory(first: file.part(from: range.lowerBound, count: range.count))?.number(0x112)
      }
      let isTurned = orientation.map { (5...8).contains($0) } ?? false
      let size = jpeg.size
      return isTurned ? .init(width: size.height, height: size.width) : size
    }
    if header.format == .png { return header.size }
    guard let opened = try? open(file, as: header.format) else {
      Vips.forgetErrors()
      return nil
    }
    return opened.uprightSize
  }
}
