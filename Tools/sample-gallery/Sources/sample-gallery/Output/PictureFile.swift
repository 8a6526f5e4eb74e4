import CVips
import Foundation

/// Encodes bitmaps with libvips.
struct PictureFile {
  enum Failure: Error {
    case libvips(String)
    case tooLarge(file: String, bytes: Int)
  }

  /// No picture of the gallery may be larger.
  static let byteLimit = 100_000
  /// What the encoder aims at for one picture: the whole gallery stays below 2.5 MB.
  static let byteAim = 73_000

  let bitmap: Bitmap
  let photograph: Photograph

  /// The finished file.
  ///
  /// The quality goes down until the file is small enough.
  /// - Throws: `Failure.tooLarge` if no quality is.
  func encoded() throws -> [UInt8] {
    let stored = bitmap.stored(for: photograph.orientation)
    guard
      let image = stored.bytes.withUnsafeBytes({
        cvips_image_from_rgb(
          $0.baseAddress, $0.count, Int32(stored.width), Int32(stored.height))
      })
    else { throw failure() }
    defer { g_object_unref(image) }
    describe(image)

    var last = 0
    for quality: Int32 in [90, 86, 82, 78, 74, 70, 66, 62, 58, 54, 50, 46, 42, 38, 34] {
      let bytes = try encode(image, quality: quality)
      if bytes.count <= PictureFile.byteAim { return bytes }
      last = bytes.count
    }
    throw Failure.tooLarge(file: photograph.file, bytes: last)
  }

  private func encode(_ image: UnsafeMutablePointer<VipsImage>, quality: Int32) throws -> [UInt8] {
    var buffer: UnsafeMutableRawPointer?
    var length = 0
    let status =
      switch URL(fileURLWithPath: photograph.file).pathExtension {
      case "png": cvips_save_png(image, 8, Double(quality) / 200, &buffer, &length)
      case "gif": cvips_save_gif(image, max(3, quality / 4 - 16), 0.2, &buffer, &length)
      case "webp": cvips_save_webp(image, quality, &buffer, &length)
      case "avif": cvips_save_avif(image, quality - 20, &buffer, &length)
      default:
        cvips_save_jpeg(image, quality, photograph.isProgressive ? 1 : 0, &buffer, &length)
      }
    guard status == 0, let buffer else { throw failure() }
    defer { g_free(buffer) }
    return [UInt8](UnsafeRawBufferPointer(start: buffer, count: length))
  }

  /// Profile, orientation and EXIF. libvips makes the EXIF block from strings when it saves.
  private func describe(_ image: UnsafeMutablePointer<VipsImage>) {
    if let icc = photograph.profile.icc {
      icc.withUnsafeBytes {
        vips_image_set_blob_copy(image, VIPS_META_ICC_NAME, $0.baseAddress, $0.count)
      }
    }
    vips_image_set_int(image, VIPS_META_ORIENTATION, photograph.orientation.rawValue)
    for (name, value) in ExifFields(photograph).values {
      vips_image_set_string(image, "exif-" + name, value)
    }
  }

  private func failure() -> Failure {
    defer { vips_error_clear() }
    return .libvips(String(cString: vips_error_buffer()))
  }
}
