import GalleryDomain
import GalleryPresentation
import NcursesTerminal
import PictureKit
import PictureProtocol
import TerminalKit

extension DoctorReport {
  /// Puts facts into words, and says what follows.
  init(_ facts: DoctorFacts) {
    sections = [
      Section(title: "Program", rows: facts.programRows),
      Section(title: "Terminal", rows: facts.terminalRows),
      Section(title: "Libraries", rows: facts.libraryRows),
      Section(title: "Formats", rows: facts.formatRows),
      Section(title: "Workers", rows: facts.workerRows),
      Section(title: "Settings", rows: facts.settingRows),
      Section(title: "Caches", rows: facts.cacheRows),
    ]
    let all = facts.findings
    findings = all.filter(\.isBroken) + all.filter { !$0.isBroken }
  }
}

// MARK: - Rows

extension DoctorFacts {
  fileprivate typealias Row = DoctorReport.Row

  fileprivate var programRows: [Row] {
    let hello = try? worker.get().hello
    let language =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    return [
      Row("version", VitrineVersion.current),
      Row("worker", hello?.versionText, else: "none"),
      Row("place", programPath.map { place(of: $0) }),
      Row("worker place", workerPath.map { place(of: $0) }),
      Row("system", system.name),
      Row("kernel", "Linux \(system.kernel), \(system.architecture)"),
      Row(
        name: "processors", words: "\(system.processorCount)",
        value: .number(Int64(system.processorCount))),
      Row(
        name: "memory", words: CacheText.size(Int64(clamping: system.memoryBytes)),
        value: .number(Int64(clamping: system.memoryBytes))),
      Row("C library", system.cLibrary),
      Row("language", language, else: "not set"),
      Row(
        name: "namespaces",
        words: system.namespaces.isEmpty
          ? "the system's own"
          : "others for \(system.namespaces.joined(separator: ", ")) (a container)",
        value: .list(system.namespaces.map { .text($0) })),
    ]
  }

  /// Below the home folder its path, else the kind of place.
  private func place(of path: String) -> String {
    if path.hasPrefix("/usr/") { return "installed for all users" }
    return privacy.path(path)
  }

  fileprivate var terminalRows: [Row] {
    guard let terminal else {
      let reason =
        isPiped
        ? "not asked, because the output goes into a pipe" : "none, or not in the foreground"
      return [Row(name: "terminal", words: reason, value: .none)]
    }
    let graphics = terminal.answers.graphics
    var rows = [
      Row(
        name: "type",
        words:
          "TERM=\(terminal.type)\(terminal.isTypeKnown ? "" : ", which terminfo doesn't know")",
        value: .text(terminal.type)),
      Row("answer", terminal.answeredName, else: "no name"),
      Row("environment", terminal.environmentName, else: "says nothing"),
      Row(name: "over ssh", words: isOverSSH ? "yes" : "no", value: .flag(isOverSSH)),
    ]
    if let multiplexer = terminal.multiplexer {
      let outside = terminal.outerTerminal.map { " in \($0)" } ?? ""
      rows.append(Row("multiplexer", multiplexer + outside))
    }
    rows += [
      Row(
        name: "attributes",
        words: terminal.attributes.map { $0.map(String.init).joined(separator: " ") }
          ?? "no answer",
        value: terminal.attributes.map { .list($0.map { .number(Int64($0)) }) } ?? .none),
      Row(
        name: "answer time",
        words: terminal.answerTime.map { "\($0.wholeMilliseconds) ms" } ?? "none",
        value: terminal.answerTime.map { .number($0.wholeMilliseconds) } ?? .none),
      Row("pictures", graphics.method.name),
      Row("because", reason(terminal.graphicsReason)),
      Row(
        name: "shared memory", words: graphics.sharesMemory ? "yes" : "no",
        value: .flag(graphics.sharesMemory)),
      Row(
        name: "size", words: "\(terminal.size.columns)×\(terminal.size.rows) cells",
        value: .object([
          DoctorReport.Member(name: "columns", value: .number(Int64(terminal.size.columns))),
          DoctorReport.Member(name: "rows", value: .number(Int64(terminal.size.rows))),
        ])),
      cellSize(terminal),
      Row("colours", terminal.colorDepth.name),
      Row("background", graphics.background?.text, else: "not reported"),
      Row(
        name: "unicode", words: terminal.isUnicode ? "yes" : "no",
        value: .flag(terminal.isUnicode)),
    ]
    if graphics.method == .sixel {
      let limit = graphics.sixelPixelLimit.map { ", up to \($0.width)×\($0.height) pixels" } ?? ""
      let colors = graphics.sixelColorCount.map { "\($0) colours" } ?? "colours not reported"
      rows.append(Row("sixel", colors + limit))
    }
    return rows
  }

