extension PhotoMetadata: WireValue {
  mutating func fields(_ coder: inout WireCoder) {
    coder.field(&format)
    coder.field(&width)
    coder.field(&height)
    coder.field(&orientation)
    coder.check((1...8).contains(orientation ?? 1))
    coder.field(&title)
    coder.field(&description)
    coder.field(&creator)
    coder.field(&copyright)
    coder.field(&licence)
    coder.list(&keywords, atMost: PictureProtocolLimits.keywords)
    coder.list(&places, atMost: PictureProtocolLimits.places)
    coder.field(&rating)
    coder.field(&label)
    coder.list(&dates, atMost: PictureProtocolLimits.dates)
    coder.field(&cameraMake)
    coder.field(&cameraModel)
    coder.field(&lens)
    coder.field(&focalLength)
    coder.field(&aperture)
    coder.field(&exposureTime)
    coder.field(&iso)
    coder.field(&position)
    coder.field(&orientationField)
    coder.list(&details, atMost: Field.allCases.count)
  }
}

extension PhotoMetadata.Rational: WireValue {
  init() { self.init(numerator: 0, denominator: 1) }

  mutating func fields(_ coder: inout WireCoder) {
    coder.field(&numerator)
    coder.field(&denominator, in: 1...UInt32.max)
  }
}

extension PhotoMetadata.Position: WireValue {
  init() { self.init(latitude: 0, longitude: 0) }

  mutating func fields(_ coder: inout WireCoder) {
    coder.field(&latitude, in: -90...90)
    coder.field(&longitude, in: -180...180)
  }
}

extension PhotoMetadata.StatedDate: WireValue {
  init() { self.init("") }

  mutating func fields(_ coder: inout WireCoder) {
    coder.field(&text)
    coder.field(&offset)
  }
}

extension PhotoMetadata.Detail: WireValue {
  init() { self.init(.format, "") }

  mutating func fields(_ coder: inout WireCoder) {
    coder.field(&field)
    coder.field(&text)
  }
}

extension PhotoMetadata.Field: WireValue {}

extension OrientationField: WireValue {
  init() { self = .unsupported }

  mutating func fields(_ coder: inout WireCoder) { coder.oneOf(&self, Self.cases) }

  private static let cases: [WireCase<OrientationField>] = [
    WireCase(.unsupported), WireCase(.absent), WireCase(.unstated),
    WireCase(OrientationField.entry) {
      if case .entry(let offset, let isBigEndian) = $0 { (offset, isBigEndian) } else { nil }
    },
  ]
}
