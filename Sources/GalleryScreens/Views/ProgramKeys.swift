import TerminalKit

/// The keys that `TerminalApplication` answers on every screen, for the help.
enum ProgramKeys {
  static let commands = [
    KeyCommand(id: "redraw", keys: [.control("l")], title: "draw anew", group: "Program") {},
    KeyCommand(id: "suspend", keys: [.control("z")], title: "suspend", group: "Program") {},
    KeyCommand(id: "interrupt", keys: [.control("c")], title: "quit at once", group: "Program") {},
  ]
}