  private var isOverSSH: Bool {
    ["SSH_CONNECTION", "SSH_TTY"].contains { environment[$0]?.isEmpty == false }
  }

  private func reason(_ reason: GraphicsReason) -> String {
    switch reason {
    case .chosen: "set by \(graphicsSetting ?? "an option")"
    case .answeredKitty: "it answers to the kitty graphics protocol"
    case .answeredSixel: "it reports sixel graphics (attribute 4)"
    case .known(let name, true): "it says that it is \(name)"
    case .known(let name, false): "the environment says that it is \(name)"
    case .answeredNeither: "it reports neither the kitty graphics protocol nor sixel"
    case .noAnswer: "it has not answered"
    case .multiplexer: "the multiplexer doesn't pass pictures on"
    case .tmux(.shown): "tmux passes them on, and the terminal outside shows them"
    case .tmux(.notPassedThrough): "tmux doesn't pass them on (allow-passthrough is off)"
    case .tmux(.tooOld(let version)): "in tmux they require \(version)"
    case .tmux(.unsupported(let name)):
      "\(name ?? "the terminal outside tmux") can't show them in tmux"
    }
  }

  private func cellSize(_ terminal: TerminalReport) -> Row {
    guard let cell = terminal.answers.cellPixelSize else {
      return Row(name: "cell size", words: "unknown", value: .none)
    }
    let source =
      switch terminal.cellSizeSource {
      case .chosen: "set in config.toml"
      case .answer: "its answer"
      case .system, nil: "the system's"
      }
    return Row(
      name: "cell size", words: "\(cell.width)×\(cell.height) pixels (\(source))",
      value: .object([
        DoctorReport.Member(name: "width", value: .number(Int64(cell.width))),
        DoctorReport.Member(name: "height", value: .number(Int64(cell.height))),
        DoctorReport.Member(name: "source", value: .text(source)),
      ]))
  }

  fileprivate var libraryRows: [Row] {
    let own = libraries.map { (name: $0.name, version: $0.version) }
    let worker = (try? worker.get().libraries) ?? []
    return [
      Self.row("program", own), Self.row("worker", worker.map { ($0.name, $0.version) }),
      Row(
        name: "certificates", words: hasCertificates ? "found" : "none",
        value: .flag(hasCertificates)),
    ]
  }

  private static func row(_ name: String, _ libraries: [(name: String, version: String?)]) -> Row {
    let words = libraries.map { library in
      guard let version = library.version else { return "\(library.name): none" }
      // ncurses says its own name.
      return version.hasPrefix(library.name) ? version : "\(library.name) \(version)"
    }
    return Row(
      name: name, words: words.isEmpty ? "unknown" : words.joined(separator: ", "),
      value: .object(
        libraries.map { library in
          DoctorReport.Member(
            name: library.name, value: library.version.map { .text($0) } ?? .none)
        }))
  }

  fileprivate var formatRows: [Row] {
    guard let failures = try? worker.get().failures else {
      return [Row(name: "formats", words: "not tried without a worker", value: .none)]
    }
    let opened = formats.filter { failures[$0] == nil }.map(\.name)
    let failed = formats.filter { failures[$0] != nil }
    return [
      Row(
        name: "opened", words: opened.isEmpty ? "none" : opened.joined(separator: ", "),
        value: .list(opened.map { .text($0) })),
      Row(
        name: "not opened",
        words: failed.isEmpty
          ? "none" : failed.map { "\($0.name) (\(why($0)))" }.joined(separator: ", "),
        value: .object(
          failed.map { DoctorReport.Member(name: $0.name, value: .text(why($0))) })),
    ]
  }

  /// Why a format can't be opened.
  private func why(_ format: PictureFormat) -> String {
    guard let examination = try? worker.get(), let failure = examination.failures[format] else {
      return ""
    }
    if !examination.hello.readableFormats.contains(format) { return "libvips has no loader for it" }
    if case .broken(let words) = failure { return words }
    return failure.words
  }

