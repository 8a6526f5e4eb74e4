import ExpectationSupport
import Files
import Foundation
import GalleryData
import GalleryDomain
import GalleryTestSupport
import Glibc
import Testing

@testable import GalleryFiles

/// Every operation, with every system call failing in each way that matters, and ending at every one.
@Suite(.timeLimit(.minutes(10))) struct FileFaultTests {
  enum Action: CaseIterable { case copy, move, trash, rename, rotate }

  /// What a file system supports.
  enum System: CaseIterable {
    /// Everything that Linux' own file systems support.
    case ordinary
    /// The same, with letters that have no case.
    case caseless
    /// No files without names, no blocks shared, no copies in the kernel: NFS.
    case plain
    /// And neither hard links nor renames that don't replace, and no case: FAT in user space.
    case poor
    /// Two volumes.
    case twoVolumes

    var lacks: [FileSystemCalls.Call: FileSystemCalls.Interception] {
      switch self {
      case .ordinary, .caseless, .twoVolumes: [:]
      case .plain: FaultyCalls.plain
      case .poor: FaultyCalls.poor
      }
    }
  }

  struct Scenario: Sendable {
    let action: Action
    let system: System
    let isGroup: Bool
  }

  static let scenarios = Action.allCases.flatMap { action in
    System.allCases.flatMap { system in
      [true, false].map { Scenario(action: action, system: system, isGroup: $0) }
    }
  }.filter { scenario in
    // A single file needs no sidecars' names.
    if scenario.system == .caseless { return scenario.isGroup && scenario.action != .rotate }
    return scenario.system != .twoVolumes
      || FileOperationBench.otherBase != nil && [.copy, .move].contains(scenario.action)
  }

  /// One code for those that are treated alike; which words each has is tested where it is read.
  static func codes(for call: FileSystemCalls.Call) -> [Int32] {
    switch call {
    case .write, .copyRange: [EIO, ENOSPC]
    case .link, .rename, .nameFile: [EIO, EXDEV, EPERM, EINVAL, EEXIST]
    // ENOENT would be an answer and not a fault: there is no such sidecar, the name is free. So would EEXIST when a file is
    // created: the trash has one of that name.
    default: [EIO]
    }
  }

  /// The calls that are to fail: all, but only the first and the last of a series of queries.
  static func failing(_ calls: [FileSystemCalls.Call]) -> [(Int, FileSystemCalls.Call)] {
    calls.enumerated().filter { number, call in
      guard call == .statusOfName, number > 0, number + 1 < calls.count else { return true }
      return calls[number - 1] != call || calls[number + 1] != call
    }
  }

  /// Whether a crash before the call may leave anything else than one before an earlier call.
  static func isChange(_ call: FileSystemCalls.Call) -> Bool {
    switch call {
    case .makeFolder, .createNameless, .createFile, .write, .copyRange, .nameFile, .link, .rename,
      .renameOver, .remove:
      true
    default: false
    }
  }

  /// The group's files, and names for them.
  private struct Stage {
    let bench: FileOperationBench
    let scenario: Scenario
    let group: FileGroup
    let initial: [String: String]

    static let names = [
      "IMG_1.JPG", "IMG_1.RAF", "IMG_1.JPG.xmp", "IMG_1.xmp", "IMG_1.RAF.pp3", "IMG_1_01.JPG.xmp",
    ]

    init(_ scenario: Scenario) throws {
      self.scenario = scenario
      bench = try FileOperationBench(
        otherBase: scenario.system == .twoVolumes ? FileOperationBench.otherBase : nil)
      bench.write("another photo", to: "from/IMG_10.JPG")
      bench.write("another place", to: "to/IMG_10.JPG")
      for name in scenario.isGroup ? Self.names : ["IMG_1.JPG"] {
        bench.write(Self.text(name, scenario), to: "from/\(name)")
      }
      group =
        scenario.isGroup
        ? bench.group("from/IMG_1.JPG", "from/IMG_1.RAF") : bench.group("from/IMG_1.JPG")
      initial = bench.contents
      bench.calls.setSystem(scenario.system.lacks)
      let ignoresCase = [.caseless, .poor].contains(scenario.system)
      bench.calls.ignoreCase { _ in ignoresCase }
    }

    /// With an orientation in the middle of a photo that is rotated.
    static func text(_ name: String, _ scenario: Scenario, isRotated: Bool = false) -> String {
      let text = "the bytes of \(name)"
      guard scenario.action == .rotate, name == "IMG_1.JPG" else { return text }
      return text + FixedOrientations.entry(isRotated ? 6 : 1) + "and more"
    }

    var operation: FileOperation {
      switch scenario.action {
      case .rotate: .rotate([bench.file("from/IMG_1.JPG"): .right])
      case .copy: bench.copy
      case .move: bench.move
      case .trash: .trash
      case .rename: .rename(to: [Array("vienna.jpg".utf8)])
      }
    }

    /// Where a file is in the end.
    func place(_ name: String) -> String {
      switch scenario.action {
      case .copy, .move: "to/\(name)"
      case .rotate: "from/\(name)"
      case .trash: "data/Trash/files/\(name)"
      case .rename:
        "from/"
          + name.replacing("IMG_1.JPG", with: "vienna.jpg").replacing(
            "IMG_1_01.JPG", with: "vienna_01.jpg"
          ).replacing("IMG_1.", with: "vienna.")
      }
    }

    var files: [String] { scenario.isGroup ? Self.names : ["IMG_1.JPG"] }

    var final: [String: String] {
      var contents = initial
      for name in files {
        if ![.copy, .rotate].contains(scenario.action) { contents["from/\(name)"] = nil }
        contents[place(name)] = Self.text(name, scenario, isRotated: true)
      }
      return contents
    }

    func perform() async -> Result<PerformedFileOperation, FileOperationError> {
      await report().outcomes[0]
    }

    /// The next operation in a folder, on a photo that has nothing to do with the group.
    func renameAnother(in folder: String) async {
      _ = await bench.perform(bench.rename("other.jpg"), bench.group("\(folder)/IMG_10.JPG"))
    }

    func report() async -> FileOperationReport {
      let orientations = FixedOrientations(
        .entry(offset: "the bytes of IMG_1.JPG".utf8.count, isBigEndian: true))
      return await bench.repository(orientations: orientations).perform(
        operation, on: [group]
      ) { _ in }
    }

    /// Whether each file is complete somewhere, and the group is together, unless this file system can't guarantee
    /// that.
    func expectNothingLost(_ fault: FaultyCalls.Fault) {
      let now = bench.contents.whole.photos
      let there = files.map { now["from/\($0)"] == initial["from/\($0)"] }
      let arrived = files.map { now[place($0)] == final[place($0)] }
      if scenario.system == .poor {
        // A file that is being renamed has one of its names.
        #expect(zip(there, arrived).allSatisfy { $0 || $1 }, "\(scenario) \(fault)")
      } else {
        #expect(
          there.allSatisfy { $0 } || arrived.allSatisfy { $0 }, "\(scenario) \(fault) \(now)")
      }
      if scenario.action == .copy { #expect(there.allSatisfy { $0 }, "\(scenario) \(fault)") }
      for (name, text) in now {
        // Nothing but the old and the intended files, all of them complete.
        #expect(
          initial[name] == text || final[name] == text, "\(scenario) \(fault) \(name): \(text)")
      }
      for name in ["from/IMG_10.JPG", "to/IMG_10.JPG"] {
        expectEqual(now[name], initial[name], "\(scenario) \(fault)")
      }
    }
  }

  @Test(arguments: scenarios)
  func `a failing call leaves all done or nothing, and the outcome says which`(
    scenario: Scenario
  ) async throws {
    let calls = try await calls(of: scenario)

    for (number, call) in Self.failing(calls) {
      for code in Self.codes(for: call) {
        let stage = try Stage(scenario)
        let fault = FaultyCalls.Fault.once(number, code)
        stage.bench.calls.begin(fault)

        let outcome = await stage.perform()

        let now = stage.bench.contents
        let failing = stage.bench.calls.made[number]
        switch outcome {
        case .success:
          expectEqual(now.whole.photos, stage.final, "\(scenario) \(fault) \(failing)")
          // Only what could not be removed may stay, hidden.
          if failing != .remove { expectEqual(now, now.whole, "\(scenario) \(fault) \(failing)") }
        case .failure(let error):
          expectEqual(now, stage.initial, "\(scenario) \(fault) \(failing) \(error)")
        }
      }
    }
  }

  @Test(arguments: scenarios)
  func `an interrupted call is made again`(scenario: Scenario) async throws {
    let stage = try Stage(scenario)
    stage.bench.calls.begin(.interruptions)

    let done = try await stage.perform().get()
    expectEqual(stage.bench.contents.photos, stage.final)

    _ = try await stage.bench.undo(done)
    expectEqual(stage.bench.contents, stage.initial)
  }

  /// The calls before which a crash may leave something else than before an earlier one.
  private func changes(of scenario: Scenario) async throws -> [Int] {
    let calls = try await calls(of: scenario)
    return calls.indices.filter { Self.isChange(calls[$0]) }
  }

  /// What a process leaves that is ended at a call.
  private func crashed(_ scenario: Scenario, at call: Int) async throws -> Stage {
    let stage = try Stage(scenario)
    stage.bench.calls.setProcess(.ended)
    stage.bench.calls.begin(.crash(call))
    _ = await stage.perform()
    stage.bench.calls.setProcess(.current)
    stage.bench.calls.begin()
    return stage
  }

  @Test(arguments: scenarios)
  func
    `after a crash at any call nothing is lost or split, and the next operation removes what was left`(
      scenario: Scenario
    ) async throws
  {
    for call in try await changes(of: scenario) {
      let fault = FaultyCalls.Fault.crash(call)
      let stage = try await crashed(scenario, at: call)
      stage.expectNothingLost(fault)

      let report = await stage.report()

      let now = stage.bench.contents
      let left = now.keys.filter { $0.hasSuffix(".part") }.sorted()
      expectEqual(report.leftBehind, left.map(stage.bench.file), "\(scenario) \(fault)")
      // Half a copy; nothing is left of it if files can do without a name.
      if [.ordinary, .caseless, .twoVolumes].contains(scenario.system) { expectEqual(left, []) }
      let whole = Array(stage.initial.values) + Array(stage.final.values)
      for name in left {
        let text = now[name] ?? ""
        #expect(
          whole.contains { $0.hasPrefix(text) && $0 != text }, "\(scenario) \(fault) \(text)")
      }
      if scenario.action == .trash {
        // Where renames split a group, the same group is refused, and another photo is the next one.
        _ = await stage.bench.perform(.trash, stage.bench.group("from/IMG_10.JPG"))
      }
      expectEqual(stage.bench.contents.orphans, [], "\(scenario) \(fault)")
      // Whatever the result of the second attempt: each file is still somewhere.
      for text in stage.files.map({ stage.initial["from/\($0)"] }) where scenario.action != .rotate
      {
        #expect(now.whole.values.contains { $0 == text }, "\(scenario) \(fault)")
      }
    }
  }

  @Test(
    arguments: scenarios.filter {
      [.move, .trash, .rename].contains($0.action) && ($0.isGroup || $0.system == .twoVolumes)
    })
  func `after a crash at any call the next operation in a folder leaves a group at one place`(
    scenario: Scenario
  ) async throws {
    for call in try await changes(of: scenario) {
      for folder in scenario.action == .move ? ["from", "to"] : ["from"] {
        let stage = try await crashed(scenario, at: call)

        await stage.renameAnother(in: folder)

        let now = stage.bench.contents
        let photos = now.whole.photos.filter { !$0.key.contains("other.jpg") }
        let expected = [stage.initial, stage.final].map {
          $0.filter { $0.key != "\(folder)/IMG_10.JPG" }
        }
        #expect(expected.contains(photos), "\(scenario) \(call) \(folder) \(photos)")
        expectEqual(
          now.keys.filter { $0.hasPrefix("\(folder)/.vitrine-") && $0.hasSuffix(".names") }, [],
          "\(scenario) \(call)")
      }
    }
  }

  @Test(arguments: scenarios)
  func `a failing undo leaves all done or nothing`(scenario: Scenario) async throws {
    let calls = try await calls(of: scenario, undone: true)

    for (number, call) in Self.failing(calls) {
      var faults = Self.codes(for: call).map { FaultyCalls.Fault.once(number, $0) }
      if Self.isChange(call) { faults.append(.crash(number)) }
      for fault in faults {
        let stage = try Stage(scenario)
        let done = try await stage.perform().get()
        let before = stage.bench.contents
        stage.bench.calls.begin(fault)

        let outcome: Result<FileOperationReport, FileOperationError>
        do throws(FileOperationError) {
          outcome = .success(try await stage.bench.undo(done))
        } catch {
          outcome = .failure(error)
        }

        if case .crash = fault {
          stage.expectNothingLost(fault)
          continue
        }
        let now = stage.bench.contents.whole
        let failing = stage.bench.calls.made[number]
        switch outcome {
        case .success:
          expectEqual(now.photos, stage.initial, "\(scenario) \(fault) \(failing)")
        case .failure(let error):
          expectEqual(now, before, "\(scenario) \(fault) \(failing) \(error)")
        }
      }
    }
  }

  @Test(arguments: scenarios.filter { $0.action == .move && $0.system != .poor })
  func `an arriving file is on the disk before the old name goes`(scenario: Scenario) async throws {
    let stage = try Stage(scenario)
    guard scenario.isGroup || scenario.system == .twoVolumes else { return }
    stage.bench.calls.begin()

    _ = try await stage.perform().get()

    let made = stage.bench.calls.made
    // The folder is synced, and the next rename hides the first old name.
    let sync = try #require(made.firstIndex(of: .syncFolder))
    let firstHiding = try #require(made[sync...].firstIndex(of: .rename))
    let names = made.indices.filter { [.link, .nameFile].contains(made[$0]) }
    let removals = made.indices.filter { made[$0] == .remove }
    #expect(names.allSatisfy { $0 < firstHiding })
    #expect(removals.allSatisfy { $0 > firstHiding })
    if scenario.system == .twoVolumes {
      expectEqual(made[..<firstHiding].count { $0 == .syncFile }, stage.files.count)
    }
  }

  @Test(arguments: [Action.copy, .trash, .rotate])
  func `a file system that writes nothing and gives no reason isn't asked for ever`(
    action: Action
  ) async throws {
    let scenario = Scenario(action: action, system: .plain, isGroup: true)
    let stage = try Stage(scenario)
    stage.bench.calls.setSystem(System.plain.lacks.merging([.write: .nothing]) { $1 })

    let outcome = await stage.perform()

    #expect(throws: FileOperationError.failed(name: "IMG_1.JPG", code: EIO)) { try outcome.get() }
    expectEqual(stage.bench.contents, stage.initial)
  }

  @Test(arguments: Action.allCases)
  func `a disk that is mounted read-only says so`(action: Action) async throws {
    let stage = try Stage(Scenario(action: action, system: .ordinary, isGroup: true))
    let changes: [FileSystemCalls.Call] = [
      .makeFolder, .createNameless, .createFile, .access, .link, .rename, .renameOver, .remove,
    ]
    stage.bench.calls.setSystem(
      Dictionary(uniqueKeysWithValues: changes.map { ($0, .fail(EROFS)) }))

    let outcome = await stage.perform()

    guard case .failure(.readOnly) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    expectEqual(stage.bench.contents, stage.initial)
  }

  private func calls(
    of scenario: Scenario, undone: Bool = false
  ) async throws -> [FileSystemCalls.Call] {
    let stage = try Stage(scenario)
    stage.bench.calls.begin()
    let done = try await stage.perform().get()
    expectEqual(stage.bench.contents.photos, stage.final)
    guard undone else { return stage.bench.calls.made }
    stage.bench.calls.begin()
    _ = try await stage.bench.undo(done)
    expectEqual(stage.bench.contents, stage.initial)
    return stage.bench.calls.made
  }
}
