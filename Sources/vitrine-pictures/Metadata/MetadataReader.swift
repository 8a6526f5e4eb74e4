import PictureProtocol

/// What a file says about its photo, collected from the many places that say it.
///
/// Order: the sidecar, then the file's XMP, IPTC and EXIF (Metadata Working Group, *Guidelines for
/// Handling Image Metadata* 2.0, with the file's own newest kind first). Camera settings are EXIF's.
struct MetadataReader {
  /// The picture's own tags; nil if exiv2 cannot read the format.
  let file: TagReader?
  /// The tags of the XMP file next to it.
  let sidecar: TagReader?

  /// Adds what the tags say.
  func read(into metadata: inout PhotoMetadata) {
    readWords(&metadata)
    metadata.keywords = keywords
    metadata.places = [.location, .city, .state, .country].compactMap(words(of:))
    (metadata.rating, metadata.label) = (rating, label)
    readDate(&metadata)
    guard let file = file ?? sidecar else { return }
    readCamera(file, &metadata)
  }

  private func readWords(_ metadata: inout PhotoMetadata) {
    metadata.title =
      sidecar?.name("Xmp.dc.title")
      ?? file?.name(
        "Xmp.dc.title", "Iptc.Application2.ObjectName", "Xmp.photoshop.Headline",
        "Iptc.Application2.Headline")
      ?? file?.utf16Text("Exif.Image.XPTitle")
    metadata.description =
      sidecar?.name("Xmp.dc.description")
      ?? file?.name(
        "Xmp.dc.description", "Iptc.Application2.Caption", "Exif.Image.ImageDescription")
    metadata.creator =
      joined(sidecar?.texts("Xmp.dc.creator")) ?? joined(file?.texts("Xmp.dc.creator"))
      ?? file?.text("Iptc.Application2.Byline", "Exif.Image.Artist")
    metadata.copyright =
      sidecar?.localizedText("Xmp.dc.rights") ?? file?.localizedText("Xmp.dc.rights")
      ?? file?.text("Iptc.Application2.Copyright", "Exif.Image.Copyright")
    metadata.licence = licence(sidecar) ?? licence(file)
  }

  private func licence(_ tags: TagReader?) -> String? {
    tags?.localizedText("Xmp.xmpRights.UsageTerms")
      ?? tags?.text("Xmp.cc.license", "Xmp.xmpRights.WebStatement")
  }

  /// The sidecar's, else the file's.
  var rating: Int32? {
    let own = file?.marks
    return sidecar.map { $0.marks.rating(over: own) } ?? own?.rating
  }

  var label: String? { sidecar?.marks.label ?? file?.marks.label }

  private func joined(_ texts: [String]?) -> String? {
    guard let texts, !texts.isEmpty else { return nil }
    return texts.joined(separator: ", ")
  }

  /// The sidecar's keywords if it has any, so that it can remove `for sale`; else all of the file's.
  private var keywords: [String] {
    let beside = sidecar.map(Self.keywords) ?? []
    return beside.isEmpty ? file.map(Self.keywords) ?? [] : beside
  }

  private static func keywords(_ tags: TagReader) -> [String] {
    var found = tags.texts("Xmp.dc.subject") + tags.texts("Iptc.Application2.Keywords")
    if found.isEmpty {
      // `places|Austria|Wien`: the last is the keyword, the others are its categories.
      found = tags.texts("Xmp.lr.hierarchicalSubject").compactMap {
        $0.split(separator: "|").last.map(String.init)
      }
    }
    if found.isEmpty, let text = tags.utf16Text("Exif.Image.XPKeywords") {
      found = text.split(separator: ";").map(String.init)
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }
  }

  private func readDate(_ metadata: inout PhotoMetadata) {
    let offset = file?.text("Exif.Photo.OffsetTimeOriginal", "Exif.Photo.OffsetTime")
    if let date = sidecar?.text("Xmp.exif.DateTimeOriginal", "Xmp.photoshop.DateCreated") {
      metadata.dateTimeOriginal = date
      // `2017-10-01T12:34:56` has 19 characters; longer dates include the zone, or fractions of a second.
      if date.utf8.count <= 19 { metadata.offsetTimeOriginal = offset }
      return
    }
    if let date = file?.text("Exif.Photo.DateTimeOriginal") {
      metadata.dateTimeOriginal = date
      metadata.offsetTimeOriginal = offset
      return
    }
    metadata.dateTimeOriginal =
      file?.text("Xmp.exif.DateTimeOriginal", "Xmp.photoshop.DateCreated", "Xmp.xmp.CreateDate")
      ?? iptcDate ?? sidecar?.text("Xmp.xmp.CreateDate")
  }

  private var iptcDate: String? {
    guard let day = file?.text("Iptc.Application2.DateCreated") else { return nil }
    guard let time = file?.text("Iptc.Application2.TimeCreated") else { return day }
    return "\(day)T\(time)"
  }

  private func readCamera(_ tags: TagReader, _ metadata: inout PhotoMetadata) {
    metadata.cameraMake = tags.name("Exif.Image.Make", "Exif.PanasonicRaw.Make", "Xmp.tiff.Make")
    metadata.cameraModel = tags.name(
      "Exif.Image.Model", "Exif.PanasonicRaw.Model", "Xmp.tiff.Model")
    metadata.lens =
      tags.name(
        "Exif.Photo.LensModel", "Exif.Canon.LensModel", "Xmp.aux.Lens", "Xmp.exifEX.LensModel")
      ?? tags.interpreted("Exif.Nikon3.Lens").flatMap { CameraPlaceholder.isOne($0) ? nil : $0 }
    metadata.focalLength = tags.number("Exif.Photo.FocalLength", "Xmp.exif.FocalLength")
    metadata.aperture = tags.number("Exif.Photo.FNumber", "Xmp.exif.FNumber")
    metadata.exposureTime = tags.rational("Exif.Photo.ExposureTime", "Xmp.exif.ExposureTime")
    let iso =
      tags.wholeNumber("Exif.Photo.ISOSpeedRatings", "Exif.Image.ISOSpeedRatings")
      ?? tags.texts("Xmp.exif.ISOSpeedRatings").first.flatMap { Int32($0) }
    metadata.iso = iso.flatMap { UInt32(exactly: $0) }
    metadata.position = tags.position
    if let orientation = tags.orientation { metadata.orientation = orientation }
  }
}