  fileprivate var workerRows: [Row] {
    guard let examination = try? worker.get() else {
      return [Row(name: "sandbox", words: "unknown without a worker", value: .none)]
    }
    let cell = examination.cell
    let version = Int64(cell.landlockVersion)
    // As in cell.c.
    let bounds =
      ["files"] + (version >= 4 ? ["TCP"] : []) + (version >= 6 ? ["signals, sockets"] : [])
    return [
      Row(
        name: "seccomp", words: cell.filtersCalls ? "system calls filtered" : "none",
        value: .flag(cell.filtersCalls)),
      Row(
        name: "landlock",
        words: version == 0 ? "none" : "version \(version): \(bounds.joined(separator: ", "))",
        value: .number(version)),
    ]
  }

  fileprivate var settingRows: [Row] {
    let mistakes = configurationMistakes
    let path = configurationPath.map { privacy.path($0) }
    let presets =
      "\(CountText.grouped(presetCount)) built in, \(CountText.grouped(ownPresetCount)) of your own"
    var rows = [
      Row(
        name: "file",
        words: path.map { hasConfiguration ? $0 : "\($0), which is not there" } ?? "no home folder",
        value: hasConfiguration ? path.map { .text($0) } ?? .none : .none),
      Row(
        name: "mistakes",
        words: mistakes.isEmpty ? "none" : "\(CountText.grouped(mistakes.count)), see below",
        value: .list(mistakes.map { .text($0) })),
      Row(name: "presets", words: presets, value: .number(Int64(presetCount + ownPresetCount))),
    ]
    let set = Self.namedVariables.filter { environment[$0]?.isEmpty == false }
    rows.append(
      Row(
        name: "variables", words: set.isEmpty ? "none" : set.joined(separator: ", "),
        value: .list(set.map { .text($0) })))
    return rows
  }

  fileprivate var cacheRows: [Row] {
    if isCacheOff {
      return [Row(name: "caches", words: "turned off (VITRINE_CACHE=off)", value: .none)]
    }
    return [
      row("thumbnails", thumbnails), row("feeds", feeds), row("library", library), row("log", log),
      Row(
        name: "free",
        words: feeds?.freeByteCount.map { CacheText.size($0) } ?? "unknown",
        value: feeds?.freeByteCount.map { .number($0) } ?? .none),
    ]
  }

  private func row(_ name: String, _ store: Store?) -> Row {
    guard let store else { return Row(name: name, words: "no folder", value: .none) }
    let parts = [
      privacy.path(store.path), CacheText.size(store.byteCount),
      store.contents.isEmpty ? nil : store.contents, store.isOff ? "turned off" : nil,
    ]
    return Row(
      name: name, words: parts.compactMap(\.self).joined(separator: ", "),
      value: .object([
        DoctorReport.Member(name: "path", value: .text(privacy.path(store.path))),
        DoctorReport.Member(name: "bytes", value: .number(store.byteCount)),
        DoctorReport.Member(
          name: "contents", value: store.contents.isEmpty ? .none : .text(store.contents)),
        DoctorReport.Member(name: "off", value: .flag(store.isOff)),
      ]))
  }
}

// MARK: - Findings

extension DoctorFacts {
  fileprivate typealias Finding = DoctorReport.Finding

  fileprivate var findings: [Finding] {
    workerFindings + formatFindings + libraryFindings + settingFindings + terminalFindings
      + cacheFindings
  }

  private static func broken(_ what: String, _ advice: String) -> Finding {
    Finding(isBroken: true, what: what, advice: advice)
  }

  private static func weak(_ what: String, _ advice: String) -> Finding {
    Finding(isBroken: false, what: what, advice: advice)
  }

