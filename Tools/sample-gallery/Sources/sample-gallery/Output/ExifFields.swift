/// The EXIF of a photograph, in libvips' names (`ifd0-Model`).
struct ExifFields {
  let values: [(name: String, value: String)]

  init(_ photograph: Photograph) {
    let title = photograph.title
    let author = photograph.author.name
    var values: [(name: String, value: String)] = [("ifd0-Software", "Vitrine sample-gallery")]
    // libvips 8.14 replaces anything but ASCII with question marks; Windows' fields are UTF-16.
    if title.utf8.allSatisfy({ $0 < 0x80 }) {
      values.append(("ifd0-ImageDescription", title))
    } else {
      values.append(("ifd0-XPTitle", title))
    }
    if author.utf8.allSatisfy({ $0 < 0x80 }) {
      values.append(("ifd0-Artist", author))
    } else {
      values.append(("ifd0-XPAuthor", author))
    }
    values.append(
      ("ifd0-Copyright", "CC0 1.0 - https://creativecommons.org/publicdomain/zero/1.0/"))
    // 2017-10-01T19:30:00+02:00 becomes 2017:10:01 19:30:00 and the offset.
    let date = photograph.taken.prefix(10).replacing("-", with: ":")
    let time = photograph.taken.dropFirst(11).prefix(8)
    values.append(("ifd2-DateTimeOriginal", "\(date) \(time)"))
    values.append(("ifd2-OffsetTimeOriginal", String(photograph.taken.dropFirst(19))))
    if let body = photograph.body {
      values.append(("ifd0-Make", body.make))
      values.append(("ifd0-Model", body.model))
    }
    if let lens = photograph.lens { values.append(("ifd2-LensModel", lens)) }
    if let exposure = photograph.exposure {
      values.append(("ifd2-ExposureTime", ExifFields.rational(exposure.shutter)))
      values.append(("ifd2-FNumber", ExifFields.rational(exposure.aperture)))
      values.append(("ifd2-ISOSpeedRatings", exposure.iso))
      values.append(("ifd2-FocalLength", ExifFields.rational(exposure.focalLength)))
    }
    self.values = values
  }

  /// `1.8` as `18/10`; `1/200` and whole numbers are unchanged.
  static func rational(_ text: String) -> String {
    if text.contains("/") { return text }
    let parts = text.split(separator: ".")
    guard parts.count == 2 else { return text + "/1" }
    return parts[0] + parts[1] + "/1" + String(repeating: "0", count: parts[1].count)
  }
}
