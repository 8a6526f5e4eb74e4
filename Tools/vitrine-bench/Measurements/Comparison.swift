import Foundation
import PseudoTerminalSupport

/// Vitrine beside other programs for files and pictures in a terminal: the table of the README, in Markdown.
///
/// - lf, vifm, ranger and nnn are measured where they are installed, with an empty configuration and empty caches. lf and vifm have
///   chafa as their previewer, ranger its own way for kitty, nnn none, because its previews need a second window. Nothing is
///   estimated: what a program doesn't do is a dash.
/// - *Names*: from the start until a file's name is on the screen.
/// - *Key*: from `j` until the first byte comes back; *picture*: until the last byte of the photo's preview, when nothing follows for
///   a third of a second. Each `j` waits for that. Medians.
/// - *While j is held*: of the 90 presses of three seconds, those after which a preview came before the next press.
/// - *Processor*: of the program and all that it starts, from the start to the end of these moves and of these three seconds.
/// - *Memory*: the most that they had at a time, without what is mapped from files.
struct Comparison {
  static let argument = "compare"

  private static let moves = 15
  private static let heldKeys = 90
  /// A preview that takes longer is none.
  private static let patience = Duration.seconds(5)
  /// A third of a second.
  private static let quiet = 330

  private struct Program {
    var label: String
    var path: String
    var arguments: [String]
    var kind = TerminalKind.silent
    var hasPreview = true
  }

  /// - Parameter folder: Of JPEGs; nil for 1,000 photos of 6 to 24 megapixels.
  func run(_ bench: Bench, folder: String?) throws {
    let made = folder == nil ? try bench.madePictures() : nil
    let folder =
      try folder ?? made?.folder(of: 1_000, in: bench.scratch, name: "compared").path ?? ""
    let photos = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { ["jpg", "jpeg"].contains(($0 as NSString).pathExtension.lowercased()) }
    guard photos.count > Self.moves else {
      throw BenchError.missing("a folder of at least \(Self.moves + 1) JPEGs")
    }
    let (programs, missing) = try Self.programs(bench, folder)
    var rows: [[String]] = []
    for program in programs {
      FileHandle.standardError.write(Data("\(program.label) …\n".utf8))
      let name = String(photos[0].prefix(8))
      rows.append([program.label] + (try measure(program, firstName: name, bench)))
    }
    let versions = Set(programs.map(\.path)).sorted().map(Self.version)
    let kind = made == nil ? "photos" : "photos of 6 to 24 megapixels"
    print(
      ([Self.machine, "\(Double(photos.count).text()) \(kind)"] + versions).joined(separator: " · ")
    )
    print("")
    let head = ["program", "names", "key", "picture", "while j is held", "processor", "memory"]
    for row in [head, head.map { _ in "---" }] + rows {
      print("| " + row.joined(separator: " | ") + " |")
    }
    for name in missing { print("\n- not measured: `apt-get install \(name)`") }
  }

  private func measure(
    _ program: Program, firstName: String, _ bench: Bench
  ) throws -> [String] {
    let home = try bench.scratch.folder("home-" + program.label)
    var environment = ["HOME": home.path, "MYVIFMRC": "/dev/null", "SHELL": "/bin/sh"]
    for place in ["CONFIG_HOME", "DATA_HOME", "RUNTIME_DIR"] {
      environment["XDG_\(place)"] = home.path
    }
    if program.kind == .kitty { environment["KITTY_WINDOW_ID"] = "1" }
    let session = try bench.session(
      program.arguments, program: program.path, kind: program.kind, environment: environment)
    defer { session.end() }
    let names = (try session.wait(for: firstName) - session.startTime).milliseconds
    session.waitForQuiet(milliseconds: Self.quiet)
    var memory = 0
    func look() {
      let tree = ProcessFigures.tree(of: session.pid)
      memory = max(memory, tree.reduce(0) { $0 + $1.anonymousKilobytes })
    }
    var (keys, pictures): ([Double], [Double]) = ([], [])
    for _ in 0..<Self.moves {
      let pressed = session.press("j")
      keys.append((try session.waitForBytes() - pressed).milliseconds)
      repeat {
        session.waitForQuiet(milliseconds: Self.quiet)
      } while program.hasPreview && !session.hasPreview
        && pressed.duration(to: .now) < Self.patience
      if session.hasPreview { pictures.append((session.lastRead - pressed).milliseconds) }
      look()
    }
    var previews = 0
    for key in 0..<Self.heldKeys {
      session.press("j")
      session.read(for: .milliseconds(33))
      previews += session.hasPreview ? 1 : 0
      if key.isMultiple(of: 3) { look() }
    }
    session.waitForQuiet(milliseconds: Self.quiet)
    let seconds = ProcessFigures.cpuSeconds(ofTree: session.pid)
    return [
      "\(names.text()) ms", "\(Sample(keys).median.text(digits: 1)) ms",
      pictures.isEmpty ? "–" : "\(Sample(pictures).median.text()) ms",
      program.hasPreview ? "\(previews) of \(Self.heldKeys)" : "–",
      "\(seconds.text(digits: 1)) s", "\((Double(memory) / 1_000).text()) MB",
    ]
  }