  private var workerFindings: [Finding] {
    let problem: WorkerProblem
    switch worker {
    case .success(let examination):
      var findings: [Finding] = []
      if !examination.cell.filtersCalls {
        findings.append(
          Self.weak(
            "Picture workers may make any system call: no seccomp filter here",
            "Use a kernel with CONFIG_SECCOMP_FILTER, on x86-64 or ARM64"))
      }
      if examination.cell.landlockVersion == 0 {
        findings.append(
          Self.weak(
            "Picture workers can read your files: no Landlock here",
            "Use Linux 5.13 or later with landlock in its list of security modules (lsm=)"))
      }
      return findings
    case .failure(let failure): problem = failure
    }
    let what = "No picture can be shown: \(words(problem))"
    switch problem {
    case .settingNotExecutable:
      return [
        Self.broken(what, "Unset VITRINE_PICTURES, or set it to the program vitrine-pictures")
      ]
    case .notFound, .wrongVersion:
      return [
        Self.broken(
          what, "Install Vitrine again: vitrine and vitrine-pictures have to be of one build")
      ]
    case .notStarted, .doesNotAnswer, .keepsEnding, .shutDown:
      return [
        Self.broken(
          what, "Run 'vitrine-pictures --version' to see what it lacks, and install Vitrine again")
      ]
    }
  }

  /// Without the path, which says nothing here.
  private func words(_ problem: WorkerProblem) -> String {
    if case .settingNotExecutable = problem { return "VITRINE_PICTURES is not a program" }
    return problem.reason
  }

  /// Without these, photos that everyone has can't be shown.
  private static let commonFormats: Set<PictureFormat> = [.jpeg, .png, .webp, .gif]

  private var formatFindings: [Finding] {
    guard let failures = try? worker.get().failures else { return [] }
    return formats.filter { failures[$0] != nil }.map { format in
      Finding(
        isBroken: Self.commonFormats.contains(format),
        what: "\(format.name) pictures can't be opened: \(why(format))",
        advice: advice(format))
    }
  }

  private func advice(_ format: PictureFormat) -> String {
    switch format {
    case .heic: "Install libheif's decoder for it (Debian 13: libheif-plugin-libde265)"
    case .avif: "Install libheif's decoder for it (Debian 13: libheif-plugin-dav1d)"
    case .jpegXL: "Install a libvips that is built with libjxl"
    case .jpeg2000: "Install a libvips that is built with OpenJPEG"
    case .svg: "Install a libvips that is built with librsvg"
    case .tiff: "Install a libvips that is built with libtiff"
    case .jpeg, .png, .webp, .gif, .raw: "Install libvips again (Debian: libvips42), then Vitrine"
    }
  }

  private var libraryFindings: [Finding] {
    func lacks(_ name: String) -> Bool {
      libraries.contains { $0.name == name && $0.version == nil }
    }
    var findings: [Finding] = []
    if !hasResources {
      findings.append(
        Self.broken("The presets or the sample gallery are not there", "Install Vitrine again"))
    }
    if lacks("libcurl") {
      findings.append(
        Self.broken("No server can be asked: no libcurl", "Install it (Debian: libcurl4)"))
    }
    if lacks("libssh") {
      findings.append(
        Self.weak("sftp: addresses can't be opened: no libssh", "Install it (Debian: libssh-4)"))
    }
    if !hasCertificates {
      findings.append(
        Self.broken(
          "No https server can be trusted: no certificates",
          "Install them (Debian: ca-certificates), or name a file in SSL_CERT_FILE"))
    }
    return findings
  }

