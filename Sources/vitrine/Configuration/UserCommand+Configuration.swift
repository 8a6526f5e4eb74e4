import GalleryDomain
import GalleryPresentation
import TOMLKit

/// A table of `[commands]` in `config.toml`: a program of the user's own.
extension UserCommand {
  private static let nameLimit = 40

  static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= nameLimit
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
  }

  private static let shellSigns: Set<Character> = [
    "\"", "'", "`", "$", ";", "|", "&", "<", ">", "(", ")", "\\",
  ]

  /// A command with what it runs; its other settings are those of `Setting<UserCommand>`.
  ///
  /// - Parameter value: A list of words, or a text that is split at blanks, without what only a shell would interpret.
  init(_ name: String, runs value: any TOMLValueConvertible) throws(Complaint) {
    if let sign = value.string?.first(where: Self.shellSigns.contains) {
      throw Complaint(
        "\(sign) has no effect without a shell; write a list of words, e.g. [\"sh\", \"-c\", \"…\", \"sh\", \"{}\"]"
      )
    }
    let parts = value.string?.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let words = parts ?? SettingValue.words(value) else {
      throw Complaint("must be a list of words, e.g. [\"gimp\", \"{}\"]")
    }
    try self.init(name: name, words: words)
  }
}

extension Setting<UserCommand> {
  static var all: [Setting] {
    [
      choice("mode") { $0.mode = $1 },
      Setting(
        "stdin", "\"paths0\"", { $0.string == "paths0" ? true : nil },
        change: { $0.readsPaths = $1 }),
      flag("each") { $0.runsForEach = $1 },
      flag("confirm") { $0.asksFirst = $1 },
      flag("refresh") { $0.refreshes = $1 },
      flag("pause") { $0.pauses = $1 },
      // These are read before, and together with all other keys.
      Setting("run", "", { _ in true }, change: { _, _ in }),
      Setting("keys", "", { _ in true }, change: { _, _ in }),
    ]
  }
}
