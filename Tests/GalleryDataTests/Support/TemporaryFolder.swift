import GalleryDomain

// Nearly every suite of this target has one.
@_exported import class GalleryTestSupport.TemporaryFolder

extension FileReference {
  var shownPath: String { String(decoding: path, as: UTF8.self) }
}

/// How a JPEG begins.
let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8)
