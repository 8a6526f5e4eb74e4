import Foundation

/// Many photos in little memory: 50 bytes each and its texts, where a `Photo` takes a kilobyte.
///
/// A photo as folders on a disk have them is a row of numbers: what many photos share, such as the camera, is kept once,
/// and what is in the file's path anyway is not kept again. Any other photo is kept as it is.
struct CompactPhotos: Sendable {
  /// What takes time to make of a photo; everything else is always there.
  struct Parts: OptionSet {
    let rawValue: UInt8

    /// `id`, `file`, `remotePath`.
    static let place = Parts(rawValue: 1)
    /// `name`, `description`, `tags`.
    static let texts = Parts(rawValue: 2)
    /// Only with the place.
    static let companions = Parts(rawValue: 4)
    /// `imageURL`. Only with the place.
    static let image = Parts(rawValue: 8)

    static let all: Parts = [.place, .texts, .companions, .image]
  }

  struct Flags: OptionSet {
    let rawValue: UInt16

    static let hasDate = Flags(rawValue: 1 << 0)
    static let hasSize = Flags(rawValue: 1 << 1)
    static let hasOffset = Flags(rawValue: 1 << 2)
    static let hasWidth = Flags(rawValue: 1 << 3)
    static let hasHeight = Flags(rawValue: 1 << 4)
    static let hasRating = Flags(rawValue: 1 << 5)
    static let hasDescription = Flags(rawValue: 1 << 6)
    static let isForSale = Flags(rawValue: 1 << 7)
    static let isNotForSale = Flags(rawValue: 1 << 8)
    static let isUntitled = Flags(rawValue: 1 << 9)
    static let needsDetails = Flags(rawValue: 1 << 10)
    /// The id is the end of the path.
    static let hasPathAsID = Flags(rawValue: 1 << 11)
    /// The name is that of the file, without its extension.
    static let hasFileName = Flags(rawValue: 1 << 12)
    static let hasImage = Flags(rawValue: 1 << 13)
    /// In `others`, at `start`.
    static let isOther = Flags(rawValue: 1 << 14)
  }

  struct Row: BitwiseCopyable {
    var createdAt = 0.0
    /// In which state its file was when it was read (`PhotoRepository.versions`); 0 if that isn't known.
    var version: UInt64 = 0
    var fileSize = 0
    /// Where its texts begin: the file's name, the id, the name, the description, tags, companions.
    var start = 0
    var flags: Flags = []
    /// How much of the path is the id.
    var idByteCount: UInt16 = 0
    var rating: Int16 = 0
    /// The number of the file's extension.
    var format: UInt16 = 0
    var utcOffset: Int32 = 0
    var isFileDate = false
    var width: Int32 = 0
    var height: Int32 = 0
    // Numbers of texts and other values; 0 for none.
    var camera: UInt32 = 0
    var lens: UInt32 = 0
    var author: UInt32 = 0
    var dateText: UInt32 = 0
    var label: UInt32 = 0
    var exposure: UInt32 = 0
    var licence: UInt32 = 0
    var price: UInt32 = 0
    var folder: UInt32 = 0
    var places: UInt32 = 0
  }

  /// Different values, numbered from 1.
  struct Pool<Value: Hashable & Sendable>: Sendable {
    private(set) var values: [Value] = []
    /// Made when the first value is added.
    private var numbers: [Value: UInt32] = [:]

    init() {}

    /// - Parameter values: Different ones, in the order of their numbers.
    init(_ values: [Value]) {
      self.values = values
    }

    var count: Int { values.count }

    /// - Returns: 0 for nil.
    mutating func number(of value: Value?) -> UInt32 {
      guard let value else { return 0 }
      if numbers.count != values.count {
        numbers = Dictionary(
          zip(values, 1...UInt32(values.count)), uniquingKeysWith: { first, _ in first })
      }
      if let number = numbers[value] { return number }
      values.append(value)
      numbers[value] = UInt32(values.count)
      return UInt32(values.count)
    }