  private var settingFindings: [Finding] {
    configurationMistakes.map {
      Self.broken("A setting is not used: \($0)", "See 'man vitrine-config'")
    }
      + presetProblems.map { problem in
        var shown = problem
        // A reason may quote a value.
        shown.reason = problem.reason.replacing(/"[^"]*"/, with: "\"…\"")
        return Self.broken("A preset is not used: \(shown.text)", "See 'man vitrine-presets'")
      }
  }

  private var terminalFindings: [Finding] {
    guard let terminal else {
      guard isPiped else { return [] }
      return [
        Self.weak(
          "The terminal was not asked", "Run 'vitrine doctor', or 'vitrine doctor > report.txt'")
      ]
    }
    var findings: [Finding] = []
    if !terminal.isSuitable {
      findings.append(
        Self.broken(
          "The gallery can't be shown: the terminal can't position its cursor",
          "Set TERM to the terminal's type, e.g. xterm-256color"))
    }
    if !terminal.isTypeKnown {
      findings.append(
        Self.weak(
          "terminfo doesn't know the terminal's type",
          "Install its description (Debian: ncurses-term), or set TERM=xterm-256color"))
    }
    findings += graphicsFindings(terminal)
    let isDrawn =
      terminal.answers.graphics.method != .symbols
      && terminal.answers.graphics.method != GraphicsMethod.none
    if isDrawn, terminal.answers.cellPixelSize == nil {
      findings.append(
        Self.weak(
          "The size of a cell is unknown, so pictures may have the wrong size",
          "Set cell_size in config.toml, e.g. \"10x20\""))
    }
    if !terminal.isUnicode {
      findings.append(
        Self.weak(
          "Names and pictures are shown in ASCII", "Set a language with UTF-8, e.g. LANG=C.UTF-8"))
    }
    let hasNoColor = environment["NO_COLOR"]?.isEmpty == false
    if !hasNoColor, terminal.colorDepth < .indexed256 {
      findings.append(
        Self.weak(
          "Few colours: \(terminal.colorDepth.name)",
          "If the terminal has more, set TERM=xterm-256color or COLORTERM=truecolor"))
    }
    return findings
  }

  private func graphicsFindings(_ terminal: TerminalReport) -> [Finding] {
    guard terminal.answers.graphics.method == .symbols else { return [] }
    let what = "Pictures are coloured characters: \(reason(terminal.graphicsReason))"
    switch terminal.graphicsReason {
    case .tmux(.notPassedThrough):
      return [Self.weak(what, "Put 'set -g allow-passthrough on' into tmux.conf")]
    case .tmux(.tooOld(let version)): return [Self.weak(what, "Update to \(version)")]
    case .tmux, .multiplexer:
      return [
        Self.weak(what, "Run Vitrine outside it, or in tmux 3.3 in kitty 0.28, or in ghostty")
      ]
    case .noAnswer:
      return [
        Self.weak(what, "If it shows pictures, set graphics in config.toml: kitty, sixel or iterm2")
      ]
    case .answeredNeither, .known, .answeredKitty, .answeredSixel:
      return [
        Self.weak(
          what, "kitty, ghostty, WezTerm, foot, Konsole, iTerm2 and 'xterm -ti vt340' show pictures"
        )
      ]
    case .chosen: return []
    }
  }

  /// With less than this, caches and downloads stop.
  private static let leastFreeBytes: Int64 = 200_000_000

  private var cacheFindings: [Finding] {
    guard !isCacheOff else { return [] }
    let stores = [("thumbnails", thumbnails), ("feeds", feeds), ("library", library)]
    var findings: [Finding] = []
    if thumbnails == nil || feeds == nil {
      findings.append(
        Self.weak("Nothing is cached: no folder for it", "Set HOME or XDG_CACHE_HOME"))
    }
    for (name, store) in stores {
      guard let store else { continue }
      if let problem = store.problem {
        findings.append(
          Self.weak(
            "The cache of \(name): \(problem)",
            name == "library" ? "See 'vitrine library'" : "Run 'vitrine cache clear'"))
      }
      if !store.isWritable {
        findings.append(
          Self.weak(
            "The cache of \(name) can't be written: \(privacy.path(store.path))",
            "Make the folder your own, or set XDG_CACHE_HOME"))
      }
    }
    if let free = feeds?.freeByteCount, free < Self.leastFreeBytes {
      findings.append(
        Self.weak(
          "The disk of the caches is full: \(CacheText.size(free)) left",
          "Make room, e.g. with 'vitrine cache clear'"))
    }
    return findings
  }
}

// MARK: - Words

extension GraphicsMethod {
  fileprivate var name: String {
    switch self {
    case .none: "none"
    case .symbols: "coloured characters"
    case .kitty: "kitty graphics protocol"
    case .kittyPlaceholders: "kitty graphics protocol, by placeholders"
    case .sixel: "sixel"
    case .iTerm2: "iTerm2 inline images"
    }
  }
}

extension ColorDepth {
  fileprivate var name: String {
    switch self {
    case .monochrome: "none"
    case .ansi16: "16"
    case .indexed256: "256"
    case .truecolor: "24 bits"
    }
  }
}

extension RGBColor {
  /// `#1e1e2e`
  fileprivate var text: String {
    let digits = [red, green, blue].map { part in
      let text = String(part, radix: 16)
      return part < 16 ? "0\(text)" : text
    }
    return "#\(digits.joined())"
  }
}

extension Duration {
  fileprivate var wholeMilliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
