import FeedFormats
import GalleryDomain

/// Raw files beside the pictures that the camera made of the same shot: `IMG_1.CR2` beside `IMG_1.JPG`.
///
/// Such files are one row, which stands under the name of the picture. In a `NameList` its name is followed by the endings
/// of the raw files, each after a zero byte, which no file's name has: `IMG_1.JPG␀CR2`. So a row costs no more than its
/// name, and one without a raw file nothing.
enum PhotoPairs {
  private static let separator: UInt8 = 0

  /// Raw files of one stem, and the picture that they go with.
  private struct Shot {
    var raws: [Int]
    var picture: (index: Int, rank: Int)?
  }

  /// Names that are compared by their bytes.
  private struct Stem: Hashable {
    let bytes: ArraySlice<UInt8>

    init(_ name: ArraySlice<UInt8>) { bytes = FilePath.stem(name) }

    func hash(into hasher: inout Hasher) {
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  /// The names of rows, in no order.
  ///
  /// - Complexity: O(1) where there is no raw file, O(*names*) where there is.
  static func rows(_ pictures: NameList, _ raws: NameList) -> NameList {
    guard raws.count > 0 else { return pictures }
    var shots: [Shot] = []
    var shotOfStem: [Stem: Int] = [:]
    shotOfStem.reserveCapacity(raws.count)
    for index in 0..<raws.count {
      let stem = Stem(raws[index])
      if let shot = shotOfStem[stem] {
        shots[shot].raws.append(index)
      } else {
        shotOfStem[stem] = shots.count
        shots.append(Shot(raws: [index]))
      }
    }
    for index in 0..<pictures.count {
      let name = pictures[index]
      guard let rank = rank(of: name), let shot = shotOfStem[Stem(name)] else { continue }
      let isBetter =
        shots[shot].picture.map { other in
          rank != other.rank
            ? rank < other.rank : name.lexicographicallyPrecedes(pictures[other.index])
        } ?? true
      if isBetter { shots[shot].picture = (index, rank) }
    }
    return joined(pictures, raws, shots)
  }

  private static func joined(
    _ pictures: NameList, _ raws: NameList, _ shots: [Shot]
  ) -> NameList {
    var shotOfPicture = [Int](repeating: -1, count: pictures.count)
    for (number, shot) in shots.enumerated() {
      if let picture = shot.picture { shotOfPicture[picture.index] = number }
    }
    var rows = NameList()
    for index in 0..<pictures.count where rows.hasRoom {
      let number = shotOfPicture[index]
      rows.append(number < 0 ? pictures[index] : row(pictures[index], raws, shots[number]))
    }
    for shot in shots where shot.picture == nil {
      for index in shot.raws where rows.hasRoom { rows.append(raws[index]) }
    }
    return rows
  }

  private static func row(
    _ picture: ArraySlice<UInt8>, _ raws: NameList, _ shot: Shot
  ) -> ArraySlice<UInt8> {
    let endings = shot.raws.map {
      raws[$0].suffix(from: FilePath.stem(raws[$0]).endIndex).dropFirst()
    }
    let sorted = endings.sorted { $0.lexicographicallyPrecedes($1) }
    return sorted.reduce(into: picture) { $0 += [separator] + $1 }
  }

  /// Which picture a raw file goes with: a JPEG, else a HEIF; nil for what no camera writes beside it.
  private static func rank(of name: ArraySlice<UInt8>) -> Int? {
    let ending = name.suffix(from: FilePath.stem(name).endIndex).dropFirst()
    return ranks.first { letters, _ in
      letters.count == ending.count && zip(letters, ending).allSatisfy { $0 == $1 | 0x20 }
    }?.rank
  }

  private static let ranks: [(letters: [UInt8], rank: Int)] =
    ["jpg", "jpeg", "jpe", "jfif"].map { (Array($0.utf8), 0) }
    + ["heic", "heif", "hif"].map { (Array($0.utf8), 1) }

  // MARK: Rows

  /// The name that a row is shown under.
  static func shownName(ofRow row: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    row.firstIndex(of: separator).map { row[..<$0] } ?? row
  }

  /// The names of the raw files that go with it.
  static func companions(ofRow row: ArraySlice<UInt8>) -> [[UInt8]] {
    guard let end = row.firstIndex(of: separator) else { return [] }
    let stem = FilePath.stem(row[..<end])
    return row[end...].split(separator: separator).map { stem + [UInt8(ascii: ".")] + $0 }
  }

  /// Whether a file is that of a row, or one of its raw files.
  static func row(_ row: ArraySlice<UInt8>, has name: ArraySlice<UInt8>) -> Bool {
    if row.starts(with: name) {
      let rest = row.dropFirst(name.count)
      if rest.isEmpty || rest.first == separator { return true }
    }
    return companions(ofRow: row).contains { $0.elementsEqual(name) }
  }
}
