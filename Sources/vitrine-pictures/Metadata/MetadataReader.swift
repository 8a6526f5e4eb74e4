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
    (metadata.rating, metadata.label) = (rating.map(Int.init), label)
    metadata.dates = dates
    guard let file = file ?? sidecar else { return }
    readCamera(file, &metadata)
  }

  private func readWords(_ metadata: inout PhotoMetadata) {
    metadata.title =
      said("Xmp.dc.title")
      ?? file?.name(
        "Xmp.dc.title", "Iptc.Application2.ObjectName", "Xmp.photoshop.Headline",
        "Iptc.Application2.Headline")
      ?? file?.utf16Text("Exif.Image.XPTitle")
    metadata.description =
      said("Xmp.dc.description")
      ?? file?.name(
        "Xmp.dc.description", "Iptc.Application2.Caption", "Exif.Image.ImageDescription")
    metadata.headline = headline(sidecar) ?? headline(file)
    metadata.author =
      joined(sidecar?.texts("Xmp.dc.creator")) ?? (sidecar?.hasList("creator") == true ? "" : nil)
      ?? joined(file?.texts("Xmp.dc.creator"))
      ?? file?.text("Iptc.Application2.Byline", "Exif.Image.Artist")
    metadata.copyright =
      said("Xmp.dc.rights")
      ?? file?.localizedText("Xmp.dc.rights")
      ?? file?.text("Iptc.Application2.Copyright", "Exif.Image.Copyright")
    let altText = "Xmp.iptc.AltTextAccessibility"
    metadata.altText = said(altText) ?? file?.localizedText(altText)
    metadata.licence = licence(sidecar) ?? licence(file)
  }

  /// The sidecar's text; an empty one if it has the property without a text, which hides what the picture says.
  private func said(_ tag: String) -> String? {
    guard let sidecar, sidecar.has(tag) else { return nil }
    // What other programs write in several languages, and all of them empty, says nothing.
    let isEmpty = sidecar.text(tag) == nil && sidecar.texts(tag, withEmpty: true).count == 1
    return isEmpty ? "" : sidecar.name(tag)
  }

  private func headline(_ tags: TagReader?) -> String? {
    tags?.text("Xmp.photoshop.Headline", "Iptc.Application2.Headline")
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
    return texts.joined(separator: "; ")
  }

  /// The sidecar's keywords if it has any or says that there are none, so that it can remove `for sale`; else all of the file's.
  private var keywords: [String] {
    let beside = sidecar.map(Self.keywords) ?? []
    let isSaid = !beside.isEmpty || sidecar?.hasList("subject") == true
    return isSaid ? beside : file.map(Self.keywords) ?? []
  }

  private static func keywords(_ tags: TagReader) -> [String] {
    var found = tags.texts("Xmp.dc.subject") + tags.texts("Iptc.Application2.Keywords")
    // `places|Austria|Wien`: the last is the keyword, the others are its categories.
    for (list, separator) in [("lr.hierarchicalSubject", "|"), ("digiKam.TagsList", "/")]
    where found.isEmpty && !tags.hasList("subject") {
      found = tags.texts("Xmp.\(list)").compactMap {
        $0.split(separator: separator).last.map(String.init)
      }
    }
    if found.isEmpty, let text = tags.utf16Text("Exif.Image.XPKeywords") {
      found = text.split(separator: ";").map(String.init)
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }
  }

  private func readCamera(_ tags: TagReader, _ metadata: inout PhotoMetadata) {
    metadata.cameraMake = tags.name("Exif.Image.Make", "Exif.PanasonicRaw.Make", "Xmp.tiff.Make")
    metadata.cameraModel = tags.name(
      "Exif.Image.Model", "Exif.PanasonicRaw.Model", "Xmp.tiff.Model")
    metadata.lens =
      tags.name(
        "Exif.Photo.LensModel", "Exif.Canon.LensModel", "Xmp.aux.Lens", "Xmp.exifEX.LensModel")
      ?? tags.interpreted("Exif.Nikon3.Lens").flatMap { CameraPlaceholder.contains($0) ? nil : $0 }
    metadata.focalLength = tags.number("Exif.Photo.FocalLength", "Xmp.exif.FocalLength")
    metadata.aperture = tags.number("Exif.Photo.FNumber", "Xmp.exif.FNumber")
    metadata.exposureTime = tags.number("Exif.Photo.ExposureTime", "Xmp.exif.ExposureTime")
    let iso =
      tags.wholeNumber("Exif.Photo.ISOSpeedRatings", "Exif.Image.ISOSpeedRatings")
      ?? tags.texts("Xmp.exif.ISOSpeedRatings").first.flatMap { Int32($0) }
    metadata.iso = iso.flatMap { $0 < 0 ? nil : Int($0) }
    metadata.position = tags.position
    if let orientation = tags.orientation { metadata.orientation = orientation.number }
  }
}

