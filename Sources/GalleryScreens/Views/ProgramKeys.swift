/// The keys that `TerminalApplication` answers on every screen, for the help.
enum ProgramKeys {
  static func commands<Target>() -> [ScreenCommand<Target>] {
    [.programRedraw, .programSuspend, .programInterrupt].map { ScreenCommand($0) { _ in } }
  }
}
