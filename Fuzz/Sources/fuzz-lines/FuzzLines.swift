import Foundation
import GalleryDomain

@testable import FeedFormats
@testable import GalleryData

/// Any bytes are the output of a program: however they arrive, the same photos are read, none twice, none unclean, and
/// no file is outside the folder that the user named.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLines(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let first = bytes.first else { return 0 }
  let folder = Array("/home/ann/Pictures".utf8)
  let mapping = PrintedPhotoMapping(directory: folder, nameable: [folder], zone: .gmt)
  var limits = PrintedPhotos.Limits()
  if first & 1 != 0 { (limits.photoByteCount, limits.otherByteCount) = (64, 400) }
  var whole = PrintedPhotos(mapping: mapping, limits: limits)
  var parts = whole
  let body = bytes.dropFirst()
  whole.append(body)
  whole.end()
  var rest = body
  let size = Int(first >> 1) + 1
  while !rest.isEmpty {
    parts.append(rest.prefix(size))
    rest = rest.dropFirst(size)
  }
  parts.end()
  let photos = (0..<whole.count).compactMap(whole.photo(at:))
  precondition(photos.count == whole.count)
  precondition(Set(photos.map(\.id)).count == photos.count)
  // Beyond a limit, which lines are skipped depends on when it was reached.
  if limits.otherByteCount > count, whole.excess == nil, parts.excess == nil {
    precondition(photos == (0..<parts.count).compactMap(parts.photo(at:)))
  }
  for photo in photos.prefix(50) {
    for file in [photo.file].compactMap(\.self) + photo.companions {
      precondition(file.path.starts(with: folder))
      precondition(!file.path.split(separator: 0x2F).contains { $0.elementsEqual("..".utf8) })
    }
    if let url = photo.thumbnailURL, url.isFileURL {
      precondition(FeedAddress.file(url.absoluteString)?.path.starts(with: folder) ?? false)
    }
    precondition(!PhotoRecord.line(photo, zone: .gmt).contains("\n"))
  }
  _ = whole.removeSkipped()
  _ = photos.last.map { whole.row(of: $0.id) == photos.count - 1 }
  return 0
}
