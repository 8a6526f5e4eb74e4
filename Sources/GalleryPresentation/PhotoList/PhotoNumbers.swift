import GalleryDomain

/// Gives each photo's id a number, from 0, and finds both again: a million names of a camera take 35 MB, where a
/// dictionary of strings takes 130.
///
/// A number is never given to another id. What ids share up to their last separator, such as a folder, is kept once.
struct PhotoNumbers: Equatable {
  private struct Entry: Equatable {
    /// Of the id, to find it without comparing names.
    var hash: UInt32
    /// Where its name begins.
    var start: UInt32
    var folder: UInt32
  }

  private var entries: [Entry] = []
  private var names: [UInt8] = []
  private var folders: [String] = []
  private var folderNumbers: [String: UInt32] = [:]
  /// Numbers, counted from 1, at the place that the hash leads to or after it; 0 for a free place.
  private var table: [UInt32] = []

  var count: Int { entries.count }

  /// The number of an id, if it has one.
  ///
  /// - Complexity: O(1).
  func number(of id: Photo.ID) -> Int? {
    table.isEmpty ? nil : find(id, Self.hash(id)).number
  }

  /// - Returns: nil if there are no numbers left; there are four billion.
  mutating func number(for id: Photo.ID) -> Int? {
    if (entries.count + 1) * 3 > table.count * 2 { grow() }
    let hash = Self.hash(id)
    let (number, place) = find(id, hash)
    if let number { return number }
    let utf8 = id.utf8
    let end = utf8.lastIndex(of: FilePath.separator).map { utf8.index(after: $0) }
    let (folder, name) = end.map { (id[..<$0], utf8[$0...]) } ?? ("", utf8[...])
    guard let start = UInt32(exactly: names.count),
      let next = UInt32(exactly: entries.count + 1)
    else { return nil }
    entries.append(Entry(hash: hash, start: start, folder: self.number(ofFolder: String(folder))))
    names.append(contentsOf: name)
    table[place] = next
    return entries.count - 1
  }

  /// - Parameter number: One that was given.
  func id(of number: Int) -> Photo.ID {
    let entry = entries[number]
    return folders[Int(entry.folder)] + String(decoding: names[range(of: number)], as: UTF8.self)
  }

  private func range(of number: Int) -> Range<Int> {
    let end = number + 1 < entries.count ? Int(entries[number + 1].start) : names.count
    return Int(entries[number].start)..<end
  }

  private mutating func number(ofFolder folder: String) -> UInt32 {
    if let number = folderNumbers[folder] { return number }
    let number = UInt32(folders.count)
    folders.append(folder)
    folderNumbers[folder] = number
    return number
  }

  // MARK: The table

  private static func hash(_ id: Photo.ID) -> UInt32 { UInt32(truncatingIfNeeded: id.hashValue) }

  /// - Returns: The id's number, or the free place where it belongs.
  private func find(_ id: Photo.ID, _ hash: UInt32) -> (number: Int?, place: Int) {
    var place = Int(hash) & (table.count - 1)
    while table[place] != 0 {
      let number = Int(table[place]) - 1
      // As strings are compared: names that are written with other code points may be the same.
      if entries[number].hash == hash, self.id(of: number) == id { return (number, place) }
      place = (place + 1) & (table.count - 1)
    }
    return (nil, place)
  }

  private mutating func grow() {
    table = [UInt32](repeating: 0, count: max(16, table.count * 2))
    for (number, entry) in entries.enumerated() {
      var place = Int(entry.hash) & (table.count - 1)
      while table[place] != 0 { place = (place + 1) & (table.count - 1) }
      table[place] = UInt32(number + 1)
    }
  }
}

/// Small numbers, each once; a million take 125 kB.
struct NumberSet: Equatable {
  private var words: [UInt64] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  func contains(_ number: Int) -> Bool {
    number >> 6 < words.count && words[number >> 6] & Self.bit(number) != 0
  }

  /// - Parameter number: Not negative.
  /// - Returns: Whether it was not there.
  @discardableResult
  mutating func insert(_ number: Int) -> Bool {
    while words.count <= number >> 6 { words.append(0) }
    guard words[number >> 6] & Self.bit(number) == 0 else { return false }
    words[number >> 6] |= Self.bit(number)
    count += 1
    return true
  }

  /// - Returns: Whether it was there.
  mutating func remove(_ number: Int) -> Bool {
    guard contains(number) else { return false }
    words[number >> 6] &= ~Self.bit(number)
    count -= 1
    while words.last == 0 { words.removeLast() }
    return true
  }

  /// Ascending.
  var numbers: some Sequence<Int> {
    words.indices.lazy.filter { words[$0] != 0 }.flatMap { index in
      (0..<64).lazy.filter { words[index] & (1 << UInt64($0)) != 0 }.map { index << 6 + $0 }
    }
  }

  private static func bit(_ number: Int) -> UInt64 { 1 << UInt64(number & 63) }
}
