import Glibc
import PictureProtocol

extension MetadataReader {
  /// The further facts that the tags state, in the order of `PhotoDetail.Kind.allCases`.
  ///
  /// - Parameter encoding: How the file was made, according to its header.
  func details(_ encoding: FileEncoding) -> [PhotoDetail] {
    PhotoDetail.Kind.allCases.compactMap { kind in
      text(of: kind, encoding).map { PhotoDetail(kind: kind, text: $0) }
    }
  }

  private func text(of kind: PhotoDetail.Kind, _ encoding: FileEncoding) -> String? {
    switch kind {
    case .rating:
      rating.flatMap { stars in
        stars == StatedMarks.rejected ? "rejected" : (1...5).contains(stars) ? "\(stars) of 5" : nil
      }
    case .label: label
    case .format: encoding.formatName
    case .bitDepth: encoding.bitDepth
    case .compression: encoding.compression ?? file.flatMap { Self.stated(kind, $0) }
    case .colorProfile: encoding.colorProfile ?? file.flatMap { Self.stated(kind, $0) }
    case .location, .city, .state, .country, .dateTimeDigitized, .dateTimeModified,
      .artist, .credit, .source:
      words(of: kind)
    default: file.flatMap { Self.stated(kind, $0) }
    }
  }

  /// What the sidecar says, else the file.
  func words(of kind: PhotoDetail.Kind) -> String? {
    sidecar.flatMap { Self.stated(kind, $0) } ?? file.flatMap { Self.stated(kind, $0) }
  }

  /// The location where the photo was taken (IPTC Photo Metadata Standard 2023.2, "Location Created"), which newer
  /// programs write in place of the others.
  private static func created(_ name: String) -> String {
    "Xmp.iptcExt.LocationCreated[1]/Iptc4xmpExt:\(name)"
  }

  private static func stated(_ kind: PhotoDetail.Kind, _ tags: TagReader) -> String? {
    switch kind {
    case .lensMake: tags.name("Exif.Photo.LensMake")
    case .focalLengthIn35mmFilm:
      tags.wholeNumber("Exif.Photo.FocalLengthIn35mmFilm").flatMap {
        DetailNumber.text(Double($0), in: 1...10_000, unit: "mm")
      }
    case .maxAperture:
      // APEX: the f-number is the square root of 2 to its power (Exif 2.32, annex C).
      tags.number("Exif.Photo.MaxApertureValue").flatMap { value in
        (0...20).contains(value) ? DetailNumber.text(exp2(value / 2)).map { "ƒ/\($0)" } : nil
      }
    case .exposureBias: tags.text("Exif.Photo.ExposureBiasValue").flatMap(DetailNumber.bias)
    case .exposureProgram: tags.words("Exif.Photo.ExposureProgram")
    case .exposureMode: tags.words("Exif.Photo.ExposureMode")
    case .meteringMode: tags.words("Exif.Photo.MeteringMode")
    case .lightSource: tags.words("Exif.Photo.LightSource")
    case .flash: tags.words("Exif.Photo.Flash")
    case .whiteBalance: tags.words("Exif.Photo.WhiteBalance")
    case .subjectDistance:
      tags.number("Exif.Photo.SubjectDistance").flatMap {
        DetailNumber.text($0, in: 0.01...100_000, unit: "m")
      }
    case .sceneCaptureType: tags.words("Exif.Photo.SceneCaptureType")
    case .altitude:
      tags.number("Exif.GPSInfo.GPSAltitude").flatMap { metres in
        let isBelow = tags.text("Exif.GPSInfo.GPSAltitudeRef") == "1"
        // From below the deepest sea to the height of planes.
        return DetailNumber.text(isBelow ? -metres : metres, in: -12_000...100_000, unit: "m")
      }
    case .imageDirection:
      tags.number("Exif.GPSInfo.GPSImgDirection").flatMap { degrees in
        DetailNumber.text(degrees.rounded(), in: 0...360).map { "\($0)°" }
      }
    case .gpsDate: tags.text("Exif.GPSInfo.GPSDateStamp")
    case .location:
      tags.text("Xmp.iptc.Location", "Iptc.Application2.SubLocation", created("Sublocation"))
    case .city: tags.text("Xmp.photoshop.City", "Iptc.Application2.City", created("City"))
    case .state:
      tags.text("Xmp.photoshop.State", "Iptc.Application2.ProvinceState", created("ProvinceState"))
    case .country:
      tags.text("Xmp.photoshop.Country", "Iptc.Application2.CountryName", created("CountryName"))
    case .dateTimeDigitized:
      tags.text("Exif.Photo.DateTimeDigitized", "Xmp.exif.DateTimeDigitized", "Xmp.xmp.CreateDate")
        .flatMap(DetailDate.text)
    case .dateTimeModified:
      tags.text("Exif.Image.DateTime", "Xmp.tiff.DateTime", "Xmp.xmp.ModifyDate").flatMap(
        DetailDate.text)
    case .artist: tags.text("Exif.Image.Artist")
    case .credit: tags.text("Xmp.photoshop.Credit", "Iptc.Application2.Credit")
    case .source: tags.text("Xmp.photoshop.Source", "Iptc.Application2.Source")
    case .compression: tags.words("Exif.Image.Compression")
    case .colorSpace: tags.words("Exif.Photo.ColorSpace")
    case .colorProfile: tags.text("Xmp.photoshop.ICCProfile")
    case .software: tags.text("Exif.Image.Software")
    case .creatorTool: tags.text("Xmp.xmp.CreatorTool")
    case .rating, .label, .format, .bitDepth: nil
    }
  }
}