    subscript(number: UInt32) -> Value? { number == 0 ? nil : values[Int(number) - 1] }
  }

  private(set) var rows = Rows()
  /// The texts of the rows.
  private var writer = ByteWriter()
  private(set) var texts = Pool<String>()
  private(set) var labels = Pool<PhotoLabel>()
  private(set) var exposures = Pool<Exposure>()
  private(set) var licences = Pool<Licence>()
  private(set) var prices = Pool<Price>()
  private(set) var folders = Pool<[UInt8]>()
  private(set) var places = Pool<[String]>()
  /// The extensions of files as photos have them: in lower case.
  private(set) var formats = Pool<String>()
  /// The extension of the last row, and its number.
  private var lastFormat: (bytes: [UInt8], number: UInt16) = ([], 0)
  private(set) var others: [Photo] = []
  /// The photo of an id, by the id's hash; in `furtherIndices` if another id has the same. Not of rows that were taken from
  /// elsewhere, until a photo is added.
  private var indices: [Int: UInt32] = [:]
  private var furtherIndices: [Photo.ID: UInt32] = [:]
  private var indexedCount = 0
  /// Of how many rows that are gone the texts and values are still there.
  private(set) var unusedCount = 0

  var bytes: [UInt8] { writer.bytes }
  var count: Int { rows.count }
  var isEmpty: Bool { rows.isEmpty }

  init() {}

  /// Rows as they were made once, with all that they refer to.
  init(
    rows: Rows, bytes: [UInt8], texts: [String], labels: [PhotoLabel], exposures: [Exposure],
    licences: [Licence], prices: [Price], folders: [[UInt8]], formats: [String],
    places: [[String]]
  ) {
    (self.rows, writer) = (rows, ByteWriter(bytes))
    (self.texts, self.labels) = (Pool(texts), Pool(labels))
    (self.exposures, self.licences) = (Pool(exposures), Pool(licences))
    (self.prices, self.folders, self.formats) = (Pool(prices), Pool(folders), Pool(formats))
    self.places = Pool(places)
  }

  /// The first rows of another one, with all that its rows refer to, so that more of them can be taken.
  init(sharing other: CompactPhotos, first rowCount: Int) {
    self = other
    rows = other.rows.first(rowCount)
    (indices, furtherIndices, indexedCount) = ([:], [:], 0)
    unusedCount += other.count - rowCount
  }

  /// Adds a row of the photos that it shares everything with, unless there is one with its id.
  mutating func append(rowOf other: CompactPhotos, at index: Int) {
    if indexedCount > 0 {
      indexRows()
      guard self.index(of: other.photo(at: index, .place).id) == nil else { return }
    }
    rows.append(rowOf: other.rows, at: index)
    unusedCount -= 1
  }

  /// Adds a photo at the end, unless there is one with its id.
  ///
  /// - Parameter version: In which state its file was when it was read; 0 if that isn't known.
  /// - Returns: Whether it was added.
  @discardableResult
  mutating func append(_ photo: Photo, version: UInt64 = 0) -> Bool {
    indexRows()
    guard index(of: photo.id) == nil, rows.count < Int(UInt32.max) else { return false }
    var row = row(of: photo)
    row.version = version
    note(photo.id, at: UInt32(rows.count))
    rows.append(row)
    return true
  }

  /// Makes `index(of:)` fast for all rows.
  mutating func indexRows() {
    while indexedCount < rows.count {
      note(photo(at: indexedCount, .place).id, at: UInt32(indexedCount))
    }
  }

  private mutating func note(_ id: Photo.ID, at index: UInt32) {
    indexedCount += 1
    if indices[id.hashValue] == nil {
      indices[id.hashValue] = index
    } else {
      furtherIndices[id] = index
    }
  }

