import PictureProtocol

@testable import PictureFormats

/// Any bytes are a picture's file, or the beginning of one: they have a header, a size and previews, or none.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPicture(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let file = ByteView(bytes: UnsafeRawBufferPointer(start: start, count: count))
  if let header = try? PictureHeader(of: file) {
    _ = header.canBeWhole(in: file)
    if let jpeg = header.jpeg {
      _ = jpeg.scanCount(in: file, limit: 100)
      _ = jpeg.orientation
    }
    _ = header.frameCount(in: file)
  }
  _ = WebPHeader.exif(in: file)
  _ = WebPHeader.isWhole(file)
  precondition(RefusedBoxes.types(in: file).allSatisfy { $0 >= 0 && $0 <= file.count - 4 })
  _ = EXIFBlock.find(in: file)
  let boxes = CanonBoxes(of: file)
  precondition(
    boxes.previews.allSatisfy { $0.offset(in: file) >= 0 && $0.count <= file.count })
  _ = boxes.structures
  return 0
}
