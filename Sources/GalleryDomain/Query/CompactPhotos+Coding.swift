import Foundation

// How photos are kept from one run to the next: rows as they are in memory, and what they refer to as values.
extension CompactPhotos {
  /// Changes when rows or the values that are written change, and what is read of files.
  static let layout = 6 << 8 | UInt64(PhotoMetadata.version)

  /// Numbers that a row may refer to have to be written in the order in which they were given.
  func writeValues(to writer: inout ByteWriter) {
    func write<Value>(_ pool: Pool<Value>, _ body: (Value) -> Void) {
      writer.append(count: pool.count)
      for value in pool.values { body(value) }
    }
    func write(_ text: String?) {
      writer.append(byte: text == nil ? 0 : 1)
      if let text { writer.append(text) }
    }
    write(texts) { writer.append($0) }
    write(labels) { writer.append($0.text) }
    write(exposures) { exposure in
      write(exposure.focalLength)
      write(exposure.aperture)
      write(exposure.shutterSpeed)
      write(exposure.iso)
    }
    write(licences) { licence in
      writer.append(licence.name)
      write(licence.url?.absoluteString)
    }
    write(prices) { price in
      writer.append(price.amount)
      write(price.currency)
      writer.append(byte: price.isLowest ? 1 : 0)
    }
    write(folders) { writer.append(bytes: $0) }
    write(formats) { writer.append($0) }
    write(places) { places in
      writer.append(count: places.count)
      for place in places { writer.append(place) }
    }
  }

  /// - Parameters:
  ///   - rows: What was kept with the values.
  ///   - bytes: The texts of the rows.
  init(
    rows: Rows, bytes: [UInt8], values reader: inout ByteReader
  ) throws(DamagedBytes) {
    func read<Value>(
      _ body: (inout ByteReader) throws(DamagedBytes) -> Value
    ) throws(DamagedBytes) -> [Value] {
      let count = try reader.readCount()
      var values: [Value] = []
      values.reserveCapacity(count)
      for _ in 0..<count { values.append(try body(&reader)) }
      return values
    }
    func text(_ reader: inout ByteReader) throws(DamagedBytes) -> String? {
      try reader.readByte() == 0 ? nil : try reader.readText()
    }
    let texts = try read { reader throws(DamagedBytes) in try reader.readText() }
    let labels = try read { reader throws(DamagedBytes) in
      guard let label = PhotoLabel(try reader.readText()) else { throw DamagedBytes() }
      return label
    }
    let exposures = try read { reader throws(DamagedBytes) in
      Exposure(
        focalLength: try text(&reader), aperture: try text(&reader),
        shutterSpeed: try text(&reader), iso: try text(&reader))
    }
    let licences = try read { reader throws(DamagedBytes) in
      Licence(name: try reader.readText(), url: try text(&reader).flatMap(URL.init(string:)))
    }
    let prices = try read { reader throws(DamagedBytes) in
      let price = Price(
        amount: try reader.readText(), currency: try text(&reader),
        isLowest: try reader.readByte() == 1)
      guard let price else { throw DamagedBytes() }
      return price
    }
    let folders = try read { reader throws(DamagedBytes) in try reader.readBytes() }
    let formats = try read { reader throws(DamagedBytes) in try reader.readText() }
    let places = try read { reader throws(DamagedBytes) in
      var places: [String] = []
      for _ in 0..<(try reader.readCount()) { places.append(try reader.readText()) }
      return places
    }
    self.init(
      rows: rows, bytes: bytes, texts: texts, labels: labels, exposures: exposures,
      licences: licences, prices: prices, folders: folders, formats: formats, places: places)
  }

  /// The same photos, without what no row refers to any more.
  func compacted() -> CompactPhotos {
    var photos = CompactPhotos()
    for index in rows.indices { photos.append(self[index], version: rows[index].version) }
    return photos
  }
}

