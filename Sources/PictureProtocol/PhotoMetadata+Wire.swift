extension WireWriter {
  mutating func put(_ metadata: PhotoMetadata) {
    put(optional: metadata.format) { $0.put($1.rawValue) }
    put(optional: metadata.width) { $0.put($1) }
    put(optional: metadata.height) { $0.put($1) }
    put(optional: metadata.orientation) { $0.put($1) }
    for text in [
      metadata.title, metadata.description, metadata.creator, metadata.copyright,
      metadata.licence,
    ] { put(optional: text) { $0.put($1) } }
    let keywords = metadata.keywords.prefix(PictureProtocolLimits.keywords)
    put(UInt16(truncatingIfNeeded: keywords.count))
    for keyword in keywords { put(keyword) }
    put(optional: metadata.rating) { $0.put($1) }
    for text in [
      metadata.dateTimeOriginal, metadata.offsetTimeOriginal, metadata.cameraMake,
      metadata.cameraModel, metadata.lens,
    ] { put(optional: text) { $0.put($1) } }
    put(optional: metadata.focalLength) { $0.put($1) }
    put(optional: metadata.aperture) { $0.put($1) }
    put(optional: metadata.exposureTime) { writer, time in
      writer.put(time.numerator)
      writer.put(time.denominator)
    }
    put(optional: metadata.iso) { $0.put($1) }
    put(optional: metadata.position) { writer, position in
      writer.put(position.latitude)
      writer.put(position.longitude)
    }
    put(metadata.details)
  }

  private mutating func put(_ details: [PhotoMetadata.Detail]) {
    let details = details.prefix(PhotoMetadata.Field.allCases.count)
    put(UInt8(truncatingIfNeeded: details.count))
    for detail in details {
      put(detail.field.rawValue)
      put(detail.text)
    }
  }
}

extension WireReader {
  mutating func photoMetadata() throws(PictureProtocolError) -> PhotoMetadata {
    var metadata = PhotoMetadata()
    if try bool("format") { metadata.format = try choice("format") }
    if try bool("width") { metadata.width = try uint32() }
    if try bool("height") { metadata.height = try uint32() }
    if try bool("orientation") {
      let orientation = try uint8()
      guard (1...8).contains(orientation) else { throw bad("orientation") }
      metadata.orientation = orientation
    }
    metadata.title = try optionalText("title")
    metadata.description = try optionalText("description")
    metadata.creator = try optionalText("creator")
    metadata.copyright = try optionalText("copyright")
    metadata.licence = try optionalText("licence")
    let keywordCount = Int(try uint16())
    guard keywordCount <= PictureProtocolLimits.keywords else { throw bad("keywords") }
    for _ in 0..<keywordCount { metadata.keywords.append(try text("keywords")) }
    if try bool("rating") { metadata.rating = try int32() }
    metadata.dateTimeOriginal = try optionalText("dateTimeOriginal")
    metadata.offsetTimeOriginal = try optionalText("offsetTimeOriginal")
    metadata.cameraMake = try optionalText("cameraMake")
    metadata.cameraModel = try optionalText("cameraModel")
    metadata.lens = try optionalText("lens")
    if try bool("focalLength") { metadata.focalLength = try double("focalLength") }
    if try bool("aperture") { metadata.aperture = try double("aperture") }
    if try bool("exposureTime") { metadata.exposureTime = try rational() }
    if try bool("iso") { metadata.iso = try uint32() }
    if try bool("position") { metadata.position = try position() }
    let detailCount = Int(try uint8())
    guard detailCount <= PhotoMetadata.Field.allCases.count else { throw bad("details") }
    for _ in 0..<detailCount { metadata.details.append(try detail()) }
    return metadata
  }

  private mutating func detail() throws(PictureProtocolError) -> PhotoMetadata.Detail {
    guard let field = PhotoMetadata.Field(rawValue: try text("details")) else {
      throw bad("details")
    }
    return .init(field, try text("details"))
  }

  private mutating func rational() throws(PictureProtocolError) -> PhotoMetadata.Rational {
    let numerator = try uint32()
    return .init(
      numerator: numerator, denominator: try uint32(in: 1...UInt32.max, "exposureTime"))
  }

  private mutating func position() throws(PictureProtocolError) -> PhotoMetadata.Position {
    let latitude = try double("latitude")
    let longitude = try double("longitude")
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { throw bad("position") }
    return .init(latitude: latitude, longitude: longitude)
  }
}
