import GalleryPresentation
import TOMLKit

/// `[commands]` in `config.toml`: the user's own programs.
enum UserCommandConfiguration {
  private static let nameLimit = 40

  /// - Parameter complain: Called with the path of a mistake (tables and key) and what is wrong.
  static func read(
    _ table: TOMLTable, complain: (_ path: [String], _ words: String, _ quote: SettingQuote) -> Void
  ) -> [UserCommand] {
    table.keys.sorted().compactMap { name in
      guard isName(name) else {
        complain([name], "the name must be letters, digits, - and _", .name)
        return nil
      }
      guard let entry = table[name]?.table else {
        complain([name], "must be a table: [commands.\(name)]", .name)
        return nil
      }
      return command(name, entry) { complain([name] + $0, $1, $2) }
    }
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= nameLimit
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
  }

  private static func command(
    _ name: String, _ table: TOMLTable,
    complain: (_ path: [String], _ words: String, _ quote: SettingQuote) -> Void
  ) -> UserCommand? {
    guard let value = table["run"] else {
      complain([], "needs run, e.g. run = [\"gimp\", \"{}\"]", .name)
      return nil
    }
    var command: UserCommand
    do throws(WordFault) {
      command = try self.command(name, value)
    } catch {
      // The arguments of a program may contain a password.
      complain(["run"], error.words, .name)
      return nil
    }
    var isSound = true
    func flag(_ key: String) -> Bool {
      guard let value = table[key] else { return false }
      guard let flag = value.bool else {
        complain([key], "must be true or false", .statement)
        isSound = false
        return false
      }
      return flag
    }
    for key in table.keys.sorted() {
      switch key {
      // These are read together with all others.
      case "run", "keys": break
      case "mode":
        if let mode = table[key]?.string.flatMap(UserCommand.Mode.init(rawValue:)) {
          command.mode = mode
        } else {
          let modes = UserCommand.Mode.allCases.map(\.rawValue).joined(separator: ", ")
          complain([key], "must be one of \(modes)", .statement)
          isSound = false
        }
      case "stdin":
        command.readsPaths = table[key]?.string == "paths0"
        if !command.readsPaths {
          complain([key], "must be \"paths0\"", .statement)
          isSound = false
        }
      case "each": command.runsForEach = flag(key)
      case "confirm": command.asksFirst = flag(key)
      case "refresh": command.refreshes = flag(key)
      case "pause": command.pauses = flag(key)
      default: complain([key], "unknown setting", .name)
      }
    }
    if command.runsForEach, command.mode == .detached {
      complain(
        ["each"], "would start all programs together; not with mode = \"detached\"", .statement)
      isSound = false
    }
    // A command that does something unintended is worse than none.
    return isSound ? command : nil
  }

  // MARK: Words

  private enum WordFault: Error {
    case form
    /// A character that only a shell would interpret.
    case shellSign(Character)
    case words(UserCommandFault)

    var words: String {
      switch self {
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

  private static func command(
    _ name: String, _ value: any TOMLValueConvertible
  ) throws(WordFault) -> UserCommand {
    let words: [String]
    if let text = value.string {
      if let sign = text.first(where: shellSigns.contains) { throw .shellSign(sign) }
      words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    } else if let list = Setting.words(value) {
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
