/// The keys that `TerminalApplication` answers on every screen, for the help.
enum ProgramKeys {
  static func commands<Target>() -> [ScreenCommand<Target>] {
    (["program.redraw", "program.suspend", "program.interrupt"] as [Command]).map {
      ScreenCommand($0) { _ in }
    }
  }
}
