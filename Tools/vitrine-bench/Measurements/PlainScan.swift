import Foundation

/// What a library answers, beside what a scan of all photos one by one finds: each kind of term, order, grouping and count.
struct PlainScan {
  /// In the order of the source.
  let photos: [MadePhoto]
  let folder: String
  /// The program, with the variables that it needs before it.
  let command: [String]

  private typealias Key = @Sendable (MadePhoto) -> String

  private static let filters: [(text: String, isMatching: @Sendable (MadePhoto) -> Bool)] = [
    ("harbour", { _ in true }),
    ("4711", { "\($0.description) \($0.fileName)".contains("4711") }),
    ("-4711", { !"\($0.description) \($0.fileName)".contains("4711") }),
    ("\"photo 12\"", { $0.description.lowercased().contains("photo 12") }),
    ("camera:nikon", { $0.camera.hasPrefix("NIKON") }),
    ("-camera:nikon|canon", { !$0.camera.hasPrefix("NIKON") && !$0.camera.hasPrefix("Canon") }),
    ("description:\"99 of\"", { $0.description.contains("99 of") }),
    ("title:_1000", { $0.fileName.contains("_1000") }),
    ("iso:>=400 ext:jpg", { $0.speed >= 400 }),
    ("date:2010", { $0.year == 2010 }),
    ("date:<2003-05", { ($0.year, $0.month) < (2003, 5) }),
    ("date:2016..2017-10-03", { ($0.year, $0.month, $0.day) <= (2017, 10, 3) && $0.year >= 2016 }),
    ("path:=2003/", { $0.folder.hasPrefix("2003/") }),
    ("path:2/14", { "\($0.folder)/\($0.fileName)".contains("2/14") }),
    ("author:anna rating:0 size:<1MB", { _ in true }),
    ("rating:>=1", { _ in false }),
  ]

  private static let orders: [(name: String, key: Key)] = [
    ("date", { $0.exifDate }), ("title", { padded($0.number) }), ("name", { padded($0.number) }),
    ("camera", { $0.camera }),
    ("size", { "\(($0.description + $0.camera).utf8.count)" }), ("path", { padded($0.number) }),
    ("price", { _ in "" }), ("rating", { _ in "" }), ("label", { _ in "" }),
  ]

  private static let groupings: [(name: String, key: Key)] = [
    ("camera", { $0.camera }), ("month", { String($0.exifDate.prefix(7)) }),
    ("day", { String($0.exifDate.prefix(10)) }), ("rating", { _ in "" }), ("folder", { _ in "" }),
  ]

  private static let counts: [(name: String, key: Key)] = [
    ("camera", { $0.camera }), ("author", { _ in MadePhoto.author }), ("rating", { _ in "0" }),
    ("lens", { _ in "-" }), ("licence", { _ in "-" }), ("place", { _ in "-" }),
    ("label", { _ in "-" }), ("keyword", { _ in "-" }), ("sale", { _ in "unstated" }),
    ("folder", { $0.folder }), ("format", { _ in "jpg" }), ("year", { "\($0.year)" }),
    ("month", { String($0.exifDate.prefix(7)).replacing(":", with: "-") }),
    ("day", { String($0.exifDate.prefix(10)).replacing(":", with: "-") }),
  ]

  /// - Returns: The questions that were answered in another way, and how many were asked.
  func compare() throws -> (wrong: [String], asked: Int) {
    var (wrong, asked) = ([String](), 0)
    func note(_ question: [String], _ isRight: Bool) {
      asked += 1
      if !isRight { wrong.append(question.joined(separator: " ")) }
    }
    for (text, isMatching) in Self.filters {
      let expected = photos.filter(isMatching).map(\.number)
      // At once, and file by file.
      for more in [[], ["--limit", "\(photos.count)"]] {
        let question = ["--filter", text] + more
        note(question, try listed(question) == expected)
      }
    }
    for (name, key) in Self.orders {
      for sign in ["", "-"] {
        let question = ["--filter", "iso:400", "--sort", sign + name]
        let expected = sorted(photos.filter { $0.speed == 400 }, by: key, isReversed: sign == "-")
        note(question, try listed(question) == expected.map(\.number))
      }
    }
    for (name, key) in Self.groupings {
      let question = ["--group", name, "--sort", "date"]
      let byDate = sorted(photos, by: { $0.exifDate })
      let expected =
        name == "folder"
        ? sorted(byDate, by: { Self.padded($0.number / MadePhoto.perFolder) })
        : sorted(byDate, by: key)
      note(question, try listed(question) == expected.map(\.number))
    }
    for (name, key) in Self.counts {
      let question = ["--count-by", name]
      let expected = Dictionary(photos.map { (key($0), 1) }, uniquingKeysWith: +)
      note(question, try counted(question) == expected)
    }
    return (wrong, asked)
  }

  /// Sorted like the number.
  private static func padded(_ number: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, 9 - digits.count)) + digits
  }

  /// Photos with equal keys stay in their order.
  private func sorted(
    _ photos: [MadePhoto], by key: Key, isReversed: Bool = false
  ) -> [MadePhoto] {
    let keys = photos.map { key($0).lowercased() }
    let order = photos.indices.sorted { one, other in
      if keys[one] == keys[other] { return one < other }
      return (keys[one] < keys[other]) != isReversed
    }
    return order.map { photos[$0] }
  }

  /// The numbers of the photos that are printed; -1 for one that was not made.
  private func listed(_ question: [String]) throws -> [Int] {
    try lines(question).map { line in
      let path = line.prefix { $0 != "\t" }
      guard let photo = MadePhoto(path: path), path == "\(photo.folder)/\(photo.fileName)" else {
        return -1
      }
      return photo.number
    }
  }

  private func counted(_ question: [String]) throws -> [String: Int] {
    let pairs = try lines(question).map { line in
      let parts = line.split(separator: "\t", maxSplits: 1)
      return (String(parts.last ?? ""), Int(parts[0]) ?? -1)
    }
    return Dictionary(pairs) { _, _ in -1 }
  }

  private func lines(_ question: [String]) throws -> [Substring] {
    let output = try ChildProcess.output(of: command + ["list", folder] + question)
    return String(decoding: output, as: UTF8.self).split(separator: "\n")
  }
}