extension SortReading {
  /// What has to be kept to be `init?(_:zone:)` again; empty if there are photos that can't be kept.
  ///
  /// - Complexity: Up to three microseconds a photo.
  var columns: [KeptColumn] {
    // What is gone must not be kept.
    let photos = source.photos.unusedCount > 0 ? source.photos.compacted() : source.photos
    guard photos.others.isEmpty, photos.count == source.photos.count else { return [] }
    var head = ByteWriter()
    head.append(fixed: CompactPhotos.layout)
    head.append(zone.identifier)
    head.append(Date())
    head.append(arrangement.sort?.name ?? "")
    head.append(arrangement.grouping?.rawValue ?? "")
    head.append(rowCount)
    head.append(count: sections.count)
    for section in sections { head.append(section) }
    photos.writeValues(to: &head)
    let (rows, shared) = (photos.rows.own, photos.rows.shared)
    let counts = [head.bytes.count, rows.count, shared.count, photos.bytes.count, order.count]
    return [
      KeptColumn(counts), KeptColumn(head.bytes), KeptColumn(rows), KeptColumn(shared),
      KeptColumn(photos.bytes), KeptColumn(order),
    ]
  }

  /// The reading that was kept as columns.
  ///
  /// - Returns: nil for those of another layout or another time zone.
  init?(_ columns: inout KeptColumns, zone: TimeZone) throws(DamagedBytes) {
    let counts = try columns.read(Int.self, count: 5)
    let head = try columns.read(UInt8.self, count: counts[0])
    let own = try columns.read(CompactPhotos.Rows.Own.self, count: counts[1])
    let shared = try columns.read(CompactPhotos.Rows.Shared.self, count: counts[2])
    let bytes = try columns.read(UInt8.self, count: counts[3])
    let order = try columns.read(UInt32.self, count: counts[4])
    let rows = CompactPhotos.Rows(own, shared)
    let result = head.withUnsafeBytes { head in
      Result { () throws(DamagedBytes) -> SortReading? in
        var reader = ByteReader(head)
        guard try reader.readFixed64() == CompactPhotos.layout,
          try reader.readText() == zone.identifier
        else { return nil }
        let date = try reader.readDate()
        let sort = PhotoSort(name: try reader.readText())
        let grouping = PhotoGrouping(rawValue: try reader.readText())
        let rowCount = try reader.readInt()
        var sections: [PhotoSection] = []
        for _ in 0..<(try reader.readCount()) { sections.append(try reader.readSection()) }
        let photos = try CompactPhotos(rows: rows, bytes: bytes, values: &reader)
        let source = SortSource(photos, keptAt: date)
        guard rowCount == order.count else {
          return SortReading(
            beginning: source, of: rowCount, sections,
            arrangement: Arrangement(sort: sort, grouping: grouping), zone: zone)
        }
        return SortReading(
          source, order: order, sections, sort: sort, grouping: grouping, zone: zone)
      }
    }
    guard let reading = try result.get() else { return nil }
    self = reading
  }
}

extension ByteWriter {
  fileprivate mutating func append(_ section: PhotoSection) {
    switch section.key {
    case .folder(let path):
      append(byte: 0)
      append(bytes: path)
    case .date(let year, let month, let day):
      append(byte: 1)
      append(year)
      append(month)
      append(day ?? 0)
    case .camera(let camera):
      append(byte: 2)
      append(camera)
    case .rating(let rating):
      append(byte: 3)
      append(rating)
    case .unknown: append(byte: 4)
    }
    append(section.start)
    append(section.count)
  }
}

extension ByteReader {
  fileprivate mutating func readSection() throws(DamagedBytes) -> PhotoSection {
    let key: PhotoSection.Key
    switch try readByte() {
    case 0: key = .folder(try readBytes())
    case 1:
      let (year, month, day) = (try readInt(), try readInt(), try readInt())
      key = .date(year: year, month: month, day: day == 0 ? nil : day)
    case 2: key = .camera(try readText())
    case 3: key = .rating(try readInt())
    case 4: key = .unknown
    default: throw DamagedBytes()
    }
    return PhotoSection(key, start: try readInt(), count: try readInt())
  }
}
