import ExpectationSupport
import Files
import Foundation
import GalleryData
import GalleryDomain
import GalleryTestSupport
import Glibc
import Testing

@testable import GalleryFiles

/// New names for several photos at once, which may be each other's.
@Suite(.timeLimit(.minutes(10))) struct RenamingTests {
  private let bench: FileOperationBench

  init() throws { bench = try FileOperationBench() }

  /// - Parameter names: The old and the new names of main files in `from`.
  private func rename(
    _ names: KeyValuePairs<String, String>, companions: [String: [String]] = [:],
    isTrial: Bool = false
  ) async -> [Result<PerformedFileOperation, FileOperationError>] {
    let groups = names.map { name, _ in
      FileGroup(
        main: bench.file("from/\(name)"),
        companions: (companions[name] ?? []).map { bench.file("from/\($0)") })
    }
    return await bench.repository().perform(
      .rename(to: names.map { Array($0.value.utf8) }, isTrial: isTrial), on: groups
    ) { _ in }.outcomes
  }

  private func write(_ names: String...) {
    for name in names { bench.write(name, to: "from/\(name)") }
  }

  private func undo(
    _ outcomes: [Result<PerformedFileOperation, FileOperationError>]
  ) async -> [FileOperationError] {
    await bench.repository().undo(outcomes.compactMap { try? $0.get() }) { _ in }
      .outcomes.compactMap(failure)
  }

  private var contents: [String: String] {
    Dictionary(uniqueKeysWithValues: bench.contents.map { (String($0.dropFirst(5)), $1) })
  }

  // MARK: Who gets which name

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let files: [String]
    let names: KeyValuePairs<String, String>
    var companions: [String: [String]] = [:]
    /// By their old names; those that are not here stay.
    let moved: [String: String]
  }

  @Test(arguments: [
    Case(
      testDescription: "free names", files: ["a.jpg", "a.jpg.xmp", "b.jpg"],
      names: ["a.jpg": "1.jpg", "b.jpg": "2.jpg"],
      moved: ["a.jpg": "1.jpg", "a.jpg.xmp": "1.jpg.xmp", "b.jpg": "2.jpg"]),
    Case(
      testDescription: "two swap", files: ["a.jpg", "a.xmp", "b.jpg"],
      names: ["a.jpg": "b.jpg", "b.jpg": "a.jpg"],
      moved: ["a.jpg": "b.jpg", "a.xmp": "b.xmp", "b.jpg": "a.jpg"]),
    Case(
      testDescription: "a cycle with raw files and a clip",
      files: ["a.jpg", "a.raf", "b.jpg", "b.raf", "b.xmp", "c.jpg", "c.MOV"],
      names: ["a.jpg": "b.jpg", "b.jpg": "c.jpg", "c.jpg": "a.jpg"],
      companions: ["a.jpg": ["a.raf"], "b.jpg": ["b.raf"], "c.jpg": ["c.MOV"]],
      moved: [
        "a.jpg": "b.jpg", "a.raf": "b.raf", "b.jpg": "c.jpg", "b.raf": "c.raf", "b.xmp": "c.xmp",
        "c.jpg": "a.jpg", "c.MOV": "a.MOV",
      ]),
    Case(
      testDescription: "each gets the next one's", files: ["1.jpg", "2.jpg", "2.jpg.xmp", "3.jpg"],
      names: ["1.jpg": "2.jpg", "2.jpg": "3.jpg", "3.jpg": "4.jpg"],
      moved: ["1.jpg": "2.jpg", "2.jpg": "3.jpg", "2.jpg.xmp": "3.jpg.xmp", "3.jpg": "4.jpg"]),
    Case(
      testDescription: "case and a name of another case", files: ["a.jpg", "b.jpg"],
      names: ["a.jpg": "A.jpg", "b.jpg": "a.jpg"], moved: ["a.jpg": "A.jpg", "b.jpg": "a.jpg"]),
    Case(
      testDescription: "a long name", files: ["a.jpg", "b.jpg"],
      names: ["a.jpg": "b.jpg", "b.jpg": String(repeating: "x", count: 251) + ".jpg"],
      moved: ["a.jpg": "b.jpg", "b.jpg": String(repeating: "x", count: 251) + ".jpg"]),
  ])
  func `all get their names with what belongs to them, and undo gives them back`(
    renaming: Case
  ) async throws {
    for name in renaming.files { write(name) }
    let before = contents

    let outcomes = await rename(renaming.names, companions: renaming.companions)

    expectEqual(outcomes.compactMap(failure), [])
    expectEqual(
      contents,
      Dictionary(uniqueKeysWithValues: renaming.files.map { (renaming.moved[$0] ?? $0, $0) }))
    await expectEqual(undo(outcomes), [])
    expectEqual(contents, before)
  }

  @Test func `a sidecar of two photos goes with one and is copied for the other`() async throws {
    write("a.jpg", "a.png", "a.xmp", "b.jpg")

    let outcomes = await rename(["a.jpg": "b.jpg", "a.png": "c.png", "b.jpg": "a.jpg"])

    expectEqual(
      contents,
      ["b.jpg": "a.jpg", "c.png": "a.png", "b.xmp": "a.xmp", "c.xmp": "a.xmp", "a.jpg": "b.jpg"])
    await expectEqual(undo(outcomes), [])
    expectEqual(contents, ["a.jpg": "a.jpg", "a.png": "a.png", "a.xmp": "a.xmp", "b.jpg": "b.jpg"])
  }

  @Test func `undo takes along the sidecars that were written since`() async throws {
    write("a.jpg", "b.jpg", "b.xmp")
    let outcomes = await rename(["a.jpg": "b.jpg", "b.jpg": "a.jpg"])
    bench.write("stars of a", to: "from/b.xmp")

    await expectEqual(undo(outcomes), [])

    expectEqual(
      contents, ["a.jpg": "a.jpg", "a.xmp": "stars of a", "b.jpg": "b.jpg", "b.xmp": "b.xmp"])
  }

  @Test func `undo leaves out those that are gone, and whoever has their names`() async throws {
    write("a.jpg", "b.jpg", "c.jpg", "d.jpg")
    let outcomes = await rename([
      "a.jpg": "b.jpg", "b.jpg": "a.jpg", "c.jpg": "1.jpg", "d.jpg": "2.jpg",
    ])
    unlink(bench.path("from/1.jpg"))
    write("d.jpg")

    await expectEqual(undo(outcomes), [.gone(name: "1.jpg"), .nameTaken(name: "d.jpg")])

    expectEqual(
      contents, ["a.jpg": "a.jpg", "b.jpg": "b.jpg", "2.jpg": "d.jpg", "d.jpg": "d.jpg"])
  }

  @Test func `a sidecar goes back with the photo that brought it`() async throws {
    write("a.jpg", "b.png", "b.xmp")
    let before = contents
    let outcomes = await rename(["a.jpg": "x.jpg"]) + rename(["b.png": "x.png"])
    expectEqual(contents, ["x.jpg": "a.jpg", "x.png": "b.png", "x.xmp": "b.xmp"])

    await expectEqual(undo(outcomes), [])

    expectEqual(contents, before)
  }

  @Test func `a sidecar stays that was another photo's, even if that is gone`() async throws {
    write("a.jpg", "x.png", "x.xmp")
    let outcomes = await rename(["a.jpg": "x.jpg"])
    expectEqual(contents, ["x.jpg": "a.jpg", "x.png": "x.png", "x.xmp": "x.xmp"])
    unlink(bench.path("from/x.png"))

    await expectEqual(undo(outcomes), [])

    expectEqual(contents, ["a.jpg": "a.jpg", "x.xmp": "x.xmp"])
  }

  // MARK: Clashes

  @Test func `no sidecar leaves its other photo when that can't have its name`() async {
    write("a.jpg", "a.png", "a.xmp", "y.png")
    let before = contents

    let outcomes = await rename(["a.jpg": "x.jpg", "a.png": "y.png"])

    expectEqual(
      outcomes.compactMap(failure), Array(repeating: .nameTaken(name: "y.png"), count: 2))
    expectEqual(contents, before)
  }

  /// A name of the wrong kind and why, in a folder that also has `there.jpg` and `there.xmp`.
  @Test(
    arguments: [
      (
        ["a.jpg": "x.jpg", "b.jpg": "x.jpg"], [1: FileOperationError.nameTwice(name: "x.jpg")],
        false
      ),
      (["a.jpg": "x.jpg", "b.jpg": "X.jpg"], [:], false),
      (["a.jpg": "x.jpg", "b.jpg": "X.jpg"], [1: .nameTwice(name: "X.jpg")], true),
      (["a.jpg": "x.jpg", "b.jpg": "There.jpg"], [1: .nameTaken(name: "There.jpg")], true),
      (["a.jpg": "there.jpg", "b.jpg": "x.jpg"], [0: .nameTaken(name: "there.jpg")], false),
      (["a.jpg": "there.png", "b.jpg": "x.jpg"], [0: .nameTaken(name: "there.xmp")], false),
      (
        ["a.jpg": "x/y.jpg", "b.jpg": ""],
        [0: .unsuitableName(name: "y.jpg"), 1: .unsuitableName(name: "?")], false
      ),
      (
        ["a.jpg": "b.jpg", "b.jpg": "there.jpg"],
        [0: .nameTaken(name: "b.jpg"), 1: .nameTaken(name: "there.jpg")], false
      ),
      (["a.jpg": "1.jpg", "gone.jpg": "2.jpg"], [1: .gone(name: "gone.jpg")], false),
      (["a.jpg": "x.jpg", "b.jpg": "x.png"], [0: .sidecarShared(name: "x.xmp")], false),
    ] as [(KeyValuePairs<String, String>, [Int: FileOperationError], Bool)])
  func `a trial says what is in the way and does nothing, and no photo gets its name alone`(
    names: KeyValuePairs<String, String>, errors: [Int: FileOperationError], ignoresCase: Bool
  ) async {
    write("a.jpg", "a.xmp", "b.jpg", "there.jpg", "there.xmp")
    bench.calls.ignoreCase { _ in ignoresCase }
    let before = contents

    for (index, outcome) in await rename(names, isTrial: true).enumerated() {
      expectEqual(failure(outcome), errors[index], "\(names) \(index)")
    }
    expectEqual(contents, before)

    let failures = await rename(names).compactMap(failure)
    if errors.isEmpty {
      expectEqual(failures, [])
      for (old, new) in names { expectEqual(contents[new], old) }
    } else {
      expectEqual(failures.count, names.count)
      expectEqual(Set(failures), Set(errors.values))
      expectEqual(contents, before)
    }
  }

  @Test func `a folder that can't be written to is told before a photo is renamed`() async {
    write("a.jpg", "b.jpg")
    bench.calls.setSystem([.access: .fail(EROFS)])

    let outcomes = await rename(["a.jpg": "1.jpg", "b.jpg": "2.jpg"], isTrial: true)

    expectEqual(outcomes.map(failure), [.readOnly(name: "a.jpg"), .readOnly(name: "b.jpg")])
  }

  @Test func `twice as long a chain with a taken end takes twice as many calls`() async throws {
    func calls(_ count: Int) async throws -> Int {
      let bench = try FileOperationBench()
      for number in 0...count { bench.write("x", to: "from/\(1_000 + number).jpg") }
      let outcomes = await bench.repository().perform(
        .rename(to: (1...count).map { Array("\(1_000 + $0).jpg".utf8) }, isTrial: true),
        on: (0..<count).map { bench.group("from/\(1_000 + $0).jpg") }
      ) { _ in }.outcomes
      expectEqual(
        outcomes.compactMap(failure),
        (1...count).map { FileOperationError.nameTaken(name: "\(1_000 + $0).jpg") })
      return bench.calls.made.count
    }

    // What one look at the folder takes is in each.
    let (one, two, three) = (try await calls(20), try await calls(40), try await calls(60))
    expectEqual(three - two, two - one)
  }

  @Test(arguments: [true, false])
  func `looking at many photos can be stopped`(isTrial: Bool) async {
    let names = (0..<40).map { "\($0).jpg" }
    for name in names { write(name) }
    bench.calls.whenCalled { call in
      if call == .statusOfName { withUnsafeCurrentTask { $0?.cancel() } }
    }
    let before = contents

    let outcomes = await Task { [bench] in
      await bench.repository().perform(
        .rename(to: names.map { Array("x\($0)".utf8) }, isTrial: isTrial),
        on: names.map { bench.group("from/\($0)") }
      ) { _ in }.outcomes
    }.value

    expectEqual(
      outcomes.dropFirst().map(failure), Array(repeating: .cancelled, count: 39))
    expectEqual(failure(outcomes[0]), isTrial ? nil : .cancelled)
    expectEqual(contents, before)
  }

  @Test func `without room for the record no name is given up`() async {
    write("a.jpg", "b.jpg", "c.jpg")
    bench.calls.setSystem([.createFile: .fail(ENOSPC)])
    let before = contents

    let swapped = await rename(["a.jpg": "b.jpg", "b.jpg": "a.jpg"])
    expectEqual(swapped.compactMap(failure), Array(repeating: .noSpace(name: "a.jpg"), count: 2))
    expectEqual(contents, before)

    let freed = await rename(["a.jpg": "1.jpg", "b.jpg": "2.jpg"])
    expectEqual(freed.compactMap(failure), [])
  }

  @Test func `photos of several folders are renamed in each`() async throws {
    write("a.jpg", "b.jpg")
    bench.write("other", to: "to/a.jpg")

    let outcomes = await bench.perform(
      .rename(to: ["x.jpg", "x.jpg", "a.jpg"].map { Array($0.utf8) }), bench.group("from/a.jpg"),
      bench.group("to/a.jpg"), bench.group("from/b.jpg"))

    expectEqual(outcomes.compactMap(failure), [])
    expectEqual(
      bench.contents, ["from/x.jpg": "a.jpg", "to/x.jpg": "other", "from/a.jpg": "b.jpg"])
    await expectEqual(undo(outcomes), [])
    expectEqual(
      bench.contents, ["from/a.jpg": "a.jpg", "from/b.jpg": "b.jpg", "to/a.jpg": "other"])
  }

  @Test func `a thousand names move on by one in a moment`() async {
    let names = (0..<1_000).map { (1_000 + $0, "\(1_000 + $0).jpg") }
    for (_, name) in names { bench.write(name, to: "from/\(name)") }

    let report = await bench.repository().perform(
      .rename(to: names.map { Array("\($0.0 + 1).jpg".utf8) }),
      on: names.map { bench.group("from/\($0.1)") }
    ) { _ in }

    expectEqual(report.outcomes.compactMap(failure), [])
    expectEqual(contents["2000.jpg"], "1999.jpg")
    expectEqual(contents.count, 1_000)
  }

  // MARK: Faults

  /// A swap with what belongs to both, a photo that gets a name which is free, and one that has nothing to do with them.
  private struct Stage {
    let bench = try! FileOperationBench()
    static let names = ["a.jpg", "a.raf", "a.xmp", "b.jpg", "b.jpg.xmp", "c.jpg"]
    static let new = ["b.jpg", "b.raf", "b.xmp", "a.jpg", "a.jpg.xmp", "d.jpg"]
    static let groups = [0, 0, 0, 1, 1, 2]

    init(_ system: FileFaultTests.System) {
      for name in Self.names + ["other.jpg"] { bench.write(name, to: "from/\(name)") }
      bench.calls.setSystem(system.lacks)
      bench.calls.ignoreCase { _ in [.caseless, .poor].contains(system) }
      bench.calls.begin()
    }

    /// As a program has them that is started now.
    var sidecars: FileSidecarRepository {
      FileSidecarRepository(
        folder: FolderRepository(folder: bench.file("from"), reader: nil), reader: nil)
    }

    static let initial = Dictionary(uniqueKeysWithValues: zip(names, names))
    static let final = Dictionary(uniqueKeysWithValues: zip(new, names))

    func swap() async -> FileOperationReport {
      await bench.repository().perform(
        .rename(to: ["b.jpg", "a.jpg", "d.jpg"].map { Array($0.utf8) }),
        on: [
          bench.group("from/a.jpg", "from/a.raf"), bench.group("from/b.jpg"),
          bench.group("from/c.jpg"),
        ]
      ) { _ in }
    }

    /// What the next operation in the folder leaves of the others.
    func contentsAfterNext() async -> [String: String] {
      let name = "other \(bench.contents.keys.count { $0.contains("other") }).jpg"
      _ = await bench.perform(bench.rename(name), bench.group("from/other.jpg"))
      return contents
    }

    var contents: [String: String] {
      Dictionary(uniqueKeysWithValues: bench.contents.map { (String($0.dropFirst(5)), $1) })
        .filter { !$0.key.hasPrefix("other") }
    }

    var visible: [String: String] { contents.filter { !$0.key.hasPrefix(".") } }
    var photos: [String] { visible.keys.filter { $0.hasSuffix(".jpg") }.sorted() }

    /// Whether each file is there whole under a visible name, old, new or between.
    func expectNothingLost(_ what: String) {
      let visible = visible
      expectEqual(Set(visible.values), Set(Self.names), "\(what)")
      for (name, text) in visible {
        #expect(
          name.contains(" (") || Self.initial[name] == text || Self.final[name] == text,
          "\(what) \(name)")
      }
    }

    /// As a process that is ended at a call.
    func crash(
      at call: Int, of process: ProcessIdentity? = .ended, _ body: () async -> Void
    ) async {
      bench.calls.setProcess(process)
      bench.calls.begin(.crash(call))
      await body()
      bench.calls.setProcess(.current)
      bench.calls.begin()
    }
  }

  /// These have all ways to name a file and to write a record; single groups are tested on the others.
  static let systems: [FileFaultTests.System] = [.ordinary, .poor]

  private func calls(
    _ system: FileFaultTests.System, undone: Bool = false
  ) async -> [FileSystemCalls.Call] {
    let stage = Stage(system)
    let report = await stage.swap()
    expectEqual(stage.contents, Stage.final)
    guard undone else { return stage.bench.calls.made }
    stage.bench.calls.begin()
    _ = await stage.bench.repository().undo(report.outcomes.compactMap { try? $0.get() }) { _ in }
    expectEqual(stage.contents, Stage.initial)
    return stage.bench.calls.made
  }

  /// The calls before which a crash may leave something else than before an earlier one.
  private func changes(_ system: FileFaultTests.System = .ordinary) async -> [Int] {
    let calls = await calls(system)
    return calls.indices.filter { FileFaultTests.isChange(calls[$0]) }
  }

  /// What a process leaves that is ended at a call.
  private func crashed(
    at call: Int, _ system: FileFaultTests.System = .ordinary, of process: ProcessIdentity? = .ended
  ) async -> Stage {
    let stage = Stage(system)
    await stage.crash(at: call, of: process) { _ = await stage.swap() }
    return stage
  }

  @Test(arguments: systems)
  func `a failing call leaves all done or nothing`(system: FileFaultTests.System) async {
    for (number, call) in await FileFaultTests.failing(calls(system)) {
      for code in FileFaultTests.codes(for: call) {
        let stage = Stage(system)
        stage.bench.calls.begin(.once(number, code))

        let outcomes = await stage.swap().outcomes
        let failures = outcomes.compactMap(failure)

        let what = "\(system) \(call) \(number) \(code) \(failures)"
        let names = zip(Stage.groups, zip(Stage.names, Stage.new)).map { group, names in
          (failure(outcomes[group]) == nil ? names.1 : names.0, names.0)
        }
        expectEqual(
          stage.contents.whole(ifFailing: call, .remove), Dictionary(uniqueKeysWithValues: names),
          "\(what)")
      }
    }
  }

  @Test func `a sidecar is written when names that were on their way are settled`() async throws {
    for call in await changes() {
      let stage = await crashed(at: call)
      let sidecars = stage.sidecars
      let photo = Photo(id: "other.jpg", name: "other", file: stage.bench.file("from/other.jpg"))
      var rated = photo
      rated.rating = 3

      try await sidecars.write(rated, over: photo)

      // Second names of files go with the next operation.
      #expect([Stage.initial, Stage.final].contains(stage.visible), "\(call) \(stage.visible)")
    }
  }

  @Test func `what another program is renaming gets no sidecar by a name that it is about to lose`()
    async
  {
    var count = 0
    for call in await calls(.ordinary).indices {
      let stage = await crashed(at: call, of: .current)
      for name in stage.visible.keys where name.contains("(") && name.hasSuffix(".jpg") {
        let sidecars = stage.sidecars
        let photo = Photo(id: "b", name: "b", file: stage.bench.file("from/\(name)"))
        var rated = photo
        rated.rating = 3

        await #expect(throws: SidecarError.busy(name: name)) {
          _ = try await sidecars.write(rated, over: photo)
        }
        count += 1
      }
    }
    #expect(count > 0)
  }

  @Test func `names that are given together lead to a file each`() async {
    for call in await changes() {
      let stage = await crashed(at: call)
      let sidecars = stage.sidecars
      let files = ["a.jpg", "b.jpg"].map { stage.bench.file("from/\($0)") }
      await sidecars.settle(files)

      for file in files { expectEqual(await sidecars.present(file), file, "\(call)") }
    }
  }

  @Test(arguments: systems)
  func `what was seen on its way gets its sidecar where it is now`(
    system: FileFaultTests.System
  ) async {
    for call in await changes(system) {
      // Those between have another name each time.
      for number in await 0..<crashed(at: call, system).visible.count {
        let stage = await crashed(at: call, system)
        let seen = stage.visible.sorted { $0.key < $1.key }[number]
        let sidecars = stage.sidecars

        let now = await sidecars.present(stage.bench.file("from/\(seen.key)"))

        expectEqual(
          stage.visible[FilePath.shownName(now)], seen.value, "\(system) \(call) \(seen.key)")
        // A file that gets the former name later is itself.
        guard FilePath.shownName(now) != seen.key else { continue }
        stage.bench.write("new", to: "from/\(seen.key)")
        let new = await sidecars.present(stage.bench.file("from/\(seen.key)"))
        expectEqual(FilePath.shownName(new), seen.key)
      }
    }
  }

  @Test
  func `after a crash at any call the next operation does what is asked, or says how it is called`()
    async throws
  {
    for call in await changes() {
      // Those between have another name each time.
      for number in await crashed(at: call).photos.indices {
        let stage = await crashed(at: call)
        let name = stage.photos[number]
        let seen = stage.visible[name]

        let outcome = await stage.bench.perform(
          stage.bench.rename("z.jpg"), stage.bench.group("from/\(name)"))[0]

        let error = failure(outcome)
        guard case .settled(name, let now)? = error else {
          expectEqual(error, nil, "\(call) \(name)")
          expectEqual(stage.contents["z.jpg"], seen, "\(call) \(name)")
          continue
        }
        expectEqual(stage.visible[now], seen, "\(call) \(name)")
      }
    }
  }

  @Test(arguments: systems)
  func
    `after a crash at any call, and another while the next operation mends it, all or nothing is done`(
      system: FileFaultTests.System
    ) async
  {
    for call in await changes(system) {
      let stage = await crashed(at: call, system)
      stage.expectNothingLost("\(system) \(call)")
      let mended = await stage.contentsAfterNext()
      #expect([Stage.initial, Stage.final].contains(mended), "\(system) \(call) \(mended)")

      // Each pair would take minutes.
      guard call % 4 == 0 else { continue }
      let mending = stage.bench.calls.made
      for second in mending.indices where FileFaultTests.isChange(mending[second]) {
        let stage = await crashed(at: call, system)
        await stage.crash(at: second) { _ = await stage.contentsAfterNext() }
        stage.expectNothingLost("\(system) \(call) \(second)")
        let mended = await stage.contentsAfterNext()
        #expect(
          [Stage.initial, Stage.final].contains(mended), "\(system) \(call) \(second) \(mended)")
      }
    }
  }

  @Test(arguments: systems)
  func `what another machine left, or this one before a power failure, is mended a day later`(
    system: FileFaultTests.System
  ) async {
    for call in await changes(system) {
      let stage = await crashed(at: call, system, of: .elsewhere)
      let before = stage.contents

      _ = await stage.bench.repository(now: Date()).perform(
        stage.bench.rename("other 0.jpg"), on: [stage.bench.group("from/other.jpg")]
      ) { _ in }
      expectEqual(stage.contents, before, "\(system) \(call)")
      _ = await stage.bench.repository(now: Date(timeIntervalSinceNow: 2 * 86_400)).perform(
        stage.bench.rename("other.jpg"), on: [stage.bench.group("from/other 0.jpg")]
      ) { _ in }

      let mended = stage.contents.filter { !$0.key.hasSuffix(".part") }
      #expect([Stage.initial, Stage.final].contains(mended), "\(system) \(call) \(mended)")
    }
  }

  @Test(arguments: systems)
  func `a failing undo leaves all done or nothing`(system: FileFaultTests.System) async {
    for (number, call) in await FileFaultTests.failing(calls(system, undone: true)) {
      for fault in FileFaultTests.codes(for: call).map({ FaultyCalls.Fault.once(number, $0) })
        + [.crash(number)]
      {
        let stage = Stage(system)
        let done = await stage.swap().outcomes.compactMap { try? $0.get() }
        if case .crash = fault { stage.bench.calls.setProcess(.ended) }
        stage.bench.calls.begin(fault)

        let failures = await stage.bench.repository().undo(done) { _ in }.outcomes
          .compactMap(failure)

        let what = "\(system) \(call) \(fault) \(failures)"
        stage.expectNothingLost(what)
        if case .crash = fault {
          stage.bench.calls.setProcess(.current)
          stage.bench.calls.begin()
          let mended = await stage.contentsAfterNext()
          #expect([Stage.initial, Stage.final].contains(mended), "\(what) \(mended)")
        } else if failures.isEmpty {
          expectEqual(stage.contents.whole(ifFailing: call, .remove), Stage.initial, "\(what)")
        } else if failures.count == 3 {
          expectEqual(stage.contents.whole(ifFailing: call, .remove), Stage.final, "\(what)")
        }
      }
    }
  }
}

extension [String: String] {
  /// Without hidden files if what failed may leave them.
  fileprivate func whole(
    ifFailing call: FileSystemCalls.Call, _ removal: FileSystemCalls.Call
  ) -> Self {
    call == removal ? filter { !$0.key.hasPrefix(".vitrine-") } : self
  }
}
