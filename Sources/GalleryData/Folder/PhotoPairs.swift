import FeedFormats
import GalleryDomain

/// Files of the same shot next to the pictures: the raw file `IMG_1.CR2` beside `IMG_1.JPG`, the clip `IMG_1.MOV` of a
/// Live Photo beside `IMG_1.HEIC`.
///
/// Such files are one row under the name of the picture. In a `NameList` its name is followed by the extensions of the
/// other files, each after a zero byte, which can't occur in a file's name: `IMG_1.JPG␀CR2`. So a row costs no more
/// than its name, and rows without such files nothing extra. A clip without a picture isn't a row.
enum PhotoPairs {
  private static let separator: UInt8 = 0

  /// Raw files and clips of one stem, and the pictures that they belong to.
  private struct Shot {
    var raws: [Int] = []
    var clips: [Int] = []
    var rawPicture: Picture?
    var clipPicture: Picture?
  }

  private struct Picture {
    var index: Int
    var rank: Int
  }

  /// Names that are compared by their bytes.
  private struct Stem: Hashable {
    let bytes: ArraySlice<UInt8>

    init(_ name: ArraySlice<UInt8>) { bytes = FilePath.stem(name) }

    func hash(into hasher: inout Hasher) {
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  /// The names of rows, unordered.
  ///
  /// - Complexity: O(1) without raw files and clips, otherwise O(*names*).
  static func rows(
    _ pictures: NameList, _ raws: NameList, clips: NameList = NameList()
  ) -> NameList {
    guard raws.count > 0 || clips.count > 0 else { return pictures }
    var shots: [Shot] = []
    var shotOfStem: [Stem: Int] = [:]
    shotOfStem.reserveCapacity(raws.count + clips.count)
    func shot(_ name: ArraySlice<UInt8>) -> Int {
      let stem = Stem(name)
      if let shot = shotOfStem[stem] { return shot }
      shotOfStem[stem] = shots.count
      shots.append(Shot())
      return shots.count - 1
    }
    for index in 0..<raws.count { shots[shot(raws[index])].raws.append(index) }
    for index in 0..<clips.count { shots[shot(clips[index])].clips.append(index) }
    for index in 0..<pictures.count {
      let name = pictures[index]
      guard let rank = rank(of: name), let shot = shotOfStem[Stem(name)] else { continue }
      func better(_ other: Picture?, _ rank: Int) -> Picture {
        guard let other else { return Picture(index: index, rank: rank) }
        let isBetter =
          rank != other.rank
          ? rank < other.rank : name.lexicographicallyPrecedes(pictures[other.index])
        return isBetter ? Picture(index: index, rank: rank) : other
      }
      if !shots[shot].raws.isEmpty {
        shots[shot].rawPicture = better(shots[shot].rawPicture, rank)
      }
      if !shots[shot].clips.isEmpty {
        // The other way round: if a phone makes HEIF, the JPEG next to it was made later, by another program.
        shots[shot].clipPicture = better(shots[shot].clipPicture, -rank)
      }
    }
    return joined(pictures, raws, clips, shots)
  }

  private static func joined(
    _ pictures: NameList, _ raws: NameList, _ clips: NameList, _ shots: [Shot]
  ) -> NameList {
    var shotOfPicture = [Int](repeating: -1, count: pictures.count)
    for (number, shot) in shots.enumerated() {
      for picture in [shot.rawPicture, shot.clipPicture] {
        if let picture { shotOfPicture[picture.index] = number }
      }
    }
    var rows = NameList()
    for index in 0..<pictures.count where rows.hasRoom {
      let number = shotOfPicture[index]
      guard number >= 0 else {
        rows.append(pictures[index])
        continue
      }
      let shot = shots[number]
      let endings =
        (shot.rawPicture?.index == index ? endings(shot.raws, in: raws) : [])
        + (shot.clipPicture?.index == index ? endings(shot.clips, in: clips) : [])
      rows.append(endings.reduce(into: pictures[index]) { $0 += [separator] + $1 })
    }
    for shot in shots where shot.rawPicture == nil {
      for index in shot.raws where rows.hasRoom { rows.append(raws[index]) }
    }
    return rows
  }

  private static func endings(_ indices: [Int], in names: NameList) -> [ArraySlice<UInt8>] {
    indices.map { names[$0].suffix(from: FilePath.stem(names[$0]).endIndex).dropFirst() }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Which picture a raw file belongs to: a JPEG, else a HEIF; nil for formats that no camera writes next to it.
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

  /// The names of the raw files and clips that belong to it.
  static func companions(ofRow row: ArraySlice<UInt8>) -> [[UInt8]] {
    guard let end = row.firstIndex(of: separator) else { return [] }
    let stem = FilePath.stem(row[..<end])
    return row[end...].split(separator: separator).map { stem + [UInt8(ascii: ".")] + $0 }
  }

  /// The same row with some of its companions.
  ///
  /// - Parameter keeps: Whether it is one of them; called with its name.
  static func row(_ row: ArraySlice<UInt8>, keeps: ([UInt8]) -> Bool) -> [UInt8] {
    let name = shownName(ofRow: row)
    let stem = FilePath.stem(name)
    let endings = row[name.endIndex...].split(separator: separator).filter { ending in
      keeps(stem + [UInt8(ascii: ".")] + ending)
    }
    return name + endings.flatMap { [separator] + $0 }
  }

  /// The rows whose own files are kept, with those other files that are.
  static func rows(_ rows: NameList, keeps: ([UInt8]) -> Bool) -> NameList {
    var kept = NameList()
    for index in 0..<rows.count where keeps(Array(shownName(ofRow: rows[index]))) {
      kept.append(row(rows[index], keeps: keeps))
    }
    return kept
  }

  /// Whether a file is the row's own, or belongs to it.
  static func row(_ row: ArraySlice<UInt8>, has name: ArraySlice<UInt8>) -> Bool {
    if row.starts(with: name) {
      let rest = row.dropFirst(name.count)
      if rest.isEmpty || rest.first == separator { return true }
    }
    return companions(ofRow: row).contains { $0.elementsEqual(name) }
  }
}
