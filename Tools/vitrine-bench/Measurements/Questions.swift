import Foundation
import GRDB
import GalleryDomain
import GalleryStore
import GalleryTestSupport
import Glibc
import PhotoSQL

/// What people ask of a library, by the statements that answer it: orders, words, terms, facets.
struct Questions {
  let photoCount: Int
  /// In milliseconds: the first hundred, all few, all that most match, counts.
  let aims: (first: Double, few: Double, most: Double, counts: Double)

  private static let zone = TimeZone.gmt
  private static let rounds = 5

  func run(_ bench: Bench) {
    let name = Double(photoCount).text() + " rows"
    bench.measure(name) {
      let path = try bench.scratch.folder("rows-\(photoCount)").path + "/library.sqlite"
      var configuration = Configuration()
      configuration.prepareDatabase { PhotoRowReader.addFunctions(to: $0) }
      let pool = try DatabasePool(path: path, configuration: configuration)
      let start = ContinuousClock.now
      let directories = try write(to: pool)
      let seconds = (ContinuousClock.now - start).seconds
      bench.report.figure("\(name): written a second", Double(photoCount) / seconds)
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
      bench.report.figure(
        "  a row with its indexes", Double(size) / Double(photoCount), "bytes", aim: .atMost(600))
      for (share, part, title) in [
        (PhotoScope.Share.few, 1_000, "a thousandth"), (.many, 2, "half"), (.many, 1, "all"),
      ] {
        let shown = Array(directories.prefix(max(1, directories.count / part)))
        try ask(bench, PhotoScope(shown, share: share), "  of \(title)", pool)
      }
    }
  }

  private func ask(
    _ bench: Bench, _ scope: PhotoScope, _ title: String, _ pool: DatabasePool
  ) throws {
    func word(_ text: String, _ sort: PhotoSort? = nil) -> PhotoQuery {
      PhotoQuery(filter: FilterExpression([FilterTerm(.anywhere([text]))]), sort: sort)
    }
    let rated = FilterTerm(.number(.rating, [.atLeast(ExactDecimal(4))]))
    let questions: [(String, PhotoQuery, Double)] = [
      ("by date", PhotoQuery(sort: PhotoSort(.date, isDescending: true)), aims.most),
      ("by name", PhotoQuery(sort: PhotoSort(.name)), aims.most),
      ("by camera", PhotoQuery(sort: PhotoSort(.camera)), aims.most),
      ("a word that one has", word("zebra"), aims.few),
      ("a word that one has, by date", word("zebra", PhotoSort(.date)), aims.few),
      ("a letter that all have", PhotoQuery(search: "i"), aims.most),
      ("a letter that most have, by date", word("e", PhotoSort(.date)), aims.most),
      (
        "four stars, by date",
        PhotoQuery(filter: FilterExpression([rated]), sort: PhotoSort(.date)), aims.few
      ),
    ]
    for (name, query, aim) in questions {
      let select = PhotoSelect(query, in: scope, zone: Self.zone)
      let first = try pool.milliseconds(Self.rounds) {
        _ = try PhotoRowReader.answer(select, limit: 100, in: $0)
      }
      let all = try pool.milliseconds(Self.rounds) {
        _ = try PhotoRowReader.answer(select, in: $0)
      }
      bench.report.figure(
        "\(title), \(name): first hundred", first, "ms", digits: 1, aim: .atMost(aims.first))
      bench.report.figure(
        "\(title), \(name): all", all, "ms", digits: 1, aim: .atMost(aim))
    }
    for facet in [PhotoFacet.camera, .keyword, .rating, .month, .day] {
      let select = PhotoSelect(PhotoQuery(), in: scope, zone: Self.zone)
      let counts = try pool.milliseconds(Self.rounds) {
        _ = try PhotoRowReader.counts(select.counts(of: facet), in: $0)
      }
      bench.report.figure(
        "\(title), numbers by \(facet.rawValue)", counts, "ms", digits: 1,
        aim: .atMost(aims.counts))
    }
  }

  /// - Returns: The directories in their order.
  private func write(to pool: DatabasePool) throws -> [PhotoScope.Directory] {
    try pool.write { database in
      for statement in PhotoTable.statements { try database.execute(sql: statement) }
      var random = SplitMix64(state: 1)
      var writer = try PhotoRowWriter(database, zone: Self.zone)
      for number in 0..<photoCount {
        let made = MadeRow(number: number, of: photoCount, &random)
        try writer.write(
          made.photo, inDirectory: Int64(number / MadePhoto.perFolder), name: made.name)
      }
    }
    try pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    return stride(from: 0, to: photoCount, by: MadePhoto.perFolder).map { number in
      PhotoScope.Directory(
        id: Int64(number / MadePhoto.perFolder), path: Array(MadePhoto(number: number).folder.utf8))
    }
  }
}

/// What a file of a made folder says, without the file.
private struct MadeRow {
  let photo: Photo
  let name: [UInt8]

  private static let cameras = (1...12).map { "Camera \($0 * 100)" }
  private static let lenses = (1...20).map { "Lens \($0 * 10) mm" }
  private static let keywords = (1...400).map { "keyword \($0)" }

  init(number: Int, of count: Int, _ random: inout SplitMix64) {
    let name = "IMG_\(number).JPG"
    let path = "\(MadePhoto(number: number).folder)/\(name)"
    var photo = Photo(id: path, name: "IMG_\(number)")
    photo.file = FileReference(path: "/pictures/\(path)")
    photo.camera = Self.cameras.randomElement(using: &random)
    photo.lens = Self.lenses.randomElement(using: &random)
    photo.createdAt = Date(
      timeIntervalSince1970: Double(Int.random(in: 1_200_000_000...1_700_000_000, using: &random)))
    photo.rating = number.isMultiple(of: 3) ? Int.random(in: 0...5, using: &random) : nil
    (photo.width, photo.height, photo.fileSize) = (6_000, 4_000, 5_000_000 + number)
    photo.exposure = Exposure(
      focalLength: "\(14 + number % 186) mm", aperture: "2.8", shutterSpeed: "1/200",
      iso: "\(100 << (number % 7))")
    if number.isMultiple(of: 2) {
      photo.tags = (0..<4).compactMap { _ in Self.keywords.randomElement(using: &random) }
    }
    if number.isMultiple(of: 5) {
      photo.description = "The harbour in the evening light, seen from the old town"
    }
    if number == count / 2 { photo.description = "a zebra" }
    self.photo = photo
    self.name = Array(name.utf8)
  }
}

extension DatabasePool {
  fileprivate func milliseconds(
    _ rounds: Int, _ body: @escaping @Sendable (Database) throws -> Void
  ) throws -> Double {
    let times = try (0..<rounds).map { _ in
      let start = ContinuousClock.now
      try read(body)
      return (ContinuousClock.now - start).milliseconds
    }
    return Sample(times).median
  }
}
