import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import GalleryNetwork
import GalleryPresentation
import GalleryStore
import Glibc
import NcursesTerminal
import PictureKit
import PictureProtocol
import TerminalKit

/// What `vitrine doctor` prints, to be pasted where everybody can read it.
///
/// It is made of facts that can be published: versions, what the system and the terminal can do, folders below the home folder. No
/// address, no source and no value of a setting is asked for, and every line is cleaned.
struct DoctorReport {
  private(set) var lines: [String] = []
  /// Whether something that the user asks for doesn't work.
  private(set) var isBroken = false

  private let environment: [String: String]
  private let home: String?

  private static let margin = 16
  private static let elsewhere = "(elsewhere)"
  /// A slow connection is one of the things to find out about; only a terminal that never answers takes this long.
  private static let patience = Duration.seconds(5)
  /// Without these, photos that everyone has can't be shown.
  private static let commonFormats: Set<PictureFormat> = [.jpeg, .png, .webp, .gif]
  /// Variables that change what Vitrine does, by name only.
  private static let variables = [
    "VITRINE_GRAPHICS", "VITRINE_CURRENCY", "VITRINE_CACHE", "VITRINE_PICTURES", "NO_COLOR",
    "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "SSL_CERT_FILE", "http_proxy",
    "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
    "AWS_ENDPOINT_URL", "AWS_PROFILE", "SSH_AUTH_SOCK", "LD_LIBRARY_PATH",
  ]

  /// Asks the terminal, a worker and the libraries. Reads no photo and no source, writes nothing, and uses no network.
  @MainActor init(environment: [String: String]) async {
    self.environment = environment
    var home = environment["HOME"] ?? ""
    while home.hasSuffix("/") { home.removeLast() }
    self.home = home.hasPrefix("/") ? home : nil
    let files = ProgramFiles()
    addProgram(files)
    let settings = addSettings(files)
    addTerminal(settings)
    await addWorker(files)
    addFolders()
  }

  // MARK: - Lines

  private mutating func add(_ name: String, _ words: String?, isBroken: Bool = false) {
    let words = TextCleaner.line(words ?? "unknown", limit: .paragraphs)
    lines.append("\(isBroken ? "!" : " ") \(name)".padded(to: Self.margin) + words)
    self.isBroken = self.isBroken || isBroken
  }

  /// `~/.config/vitrine`, or `(elsewhere)`.
  private func location(_ path: String?) -> String {
    guard let path else { return "none" }
    if path.hasPrefix("/usr/") { return "installed for all users" }
    guard let home, path.hasPrefix(home + "/"), !path.contains("/../") else {
      return Self.elsewhere
    }
    return "~" + path.dropFirst(home.count)
  }

  /// A word from outside that should be a name, such as `xterm-kitty`; nothing that could be a path or an address.
  private func name(_ text: String?) -> String? {
    text.map { $0.contains("/") ? Self.elsewhere : $0 }
  }

  private func isSet(_ variable: String) -> Bool { environment[variable]?.isEmpty == false }

  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  // MARK: - Facts