extension MetadataReader {
  /// The tags that date the same event (Metadata Working Group, *Guidelines for Handling Image Metadata* 2.0).
  private struct DateTags {
    var exif: [String]
    /// States the offset of these dates and of no others.
    var offset: String
    var xmp: [String]
    var day: String?
    var time: String?
  }

  /// When the photo was taken, when it became a picture, when that was last changed.
  private static let dateTags = [
    DateTags(
      exif: ["Exif.Photo.DateTimeOriginal", "Exif.Image.DateTimeOriginal"],
      offset: "OffsetTimeOriginal",
      xmp: ["Xmp.exif.DateTimeOriginal", "Xmp.photoshop.DateCreated"],
      day: "Iptc.Application2.DateCreated", time: "Iptc.Application2.TimeCreated"),
    DateTags(
      exif: ["Exif.Photo.DateTimeDigitized"], offset: "OffsetTimeDigitized",
      xmp: ["Xmp.exif.DateTimeDigitized", "Xmp.xmp.CreateDate"],
      day: "Iptc.Application2.DigitizationDate", time: "Iptc.Application2.DigitizationTime"),
    DateTags(
      exif: ["Exif.Image.DateTime"], offset: "OffsetTime",
      xmp: ["Xmp.tiff.DateTime", "Xmp.xmp.ModifyDate"]),
  ]

  /// All dates that are stated, because the reader can't know which of them will turn out to be one.
  private var dates: [PhotoMetadata.StatedDate] {
    var dates: [PhotoMetadata.StatedDate] = []
    func add(_ text: String?, _ offset: String?) {
      // What programs write for *unknown*.
      guard let text, text.utf8.contains(where: { (0x31...0x39).contains($0) }),
        !dates.contains(where: { $0.text == text && (offset == nil || $0.offset == offset) })
      else { return }
      dates.append(.init(text, offset: offset))
    }
    for tags in Self.dateTags {
      let exif = tags.exif.compactMap { file?.text($0) }
      let offset = file?.text("Exif.Photo.\(tags.offset)")
      func addXMP(of source: TagReader?) {
        for tag in tags.xmp {
          guard let text = source?.text(tag) else { continue }
          // Programs copy EXIF's dates to XMP without the offset.
          let isCopy = exif.contains { Self.clock($0) == Self.clock(text) }
          add(text, source?.text("Xmp.exif.\(tags.offset)") ?? (isCopy ? offset : nil))
        }
      }
      addXMP(of: sidecar)
      for text in exif { add(text, offset) }
      addXMP(of: file)
      if let day = tags.day.flatMap({ file?.text($0) }) {
        add(tags.time.flatMap { file?.text($0) }.map { "\(day)T\($0)" } ?? day, nil)
      }
    }
    return dates
  }

  /// The digits of day and time, as far as the second.
  private static func clock(_ date: String) -> [UInt8] {
    Array(date.utf8.filter { (0x30...0x39).contains($0) }.prefix(14))
  }
}
