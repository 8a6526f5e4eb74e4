import Foundation
import GalleryDomain
import GalleryTestSupport

/// Photos that look alike: what looking at them takes the first time, and what an answer takes then.
struct PhotoSimilarity {
  private static let thumbnailCount = 2_000
  private static let decodedCount = 200
  /// Nothing behind the thumbnail is read.
  private static let headBytes = 128 << 10
  private static let questions = 20

  func run(_ bench: Bench) {
    bench.measure("similar, first look") { try measureFirstLook(bench) }
    for count in [300_000, 1_000_000] { measureAnswers(bench, count) }
  }

  // MARK: The first look

  private func measureFirstLook(_ bench: Bench) throws {
    let pictures = try bench.madePictures()
    let heads = try pictures.withThumbnail.map {
      try Data(contentsOf: $0, options: .alwaysMapped).prefix(Self.headBytes)
    }
    let withThumbnail = try makeFolder(bench, "similar-thumbnails", Self.thumbnailCount, heads)
    try measure(bench, withThumbnail, Self.thumbnailCount, "thumbnails in files", aim: .atMost(2))

    let whole = try Data(contentsOf: pictures.usual, options: .alwaysMapped)
    let without = try makeFolder(bench, "similar-decoded", Self.decodedCount, [whole])
    try measure(bench, without, Self.decodedCount, "13 MP without any, at an eighth")
    try measure(
      bench, without, Self.decodedCount, "the desktop's thumbnails", isWarm: true, aim: .atMost(2))
  }

  /// Files of their own: links to one file are one photo.
  private func makeFolder(
    _ bench: Bench, _ name: String, _ count: Int, _ contents: [Data]
  ) throws -> URL {
    let folder = try bench.scratch.folder(name)
    for index in 0..<count {
      try contents[index % contents.count].write(
        to: folder.appendingPathComponent("\(100_000 + index).jpg"))
    }
    // What changed less than two seconds before it is read is not remembered.
    Thread.sleep(forTimeInterval: 2.5)
    return folder
  }

  /// The metadata first, then what the pictures look like, less what a second time takes.
  private func measure(
    _ bench: Bench, _ folder: URL, _ count: Int, _ name: String, isWarm: Bool = false,
    aim: Aim = .none
  ) throws {
    let cache = try bench.scratch.folder("cache-\(folder.lastPathComponent)-\(isWarm)").path
    let environment = ["XDG_CACHE_HOME": cache, "XDG_STATE_HOME": cache + "/state"]
    func read(_ arguments: [String]) throws -> Double {
      try ChildProcess.cpuSecondsOfAll(bench.vitrine, arguments, environment: environment)
    }
    if isWarm { _ = try read(["cache", "warm", folder.path]) }
    _ = try read(["library", "read", folder.path])
    let first = try read(["library", "read", folder.path, "--pixels"])
    let again = try read(["library", "read", folder.path, "--pixels"])
    bench.report.figure(
      "similar, first look, \(name): CPU a photo", (first - again) / Double(count) * 1_000, "ms",
      digits: 2, aim: aim)
  }

  // MARK: Answers

  private func measureAnswers(_ bench: Bench, _ count: Int) {
    let fingerprints = Self.fingerprints(count)
    var table = FingerprintTable()
    table.reserveCapacity(count)
    for (number, fingerprint) in fingerprints.enumerated() {
      table.append(fingerprint, number: number)
    }
    let name = count.formatted(.number.locale(Locale(identifier: "en")))
    var times: [Double] = []
    var found = 0
    for index in 0..<Self.questions {
      let asked = fingerprints[index * (count / Self.questions)]
      let start = ContinuousClock.now
      found += table.nearest(to: asked, within: Self.distance).count
      times.append(start.duration(to: .now).milliseconds)
    }
    bench.report.figure(
      "similar, \(name): what looks like one", Sample(times).median, "ms", digits: 1,
      aim: .atMost(10), note: "\(found) found for \(Self.questions)")
    let start = ContinuousClock.now
    let groups = table.groups(within: FingerprintTable.usualDistance)
    bench.report.figure(
      "similar, \(name): all groups", start.duration(to: .now).seconds, "s", digits: 1,
      aim: .atMost(10), note: "\(groups.count) groups")
  }

  private static let distance = 10

  /// Half of them with more bits of one kind, as in pictures with a sky; a tenth is nearly the same as another one.
  private static func fingerprints(_ count: Int) -> [PhotoFingerprint] {
    var random = SplitMix64(state: 26)
    var made: [PhotoFingerprint] = []
    made.reserveCapacity(count)
    while made.count < count {
      var differences = UInt64.random(in: 0 ... .max, using: &random)
      if made.count.isMultiple(of: 2) {
        differences &= UInt64.random(in: 0 ... .max, using: &random) | 0xFFFF_FFFF
      }
      var colors = [UInt8](repeating: 128, count: PhotoFingerprint.colorCount)
      for index in colors.indices {
        colors[index] = UInt8(truncatingIfNeeded: random.next() >> 56)
      }
      if made.count.isMultiple(of: 10), made.count > 0 {
        let other = made[Int(random.next() >> 33) % made.count]
        (differences, colors) = (other.differences, other.colors)
        for _ in 0..<3 { differences ^= 1 << (random.next() >> 58) }
      }
      guard
        let fingerprint = PhotoFingerprint(differences: differences, contrast: 50, colors: colors)
      else { break }
      made.append(fingerprint)
    }
    return made
  }
}