  private mutating func addProgram(_ files: ProgramFiles) {
    lines.append("Program")
    add("version", VitrineVersion.current)
    add("place", location(WorkerLocator.realProgramPath()))
    // PRETTY_NAME of os-release(5).
    let release = try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)
    let system = release?.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
    add("system", system?.dropFirst(12).filter { $0 != "\"" })
    var kernel = utsname()
    uname(&kernel)
    let words = [
      withUnsafeBytes(of: kernel.release, Self.text),
      withUnsafeBytes(of: kernel.machine, Self.text),
    ]
    add("kernel", "Linux \(words.joined(separator: ", "))")
    // _CS_GNU_LIBC_VERSION of <unistd.h>.
    var library = [CChar](repeating: 0, count: 64)
    if confstr(2, &library, library.count) > 0 {
      add("C library", library.withUnsafeBytes(Self.text))
    }
    add(
      "language",
      name(["LC_ALL", "LC_CTYPE", "LANG"].first(where: isSet).flatMap { environment[$0] }) ?? "none"
    )
    let libraries = [
      ("ncurses", TerminalReport.libraryVersion), ("libcurl", NetworkLibraries.curlVersion),
      ("ssh", NetworkLibraries.sshVersion), ("sqlite", SQLiteStore.libraryVersion),
    ]
    for (name, version) in libraries {
      add(name, version ?? "none", isBroken: name == "libcurl" && version == nil)
    }
    let hasCertificates = NetworkLibraries.hasCertificates { [environment] in environment[$0] }
    add("certificates", hasCertificates ? "found" : "none", isBroken: !hasCertificates)
    let hasResources = files.sampleGallery != nil && files.presets != nil
    add(
      "resources", hasResources ? "found" : "none: install Vitrine again", isBroken: !hasResources)
  }

  /// - Returns: What the terminal is asked with.
  @MainActor private mutating func addSettings(_ files: ProgramFiles) -> Settings {
    var mistakes: [String] = []
    let source = ConfigurationFile { [environment] in environment[$0] }
    var settings = Settings()
    source?.read(into: &settings) { mistakes.append($0) }
    settings.read(
      environment: { [environment] in environment[$0] }, complain: { mistakes.append($0) })
    lines.append("Settings")
    let isThere = source.map { access($0.path, F_OK) == 0 } ?? false
    add("file", location(source?.path) + (isThere ? "" : ", which is not there"))
    for mistake in mistakes {
      let words = source.map { mistake.replacing($0.path, with: location($0.path)) } ?? mistake
      add("not used", words, isBroken: true)
    }
    let presets = PresetLibrary(
      shipped: files.presets.flatMap(FileReference.init(path:)),
      own: NetworkServices(settings: Settings(), files: files).ownPresets.flatMap(
        FileReference.init(path:)))
    let ownCount = presets.presets.count(where: \.isOwn)
    add("presets", "\(presets.presets.count - ownCount) built in, \(ownCount) of your own")
    // A reason may quote a value.
    if !presets.problems.isEmpty {
      add(
        "not used", "\(presets.problems.count) of your presets: see 'vitrine list --preset NAME'",
        isBroken: true)
    }
    let set = Self.variables.filter(isSet)
    add("variables", set.isEmpty ? "none" : set.joined(separator: ", "))
    return settings
  }

  @MainActor private mutating func addTerminal(_ settings: Settings) {
    lines.append("Terminal")
    guard
      let terminal = GraphicsInquiry.report(
        method: settings.graphics, cellPixelSize: settings.cellPixelSize,
        colorDepth: settings.colorDepth, patience: Self.patience)
    else {
      var status = stat()
      let isPiped = fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
      return add(
        "terminal",
        isPiped
          ? "not asked, because the output goes into a pipe" : "none, or not in the foreground")
    }
    let graphics = terminal.answers.graphics
    add(
      "type",
      "TERM=\(name(terminal.type) ?? "")\(terminal.isTypeKnown ? "" : ", which terminfo doesn't know")",
      isBroken: !terminal.isSuitable)
    add("answer", name(terminal.answeredName) ?? "no name")
    add("environment", name(terminal.environmentName) ?? "says nothing")
    add("over ssh", isSet("SSH_CONNECTION") || isSet("SSH_TTY") ? "yes" : "no")
    if let multiplexer = terminal.multiplexer {
      add("multiplexer", multiplexer + (name(terminal.outerTerminal).map { " in \($0)" } ?? ""))
      if let pictures = terminal.tmuxPictures { add("in tmux", words(pictures)) }
    }
    add(
      "attributes",
      terminal.attributes.map { $0.map(String.init).joined(separator: " ") } ?? "no answer")
    add("answer time", terminal.answerTime.map { "\($0 / .milliseconds(1)) ms" } ?? "none")
    add("pictures", "\(graphics.method)")
    add("size", "\(terminal.size.columns)×\(terminal.size.rows) cells")
    add(
      "cell size", terminal.answers.cellPixelSize.map { "\($0.width)×\($0.height) pixels" })
    add("colours", "\(terminal.colorDepth)")
    add(
      "background", graphics.background.map { "\($0.red) \($0.green) \($0.blue)" } ?? "not reported"
    )
    add("utf-8", terminal.isUTF8 ? "yes" : "no")
  }

  private func words(_ pictures: TmuxPictures) -> String {
    switch pictures {
    case .shown: "tmux passes pictures on, and the terminal outside shows them"
    case .notPassedThrough: "tmux doesn't pass pictures on (allow-passthrough is off)"
    case .tooOld(let version): "in tmux pictures require \(version)"
    case .unsupported(let name):
      "\(self.name(name) ?? "the terminal outside tmux") can't show pictures in tmux"
    }
  }

  @MainActor private mutating func addWorker(_ files: ProgramFiles) async {
    lines.append("Pictures")
    let locator = WorkerLocator(environment: environment)
    add("place", location(try? locator.locate()))
    let loader = PictureLoader(
      launcher: ProcessLauncher(locator: locator, environment: environment),
      limits: WorkerLimits(failedStarts: 1))
    defer { loader.shutDown() }
    let hello: WorkerHello
    do throws(WorkerProblem) {
      hello = try await loader.hello()
    } catch {
      // The path says nothing here.
      let reason =
        if case .settingNotExecutable = error { "VITRINE_PICTURES is not a program" } else {
          error.reason
        }
      return add("worker", reason, isBroken: true)
    }
    add("worker", hello.versionText)
    add("sandbox", hello.cell.words)
    let pictures = files.testPictures
    var opened: Set<PictureFormat> = []
    for picture in pictures {
      let file = PictureFile(path: picture.path)
      let key = PictureKey(file: file, look: PictureLook(side: 64, output: .pixels))
      let found = try? await loader.picture(key)
      if found?.format == picture.format { opened.insert(picture.format) }
    }
    let formats = pictures.map(\.format)
    add("opened", formats.filter(opened.contains).map(\.name).joined(separator: ", "))
    for format in formats where !opened.contains(format) {
      let isReadable = hello.readableFormats.contains(format)
      add(
        "not opened", "\(format.name)\(isReadable ? "" : ": libvips has no loader for it")",
        isBroken: Self.commonFormats.contains(format))
    }
  }

  private mutating func addFolders() {
    lines.append("Folders")
    let folders = StoreFolders(environment: environment)
    let isOff = environment["VITRINE_CACHE"] == "off"
    add(
      "thumbnails",
      isOff ? "turned off" : location(ThumbnailCache(environment: environment)?.folder))
    add("cache", isOff ? "turned off" : folder(folders.cache))
    add("state", folder(folders.state))
  }

  /// With its free space, of the first folder above it that exists, and whether it can be written.
  private func folder(_ path: String?) -> String {
    guard let path else { return "none" }
    var existing = path
    while access(existing, F_OK) != 0, let slash = existing.lastIndex(of: "/"),
      slash > existing.startIndex
    {
      existing = String(existing[..<slash])
    }
    var disk = statvfs()
    let bytes =
      statvfs(existing, &disk) == 0
      ? UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize)).partialValue
      : 0
    return "\(location(path)), \(CountText.size(Int(clamping: bytes))) free"
      + (access(existing, W_OK) == 0 ? "" : ", can't be written")
  }
}
