import TerminalKit

/// The keys that `TerminalApplication` answers on every screen, for the help.
enum ProgramKeys {
  static let commands = [
    KeyCommand(id: "redraw", keys: [.control("l")], title: "redraw", group: "Program") {},
    KeyCommand(id: "suspend", keys: [.control("z")], title: "suspend", group: "Program") {},
    KeyCommand(id: "interrupt", keys: [.control("c")], title: "quit immediately", group: "Program")
    {},
  ]
}