  /// - Complexity: O(1), but O(*n*) if rows have been taken from elsewhere since the last photo was added.
  func index(of id: Photo.ID) -> Int? {
    guard indexedCount == rows.count else { return firstIndex(of: id) }
    guard let index = indices[id.hashValue] else { return nil }
    return photo(at: Int(index), .place).id == id
      ? Int(index) : furtherIndices[id].map(Int.init)
  }

  /// Looks at one row after the other: most are distinguished by the lengths of their ids and by the names of their files.
  private func firstIndex(of id: Photo.ID) -> Int? {
    var text = id
    return text.withUTF8 { text in
      bytes.withUnsafeBufferPointer { bytes in
        rows.withUnsafeBufferPointer { rows in
          rows.indices.first { index in
            let own = rows.own[index]
            if own.flags.isDisjoint(with: .isOther), own.flags.contains(.hasPathAsID) {
              guard Int(own.idByteCount) == text.count else { return false }
              let name = RowTexts(at: Int(own.start), own.flags, bytes).fileName
              let count = min(name.count, text.count)
              guard
                count == 0
                  || memcmp(
                    name.baseAddress! + (name.count - count),
                    text.baseAddress! + (text.count - count), count) == 0
              else { return false }
            }
            return isID(id, at: index)
          }
        }
      }
    }
  }

  /// Whether a photo has an id.
  func isID(_ id: Photo.ID, at index: Int) -> Bool {
    let row = rows[index]
    guard !row.flags.contains(.isOther) else { return others[row.start].id == id }
    guard row.flags.contains(.hasPathAsID) else { return photo(at: index, .place).id == id }
    guard id.utf8.count == Int(row.idByteCount) else { return false }
    var id = id
    return bytes.withUnsafeBufferPointer { bytes in
      let name = RowTexts(row, bytes).fileName
      return id.withUTF8 { id in
        guard id.suffix(name.count).elementsEqual(name.suffix(id.count)) else { return false }
        let rest = id.dropLast(name.count)
        guard let last = rest.last else { return true }
        let folder = folders[row.folder] ?? []
        return last == FilePath.separator
          && rest.dropLast().elementsEqual(folder.suffix(rest.count - 1))
      }
    }
  }

  /// Whether a row is the photo of a file, by its path and its id.
  func isFile(_ name: UnsafeBufferPointer<UInt8>, of part: FileList.Part, at index: Int) -> Bool {
    let row = rows[index]
    guard row.flags.contains(.hasPathAsID), Int(row.idByteCount) == part.idByteCount + name.count,
      let folder = folders[row.folder], folder == part.folder
    else { return false }
    return bytes.withUnsafeBufferPointer { RowTexts(row, $0).fileName.elementsEqual(name) }
  }

