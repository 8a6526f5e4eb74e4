import GalleryDomain

/// Everything worth reading about a photo, in groups; unknown properties are left out.
struct InformationText {
  let photo: Photo
  let information: PhotoInformation
  let dates: DateText

  var groups: [PhotoInformationGroup] {
    [("Photo", statement), ("Camera", camera), ("Place", place), ("File", file)]
      .compactMap { title, rows in
        let rows = rows.compactMap { label, value in
          value.flatMap { $0.isEmpty ? nil : PhotoInformationRow(label: label, value: $0) }
        }
        return rows.isEmpty ? nil : PhotoInformationGroup(title: title, rows: rows)
      }
  }

  private typealias Row = (label: String, value: String?)

  private var words: PhotoText { PhotoText(photo: photo, dates: dates) }

  /// Where the licence can be read, unless its name is just this address.
  private var termsAddress: String? {
    photo.licence.flatMap { licence in
      licence.url.map(\.absoluteString).flatMap { $0 == licence.name ? nil : $0 }
    }
  }

  /// Where to buy it, unless that is its page.
  private var shopAddress: String? {
    photo.purchase?.url.flatMap { $0 == photo.pageURL ? nil : $0.absoluteString }
  }

  private var statement: [Row] {
    [
      ("Title", photo.name),
      ("Headline", photo.headline == photo.name ? nil : photo.headline),
      ("Description", photo.shownDescription),
      ("Alt text", photo.altText),
      ("For sale", words.saleInShort),
      ("By", photo.author),
      ("Artist", detail(.artist, unlike: [photo.author])),
      ("Credit", detail(.credit, unlike: [photo.author])),
      ("Source", detail(.source, unlike: [photo.author])),
      ("Copyright", photo.copyright),
      ("Licence", photo.licence?.name),
      ("Licence terms", termsAddress),
      ("Date", words.date),
      ("Digitized", detail(.dateTimeDigitized)),
      ("Modified", detail(.dateTimeModified)),
      ("Rating", RatingText.information(photo.rating) ?? detail(.rating)),
      ("Label", photo.label?.text ?? detail(.label)),
      ("Tags", photo.tags.joined(separator: ", ")),
      ("Page", photo.pageURL?.absoluteString),
      ("Shop", shopAddress),
    ]
  }

  private var camera: [Row] {
    let exposure = photo.exposure
    return [
      ("Camera", photo.camera),
      ("Lens", photo.lens),
      ("Lens maker", detail(.lensMake)),
      ("Focal length", exposure.focalLength.map { "\($0) mm" }),
      ("35 mm equivalent", detail(.focalLengthIn35mmFilm)),
      ("Aperture", exposure.aperture.map { "ƒ/\($0)" }),
      ("Max aperture", detail(.maxAperture)),
      ("Exposure time", exposure.shutterSpeed.map { "\($0) s" }),
      ("ISO", exposure.iso.map { "\($0)" }),
      ("Exposure bias", detail(.exposureBias)),
      ("Exposure program", detail(.exposureProgram)),
      ("Exposure mode", detail(.exposureMode)),
      ("Metering", detail(.meteringMode)),
      ("Light source", detail(.lightSource)),
      ("Flash", detail(.flash)),
      ("White balance", detail(.whiteBalance)),
      ("Subject distance", detail(.subjectDistance)),
      ("Scene type", detail(.sceneCaptureType)),
    ]
  }

  /// Cleaned when it is shown, because a file name is bytes.
  private var path: String? { photo.file.map { String(decoding: $0.path, as: UTF8.self) } }

  private var fileName: String? { path?.split(separator: "/").last.map(String.init) }

  private var folder: String? {
    guard let path, let fileName, path.hasPrefix("/") else { return nil }
    let folder = path.dropLast(fileName.count + 1)
    return folder.isEmpty ? "/" : String(folder)
  }

