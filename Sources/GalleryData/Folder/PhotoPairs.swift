import FeedFormats
import GalleryDomain

/// Files of the same shot next to the pictures: the raw file `IMG_1.CR2` beside `IMG_1.JPG`, the clip `IMG_1.MOV` of a
/// Live Photo beside `IMG_1.HEIC`.
///
/// Such files are one row under the name of the picture. In a `NameList` its name is followed by the extensions of the
/// other files, each after a zero byte, which can't occur in a file's name: `IMG_1.JPG␀CR2`. So a row costs no more
/// than its name, and rows without such files nothing extra. A clip without a picture isn't a row.
///
/// Some phones and programs give one shot several names (`ShotName`). Then the other file's whole name is there, after a slash:
/// `IMG_1.HEIC␀/IMG_1_HEVC.MOV`.
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

    init(shot name: ArraySlice<UInt8>) { bytes = name }

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
    for index in 0..<clips.count where ShotName.isClip(clips[index]) {
      shots[shot(clips[index])].clips.append(index)
    }
    // Files of equal stems, which belong together whatever else there is.
    for index in 0..<pictures.count {
      let name = pictures[index]
      guard let rank = rank(of: name), let shot = shotOfStem[Stem(name)] else { continue }
      if !shots[shot].raws.isEmpty {
        shots[shot].rawPicture = better(
          Picture(index: index, rank: rank), than: shots[shot].rawPicture, in: pictures)
      }
      if !shots[shot].clips.isEmpty {
        // The other way round: if a phone makes HEIF, the JPEG next to it was made later, by another program.
        shots[shot].clipPicture = better(
          Picture(index: index, rank: -rank), than: shots[shot].clipPicture, in: pictures)
      }
    }
    pairByShotName(&shots, pictures, raws, clips)
    return joined(pictures, raws, clips, shots)
  }

  private static func better(
    _ picture: Picture, than other: Picture?, in pictures: NameList
  ) -> Picture {
    guard let other else { return picture }
    let names = (pictures[picture.index], pictures[other.index])
    let isBetter =
      picture.rank != other.rank
      ? picture.rank < other.rank : names.0.lexicographicallyPrecedes(names.1)
    return isBetter ? picture : other
  }

  /// Finds pictures for the raw files and clips that have none of their own stem. A wrong pair is worse than none: names that could
  /// mean two files are left alone, and so are pictures that have such a file.
  private static func pairByShotName(
    _ shots: inout [Shot], _ pictures: NameList, _ raws: NameList, _ clips: NameList
  ) {
    // By what a picture of the shot is called; nil where two shots ask for the same.
    var rawShots: [Stem: Int?] = [:]
    var clipShots: [Stem: Int?] = [:]
    for (number, shot) in shots.enumerated() {
      if shot.rawPicture == nil, let raw = shot.raws.first {
        let name = Stem(shot: ShotName.ofRaw(raws[raw]))
        rawShots[name] = .some(rawShots[name] == nil ? number : nil)
      }
      if shot.clipPicture == nil, let clip = shot.clips.first {
        let name = Stem(shot: ShotName.ofClip(clips[clip]))
        clipShots[name] = .some(clipShots[name] == nil ? number : nil)
      }
    }
    guard !rawShots.isEmpty || !clipShots.isEmpty else { return }
    let withRaw = Set(shots.compactMap(\.rawPicture?.index))
    let withClip = Set(shots.compactMap(\.clipPicture?.index))
    for index in 0..<pictures.count {
      let name = pictures[index]
      guard let rank = rank(of: name) else { continue }
      let shotName = Stem(shot: ShotName.ofPicture(name))
      // What the phone itself shows of a shot comes first.
      let order = ShotName.isCover(name) ? -10 : 0
      if !withRaw.contains(index), let shot = rawShots[shotName] ?? nil {
        shots[shot].rawPicture = better(
          Picture(index: index, rank: order + rank), than: shots[shot].rawPicture, in: pictures)
      }
      guard !withClip.contains(index) else { continue }
      // A clip may also be named after the whole name of its picture: `IMG_1.HEIC.MOV`.
      let shot = (clipShots[shotName] ?? nil) ?? (clipShots[Stem(shot: name)] ?? nil)
      if let shot, isHEIF(name) || !ShotName.isOfHEIF(clips[shots[shot].clips[0]]) {
        shots[shot].clipPicture = better(
          Picture(index: index, rank: order - rank), than: shots[shot].clipPicture, in: pictures)
      }
    }
  }

  private static func joined(
    _ pictures: NameList, _ raws: NameList, _ clips: NameList, _ shots: [Shot]
  ) -> NameList {
    var others: [Int: (raws: [[UInt8]], clips: [[UInt8]])] = [:]
    for shot in shots {
      if let picture = shot.rawPicture?.index {
        let files = shot.raws.map { ending(of: raws[$0], besides: pictures[picture]) }
        others[picture, default: ([], [])].raws += files
      }
      if let picture = shot.clipPicture?.index {
        let files = shot.clips.map { ending(of: clips[$0], besides: pictures[picture]) }
        others[picture, default: ([], [])].clips += files
      }
    }
    var rows = NameList()
    for index in 0..<pictures.count where rows.hasRoom {
      guard let files = others[index] else {
        rows.append(pictures[index])
        continue
      }
      let endings = [files.raws, files.clips].flatMap { endings in
        endings.sorted { $0.lexicographicallyPrecedes($1) }
      }
      rows.append(endings.reduce(into: pictures[index]) { $0 += [separator] + $1 })
    }
    for shot in shots where shot.rawPicture == nil {
      for index in shot.raws where rows.hasRoom { rows.append(raws[index]) }
    }
    return rows
  }

  /// What a row says of another file: its extension, or its name after a slash.
  private static func ending(
    of name: ArraySlice<UInt8>, besides picture: ArraySlice<UInt8>
  ) -> [UInt8] {
    let stem = FilePath.stem(name)
    return stem.elementsEqual(FilePath.stem(picture))
      ? Array(name.suffix(from: stem.endIndex).dropFirst()) : [FilePath.separator] + name
  }

  private static func name(of ending: ArraySlice<UInt8>, besides stem: ArraySlice<UInt8>) -> [UInt8]
  {
    ending.first == FilePath.separator
      ? Array(ending.dropFirst()) : stem + [UInt8(ascii: ".")] + ending
  }

  /// Which picture a raw file belongs to: a JPEG, else a HEIF; nil for formats that no camera writes next to it.
  private static func rank(of name: ArraySlice<UInt8>) -> Int? {
    let ending = name.suffix(from: FilePath.stem(name).endIndex).dropFirst()
    return ranks.first { letters, _ in
      letters.count == ending.count && zip(letters, ending).allSatisfy { $0 == $1 | 0x20 }
    }?.rank
  }

  private static func isHEIF(_ name: ArraySlice<UInt8>) -> Bool { rank(of: name) == 1 }

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
    return row[end...].split(separator: separator).map { Self.name(of: $0, besides: stem) }
  }

  /// The same row with some of its companions.
  ///
  /// - Parameter keeps: Whether it is one of them; called with its name.
  static func row(_ row: ArraySlice<UInt8>, keeps: ([UInt8]) -> Bool) -> [UInt8] {
    let name = shownName(ofRow: row)
    let stem = FilePath.stem(name)
    let endings = row[name.endIndex...].split(separator: separator).filter { ending in
      keeps(Self.name(of: ending, besides: stem))
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
