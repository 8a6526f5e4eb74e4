import TerminalKit

/// The keys that `TerminalApplication` answers on every screen, for the help.
enum ProgramKeys {
  static let commands = [
    KeyCommand(.programRedraw) {},
    KeyCommand(.programSuspend) {},
    KeyCommand(.programInterrupt) {},
  ]
}