extension TagReader {
  /// exiv2's words for a coded number; nil if it has none and returns the number.
  func words(_ tag: String) -> String? {
    guard let found = interpreted(tag), let first = found.unicodeScalars.first,
      first != "(", !("0"..."9").contains(first), found != "Unknown", found != "n/a"
    else { return nil }
    return found
  }
}

/// Numbers in further facts, with at most two decimals; nil for impossible values.
private enum DetailNumber {
  /// `75 mm`, `-3.5 m`.
  static func text(_ value: Double, in range: ClosedRange<Double>, unit: String) -> String? {
    text(value, in: range).map { "\($0) \(unit)" }
  }

  static func text(_ value: Double, in range: ClosedRange<Double> = 0...1_000_000) -> String? {
    // NaN is in no range.
    guard range.contains(value), abs(value) <= 1_000_000_000 else { return nil }
    let hundredths = Int((value * 100).rounded())
    let magnitude = hundredths.magnitude
    var text = "\(magnitude / 100)"
    if magnitude % 100 != 0 {
      text +=
        magnitude % 10 == 0
        ? ".\(magnitude % 100 / 10)" : ".\(magnitude / 10 % 10)\(magnitude % 10)"
    }
    return hundredths < 0 ? "-\(text)" : text
  }

  /// An exposure correction, which may be below zero: `-1/3` → `-0.33 EV`, `0/1` → `0 EV`.
  static func bias(_ fraction: String) -> String? {
    let parts = fraction.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let numerator = Int32(parts[0]), let denominator = Int32(parts[1]),
      denominator != 0
    else { return nil }
    let steps = Double(numerator) / Double(denominator)
    return text(steps, in: -20...20).map { steps > 0 && $0 != "0" ? "+\($0) EV" : "\($0) EV" }
  }
}

/// Dates in further facts as people read them.
private enum DetailDate {
  /// `2017:10:01 12:34:56` as `2017-10-01 12:34`; other forms unchanged, nil for zeros.
  static func text(_ found: String) -> String? {
    guard !found.hasPrefix("0000") else { return nil }
    let bytes = Array(found.utf8)
    guard bytes.count == 19, bytes[4] == 0x3A, bytes[7] == 0x3A, bytes[10] == 0x20,
      bytes[13] == 0x3A
    else { return found }
    func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    return "\(part(0..<4))-\(part(5..<7))-\(part(8..<10)) \(part(11..<16))"
  }
}
