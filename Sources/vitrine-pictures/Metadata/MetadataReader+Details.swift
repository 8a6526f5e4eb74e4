import PictureProtocol

extension MetadataReader {
  /// The further facts that the tags state, in the order of `PhotoDetail.Kind.allCases`.
  ///
  /// - Parameter making: How the file was made, according to its header.
  func details(_ making: FileMaking) -> [PhotoDetail] {
    PhotoDetail.Kind.allCases.compactMap { kind in
      text(of: kind, making).map { PhotoDetail(kind: kind, text: $0) }
    }
  }

  private func text(of kind: PhotoDetail.Kind, _ making: FileMaking) -> String? {
    switch kind {
    case .rating:
      rating.flatMap { stars in
        stars == StatedMarks.rejected ? "rejected" : (1...5).contains(stars) ? "\(stars) of 5" : nil
      }
    case .label: label
    case .format: making.formatName
    case .bitDepth: making.bitDepth
    case .compression: making.compression ?? file.flatMap { Self.stated(kind, $0) }
    case .colorProfile: making.colorProfile ?? file.flatMap { Self.stated(kind, $0) }
    case .location, .city, .state, .country, .dateTimeDigitized, .dateTimeModified,
      .artist, .copyright, .credit, .source:
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
        (0...20).contains(value) ? DetailNumber.text(exp2OfHalf(value)).map { "ƒ/\($0)" } : nil
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
    case .copyright:
      tags.localizedText("Xmp.dc.rights")
        ?? tags.text("Iptc.Application2.Copyright", "Exif.Image.Copyright")
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
