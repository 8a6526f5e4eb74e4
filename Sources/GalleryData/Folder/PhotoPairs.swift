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

  /// Raw files or clips of one stem, and the picture that they belong to.
  private struct Shot {
    var files: [Int]
    var picture: (index: Int, rank: Int)?
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
    let rawShots = shots(of: raws, areClips: false, pictures)
    var endings: [Int: [[UInt8]]] = [:]
    for (files, shots) in [(raws, rawShots), (clips, shots(of: clips, areClips: true, pictures))] {
      for shot in shots {
        guard let picture = shot.picture?.index else { continue }
        endings[picture, default: []] += shot.files.map {
          ending(of: files[$0], besides: pictures[picture])
        }.sorted { $0.lexicographicallyPrecedes($1) }
      }
    }
    var rows = NameList()
    for index in 0..<pictures.count where rows.hasRoom {
      rows.append((endings[index] ?? []).reduce(into: pictures[index]) { $0 += [separator] + $1 })
    }
    for shot in rawShots where shot.picture == nil {
      for index in shot.files where rows.hasRoom { rows.append(raws[index]) }
    }
    return rows
  }

  private static func shots(
    of files: NameList, areClips: Bool, _ pictures: NameList
  ) -> [Shot] {
    var shots: [Shot] = []
    var shotOfStem: [Stem: Int] = [:]
    for index in 0..<files.count where !areClips || ShotName.isClip(files[index]) {
      let stem = Stem(files[index])
      if let shot = shotOfStem[stem] {
        shots[shot].files.append(index)
      } else {
        shotOfStem[stem] = shots.count
        shots.append(Shot(files: [index]))
      }
    }
    guard !shots.isEmpty else { return [] }

    func offer(_ index: Int, _ rank: Int, to shot: Int) {
      if let other = shots[shot].picture {
        let isBetter =
          rank != other.rank
          ? rank < other.rank : pictures[index].lexicographicallyPrecedes(pictures[other.index])
        guard isBetter else { return }
      }
      shots[shot].picture = (index, rank)
    }
    func rank(of name: ArraySlice<UInt8>) -> Int? {
      // The other way round for clips: if a phone makes HEIF, the JPEG next to it was made later, by another program.
      Self.rank(of: name).map { areClips ? -$0 : $0 }
    }

    // Files of equal stems, which belong together whatever else there is.
    for index in 0..<pictures.count {
      guard let rank = rank(of: pictures[index]), let shot = shotOfStem[Stem(pictures[index])]
      else { continue }
      offer(index, rank, to: shot)
    }
    // A wrong pair is worse than none: names that could mean two files are left alone, and so are pictures that have such a file.
    var shotOfName: [Stem: Int?] = [:]
    for (number, shot) in shots.enumerated() where shot.picture == nil {
      let file = files[shot.files[0]]
      let name = Stem(shot: areClips ? ShotName.ofClip(file) : ShotName.ofRaw(file))
      shotOfName[name] = .some(shotOfName[name] == nil ? number : nil)
    }
    guard !shotOfName.isEmpty else { return shots }
    let paired = Set(shots.compactMap(\.picture?.index))
    for index in 0..<pictures.count where !paired.contains(index) {
      let name = pictures[index]
      guard let rank = rank(of: name) else { continue }
      var shot = shotOfName[Stem(shot: ShotName.ofPicture(name))] ?? nil
      if areClips {
        // A clip may also be named after the whole name of its picture: `IMG_1.HEIC.MOV`.
        shot = shot ?? shotOfName[Stem(shot: name)] ?? nil
        if let clip = shot, !isHEIF(name), ShotName.isOfHEIF(files[shots[clip].files[0]]) {
          shot = nil
        }
      }
      // What the phone itself shows of a shot comes first.
      if let shot { offer(index, rank + (ShotName.isCover(name) ? -10 : 0), to: shot) }
    }
    return shots
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