  /// Whether the companions of a row that is a file have these names.
  func hasCompanions(_ names: [[UInt8]], at index: Int) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      RowTexts(rows[index], bytes).companions.elementsEqual(names) { $0.elementsEqual($1) }
    }
  }

  /// Whether a photo has the same companions as the row with its id.
  func hasCompanions(of photo: Photo, at index: Int) -> Bool {
    let row = rows[index]
    guard !row.flags.contains(.isOther) else {
      return others[row.start].companions == photo.companions
    }
    let isAlone = bytes.withUnsafeBufferPointer { RowTexts(row, $0).companions.isEmpty }
    return isAlone
      ? photo.companions.isEmpty : self.photo(at: index, .all).companions == photo.companions
  }

  /// Replaces the photo with the same id, if there is one.
  mutating func replace(_ photo: Photo) {
    guard let index = index(of: photo.id) else { return }
    rows[index] = row(of: photo)
    // The texts of the former one stay where they are.
    unusedCount += 1
  }

  /// - Complexity: About a microsecond.
  subscript(index: Int) -> Photo { photo(at: index, .all) }

  // MARK: From photos to rows

  private mutating func row(of photo: Photo) -> Row {
    if let row = compactRow(of: photo) { return row }
    others.append(photo)
    var row = Row()
    (row.flags, row.start) = (.isOther, others.count - 1)
    return row
  }

  /// - Returns: nil for a photo that a row can't hold.
  private mutating func compactRow(of photo: Photo) -> Row? {
    guard !photo.isBeyondRows, let path = photo.file?.path,
      let slash = path.lastIndex(of: FilePath.separator)
    else { return nil }
    let folder = path[..<slash]
    let companions = photo.companions.map(\.path)
    let name = path[(slash + 1)...]
    // A path that ends with a separator isn't a file's.
    guard !name.isEmpty else { return nil }
    let isNear = companions.allSatisfy { companion in
      companion.starts(with: path[...slash])
        && !companion[(slash + 1)...].contains(FilePath.separator)
    }
    let hasImage = photo.imageURL != nil
    guard isNear, writer.bytes.count <= Int(UInt32.max),
      !hasImage || photo.imageURL?.absoluteString == photo.file?.urlText,
      let idByteCount = UInt16(exactly: photo.id.utf8.count),
      let rating = Int16(exactly: photo.rating ?? 0),
      let utcOffset = Int32(exactly: photo.utcOffset ?? 0),
      let width = Int32(exactly: photo.width ?? 0), let height = Int32(exactly: photo.height ?? 0)
    else { return nil }

    var row = Row()
    row.start = writer.bytes.count
    guard let format = formatNumber(of: photo, name) else { return nil }
    row.format = format
    func flag(_ isSet: Bool, _ flag: Flags) {
      if isSet { row.flags.insert(flag) }
    }
    flag(photo.createdAt != nil, .hasDate)
    flag(photo.fileSize != nil, .hasSize)
    flag(photo.utcOffset != nil, .hasOffset)
    flag(photo.width != nil, .hasWidth)
    flag(photo.height != nil, .hasHeight)
    flag(photo.rating != nil, .hasRating)
    flag(photo.description != nil, .hasDescription)
    flag(photo.saleStatus == .forSale, .isForSale)
    flag(photo.saleStatus == .notForSale, .isNotForSale)
    flag(photo.isUntitled, .isUntitled)
    flag(photo.needsDetails, .needsDetails)
    flag(hasImage, .hasImage)
    flag(path.suffix(photo.id.utf8.count).elementsEqual(photo.id.utf8), .hasPathAsID)
    flag(FilePath.stem(name).elementsEqual(photo.name.utf8), .hasFileName)
    row.createdAt = photo.createdAt?.timeIntervalSinceReferenceDate ?? 0
    row.fileSize = photo.fileSize ?? 0
    (row.idByteCount, row.rating, row.utcOffset) = (idByteCount, rating, utcOffset)
    row.isFileDate = photo.isFileDate
    (row.width, row.height) = (width, height)
    row.camera = texts.number(of: photo.camera)
    row.lens = texts.number(of: photo.lens)
    row.author = texts.number(of: photo.author)
    row.dateText = texts.number(of: photo.dateText)
    row.label = labels.number(of: photo.label)
    row.exposure = exposures.number(of: photo.exposure == .unknown ? nil : photo.exposure)
    row.licence = licences.number(of: photo.licence)
    row.price = prices.number(of: photo.price)
    row.folder = folders.number(of: Array(folder))
    row.places = places.number(of: photo.places.isEmpty ? nil : photo.places)

    writer.append(bytes: name)
    if !row.flags.contains(.hasPathAsID) { writer.append(bytes: photo.id.utf8) }
    if !row.flags.contains(.hasFileName) { writer.append(bytes: photo.name.utf8) }
    if let description = photo.description { writer.append(bytes: description.utf8) }
    writer.append(count: photo.tags.count)
    for tag in photo.tags { writer.append(count: Int(texts.number(of: tag))) }
    writer.append(count: companions.count)
    for companion in companions { writer.append(bytes: companion[(slash + 1)...]) }
    return row
  }

  /// - Returns: nil if there are too many extensions for a row.
  private mutating func formatNumber(of photo: Photo, _ name: ArraySlice<UInt8>) -> UInt16? {
    let ending = name[FilePath.stem(name).endIndex...]
    if ending.elementsEqual(lastFormat.bytes) { return lastFormat.number }
    guard let number = UInt16(exactly: formats.number(of: photo.fileExtension)) else { return nil }
    lastFormat = (Array(ending), number)
    return number
  }

  // MARK: From rows to photos

  /// A photo of which some parts may be missing.
  ///
  /// - Parameter parts: Which parts to make; those of photos that are kept as they are, are always there.
  func photo(at index: Int, _ parts: Parts) -> Photo {
    let row = rows[index]
    guard !row.flags.contains(.isOther) else { return others[row.start] }
    guard !parts.isEmpty else {
      var photo = Photo(id: "", name: "")
      fill(&photo, from: row)
      return photo
    }
    return bytes.withUnsafeBufferPointer { bytes in
      let texts = RowTexts(row, bytes)
      let folder = (folders[row.folder] ?? []) + [FilePath.separator]
      let path = folder + texts.fileName
      let id = texts.id.map { $0[...] } ?? path.suffix(Int(row.idByteCount))
      var photo = Photo(id: String(decoding: id, as: UTF8.self), name: "")
      photo.file = FileReference(path: path)
      if parts.contains(.texts) {
        photo.name = texts.withTitle { String(decoding: $0, as: UTF8.self) }
        photo.description = texts.withDescription { String(decoding: $0, as: UTF8.self) }
        _ = texts.tags { number in
          photo.tags.append(self.texts[number] ?? "")
          return false
        }
      }
      if parts.contains(.image), row.flags.contains(.hasImage) { photo.imageURL = photo.file?.url }
      if parts.contains(.companions) {
        photo.companions = texts.companions.compactMap { FileReference(path: folder + $0) }
      }
      fill(&photo, from: row)
      return photo
    }
  }

  /// Whether `imageURL` is the address of the file, for a photo that is made with its place only.
  func hasFileAsImage(at index: Int) -> Bool { rows[index].flags.contains(.hasImage) }

  private func fill(_ photo: inout Photo, from row: Row) {
    let flags = row.flags
    photo.isUntitled = flags.contains(.isUntitled)
    photo.needsDetails = flags.contains(.needsDetails)
    if flags.contains(.hasDate) {
      photo.createdAt = Date(timeIntervalSinceReferenceDate: row.createdAt)
    }
    photo.isFileDate = row.isFileDate
    if flags.contains(.hasSize) { photo.fileSize = row.fileSize }
    if flags.contains(.hasOffset) { photo.utcOffset = Int(row.utcOffset) }
    if flags.contains(.hasWidth) { photo.width = Int(row.width) }
    if flags.contains(.hasHeight) { photo.height = Int(row.height) }
    if flags.contains(.hasRating) { photo.rating = Int(row.rating) }
    photo.saleStatus =
      flags.contains(.isForSale)
      ? .forSale : flags.contains(.isNotForSale) ? .notForSale : .unstated
    photo.camera = texts[row.camera]
    photo.lens = texts[row.lens]
    photo.author = texts[row.author]
    photo.dateText = texts[row.dateText]
    photo.label = labels[row.label]
    photo.exposure = exposures[row.exposure] ?? .unknown
    photo.licence = licences[row.licence]
    photo.price = prices[row.price]
    photo.places = places[row.places] ?? []
  }

  /// What words are looked for in that many photos share.
  func texts(of values: Rows.Shared) -> [String] {
    [values.camera, values.lens, values.author].compactMap { texts[$0] }
      + (places[values.places] ?? [])
  }
}
