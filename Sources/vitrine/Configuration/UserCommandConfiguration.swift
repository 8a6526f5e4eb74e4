import GalleryPresentation
import TOMLKit

/// `[commands]` in `config.toml`: the user's own programs.
enum UserCommandConfiguration {
  private static let nameLimit = 40

  static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= nameLimit
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
  }

  enum Fault: Error {
    case missing
    case form
    /// A character that only a shell would interpret.
    case shellSign(Character)
    case words(UserCommandFault)

    var words: String {
      switch self {
      case .missing: "needs run, e.g. run = [\"gimp\", \"{}\"]"
      case .form: "must be a list of words, e.g. [\"gimp\", \"{}\"]"
      case .shellSign(let sign):
        "\(sign) has no effect without a shell; write a list of words, e.g. [\"sh\", \"-c\", \"…\", \"sh\", \"{}\"]"
      case .words(.noProgram): "names no program"
      case .words(.photoAsProgram): "would run the photo; a program comes first"
      case .words(.photoAsCode):
        "a file name could be read as code; give {} as a word of its own"
      case .words(.zeroByte): "can't hold a zero byte"
      }
    }
  }

  private static let shellSigns: Set<Character> = [
    "\"", "'", "`", "$", ";", "|", "&", "<", ">", "(", ")", "\\",
  ]

  /// A command with what it runs; its other settings are those of `Setting<UserCommand>`.
  static func command(_ name: String, _ table: TOMLTable) throws(Fault) -> UserCommand {
    guard let value = table["run"] else { throw .missing }
    let words: [String]
    if let text = value.string {
      if let sign = text.first(where: shellSigns.contains) { throw .shellSign(sign) }
      words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    } else if let list = SettingValue.words(value) {
      words = list
    } else {
      throw .form
    }
    do throws(UserCommandFault) {
      return try UserCommand(name: name, words: words)
    } catch {
      throw .words(error)
    }
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