  /// - Returns: Those that are here, and what has to be installed for the others.
  private static func programs(
    _ bench: Bench, _ folder: String
  ) throws -> (here: [Program], missing: [String]) {
    func file(_ name: String, _ text: String) throws -> String {
      let url = bench.scratch.url.appendingPathComponent(name)
      try Data(text.utf8).write(to: url)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
      return url.path
    }
    let preview = try file("preview", "#!/bin/sh\nexec chafa -f symbols -s \"$2x$3\" \"$1\"\n")
    let lfrc = try file("lfrc", "set previewer \(preview)\nset preview true\n")
    let scope = try file("scope.sh", "#!/bin/sh\nexit 7\n")
    let viewer = "fileviewer *.jpg,*.JPG chafa -f symbols -s %pwx%ph %c"
    let others: [(package: String, needs: String?, Program)] = [
      (
        "lf", "chafa",
        Program(
          label: "lf with chafa", path: "lf",
          // No server, which would outlive it.
          arguments: ["-single", "-config", lfrc, folder])
      ),
      (
        "vifm", "chafa",
        Program(
          label: "vifm with chafa", path: "vifm",
          arguments: ["--no-configs", "-c", viewer, "-c", "view", folder])
      ),
      (
        "ranger", nil,
        Program(
          label: "ranger, kitty", path: "ranger",
          arguments: [
            "--clean", "--cmd=set preview_images_method kitty", "--cmd=set preview_images true",
            "--cmd=set preview_script \(scope)", "--cmd=set use_preview_script true",
            // Off for root.
            "--cmd=set preview_files true", folder,
          ], kind: .kitty)
      ),
      (
        "nnn", nil, Program(label: "nnn", path: "nnn", arguments: [folder], hasPreview: false)
      ),
    ]
    var here = [
      Program(label: "vitrine, characters", path: bench.vitrine, arguments: [folder]),
      Program(label: "vitrine, kitty", path: bench.vitrine, arguments: [folder], kind: .kitty),
    ]
    var missing: [String] = []
    for (package, needs, program) in others {
      let lacking = [package, needs].compactMap(\.self).filter { !ChildProcess.exists($0) }
      missing += lacking.filter { !missing.contains($0) }
      guard lacking.isEmpty, let path = ChildProcess.path(of: package) else { continue }
      var found = program
      found.path = path
      here.append(found)
    }
    return (here, missing)
  }

  /// `lf 28`
  private static func version(_ path: String) -> String {
    let name = (path as NSString).lastPathComponent
    for option in ["--version", "-version", "-V"] {
      guard let output = try? ChildProcess.output(of: [path, option]) else { continue }
      let text = String(decoding: output, as: UTF8.self)
      if let number = text.firstMatch(of: /\d+(\.\d+)*/) { return "\(name) \(number.0)" }
    }
    return name
  }

  /// `AMD EPYC, 2 processors · Debian GNU/Linux 12 (bookworm)`
  private static var machine: String {
    func value(_ name: String, in path: String) -> String {
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      let line = text.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
      return line.drop { $0 != ":" && $0 != "=" }.dropFirst()
        .trimmingCharacters(in: CharacterSet(charactersIn: " \""))
    }
    let model = value("model name", in: "/proc/cpuinfo")
    return
      "\(model), \(ProcessInfo.processInfo.activeProcessorCount) processors · \(value("PRETTY_NAME", in: "/etc/os-release"))"
  }
}
