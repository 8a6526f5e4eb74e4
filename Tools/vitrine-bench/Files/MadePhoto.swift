import Foundation

/// A photo of a made folder: what its file says follows from its number.
struct MadePhoto {
  let number: Int

  static let perFolder = 1_000
  static let author = "Anna Example"
  private static let cameras = ["Canon EOS R5", "NIKON Z 6", "ILCE-7M4", "X-T5"]
  private static let speeds = [100, 200, 400, 800]

  var year: Int { 2_000 + number * 13 % 25 }
  var month: Int { number % 12 + 1 }
  var day: Int { number * 17 % 28 + 1 }
  var camera: String { Self.cameras[number * 31 % Self.cameras.count] }
  var description: String { "Photo \(number * 7_919 % 10_000) of the harbour" }
  var speed: Int { Self.speeds[number % Self.speeds.count] }
  var fileName: String { "IMG_\(100_000 + number).jpg" }

  var folder: String {
    let index = number / Self.perFolder
    return "\(2_000 + index / 12)/\(100 + index)"
  }

  /// `2004:05:01 15:20:09`
  var exifDate: String {
    String(
      format: "%04d:%02d:%02d %02d:%02d:%02d", year, month, day, number * 5 % 24, number * 11 % 60,
      number * 3 % 60)
  }

  /// An APP1 segment with a camera, a date, a title and a speed (Exif 2.32, 4.5.4).
  var exif: Data {
    let texts = [
      (0x010E, description),
      (0x0110, camera), (0x013B, Self.author),
    ]
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func field(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
      little(tag, 2) + little(type, 2) + little(count, 4) + little(value, 4)
    }
    let start = 8 + 2 + 12 * (texts.count + 1) + 4
    var (fields, values): ([UInt8], [UInt8]) = ([], [])
    for (tag, text) in texts {
      fields += field(tag, 2, text.utf8.count + 1, start + values.count)
      values += Array(text.utf8) + [0]
    }
    let inner = start + values.count
    fields += field(0x8769, 4, 1, inner)
    let directory =
      little(2, 2) + field(0x8827, 3, 1, speed)
      + field(0x9003, 2, 20, inner + 2 + 24 + 4) + little(0, 4) + Array(exifDate.utf8) + [0]
    let tiff =
      Array("II*\0".utf8) + little(8, 4) + little(texts.count + 1, 2) + fields + little(0, 4)
      + values + directory
    let payload = Array("Exif\0\0".utf8) + tiff
    let length = payload.count + 2
    return Data([0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + payload)
  }
}