  private var place: [Row] {
    let names = [PhotoDetail.Kind.location, .city, .state, .country]
    let isDetailed = information.details.contains { names.contains($0.kind) }
    return [
      ("Place", isDetailed ? nil : photo.places.joined(separator: ", ")),
      ("Position", information.position.map(PositionText.degreesMinutesSeconds)),
      ("Decimal", information.position.map(PositionText.decimal)),
      ("Map", information.position.map(PositionText.uri)),
      ("Altitude", detail(.altitude)),
      ("Direction", detail(.imageDirection)),
      ("Location", detail(.location)),
      ("City", detail(.city)),
      ("State", detail(.state)),
      ("Country", detail(.country)),
      ("GPS date", detail(.gpsDate)),
    ]
  }

  private var companions: String {
    photo.companionPaths.map { TextCleaner.line(bytes: FilePath.lastComponent($0)) }
      .joined(separator: ", ")
  }

  private var file: [Row] {
    [
      ("Name", fileName.map { TextCleaner.line($0) }),
      ("With", companions),
      ("Folder", folder.map { TextCleaner.line($0) }),
      ("Address", photo.file == nil ? photo.imageURL?.absoluteString : nil),
      ("Size", information.byteCount.map(CountText.bytes)),
      ("Dimensions", words.dimensions),
      ("Format", detail(.format)),
      ("Compression", detail(.compression)),
      ("Depth", detail(.bitDepth)),
      ("Colours", detail(.colorSpace)),
      ("Profile", detail(.colorProfile)),
      ("Software", detail(.software)),
      ("Created with", detail(.creatorTool, unlike: [detail(.software)])),
    ]
  }

  /// - Parameter others: Texts that are already shown.
  private func detail(_ kind: PhotoDetail.Kind, unlike others: [String?] = []) -> String? {
    let text = information.details.first { $0.kind == kind }?.text
    return others.contains(text) ? nil : text
  }
}

/// Properties of a photo that belong together.
public struct PhotoInformationGroup: Hashable, Sendable {
  /// A word, such as `Camera`.
  public let title: String
  /// At least one.
  public let rows: [PhotoInformationRow]

  public init(title: String, rows: [PhotoInformationRow]) {
    self.title = title
    self.rows = rows
  }
}

/// One property of a photo.
public struct PhotoInformationRow: Hashable, Sendable {
  /// A word or two, such as `Exposure time`.
  public let label: String
  /// One line, except for a description, which may have several.
  public let value: String

  public init(label: String, value: String) {
    self.label = label
    self.value = value
  }
}

/// Positions as maps write them.
public enum PositionText {
  /// `48° 12′ 30″ N, 16° 22′ 23″ E`: to the second, which is 30 metres.
  public static func degreesMinutesSeconds(_ position: GeoPosition) -> String {
    "\(sexagesimal(position.latitude)) \(position.latitude < 0 ? "S" : "N"), "
      + "\(sexagesimal(position.longitude)) \(position.longitude < 0 ? "W" : "E")"
  }

  /// `48.20833, 16.37306`, as map programs read it: to a metre.
  public static func decimal(_ position: GeoPosition) -> String {
    "\(decimal(position.latitude)), \(decimal(position.longitude))"
  }

  /// `geo:48.20833,16.37306`, which terminals and map programs open (RFC 5870).
  public static func uri(_ position: GeoPosition) -> String {
    "geo:\(decimal(position.latitude)),\(decimal(position.longitude))"
  }

  private static func sexagesimal(_ degrees: Double) -> String {
    // At most 648,000, because a position is within its bounds.
    let seconds = Int((abs(degrees) * 3600).rounded())
    return "\(seconds / 3600)° \(padded(seconds / 60 % 60, 2))′ \(padded(seconds % 60, 2))″"
  }

  private static func decimal(_ degrees: Double) -> String {
    let units = Int((degrees * 100_000).rounded())
    let magnitude = units.magnitude
    let sign = units < 0 ? "-" : ""
    return "\(sign)\(magnitude / 100_000).\(padded(Int(magnitude % 100_000), 5))"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
