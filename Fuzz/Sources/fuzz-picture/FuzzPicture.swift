@testable import FeedFormats

/// Any bytes are the beginning of a picture's file, whatever its length: what is asked for next lies in it and is within
/// the limits, and what is cut out of it is a file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPicture(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  for byteCount in [count, 1 << 20, .max] {
    var parts = PictureParts(beginning: bytes, byteCount: byteCount)
    for _ in 0..<3 {
      let structure = PictureStructure(parts)
      precondition(structure.missing.count <= PictureStructure.requestLimit)
      precondition(structure.missing.reduce(0) { $0 + $1.count } <= PictureStructure.byteLimit)
      for range in structure.missing {
        precondition(range.lowerBound >= 0 && range.upperBound <= parts.byteCount)
        // The same bytes are there, too, so that what refers to them is followed.
        let length = min(range.count, bytes.count)
        parts.add(Array(bytes.prefix(length)), at: range.lowerBound)
      }
      for thumbnail in structure.thumbnails.prefix(4) {
        precondition(thumbnail.file(in: parts)?.isEmpty != true)
      }
    }
    precondition(PictureParts(encoded: parts.encoded) == parts)
  }
  _ = PictureParts(encoded: bytes)
  return 0
}
