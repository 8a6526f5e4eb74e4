/// What happens to the program as a whole.
public protocol AppViewModelInputs: AnyObject {
  /// Call once the terminal is ready, with what the command line says is to be shown.
  func applicationDidStart(source: String)
  /// Call before the program is suspended (Ctrl-Z).
  func didSuspend()
  /// Call when it is in the foreground again and the terminal is set up.
  func didResume()
  /// Call when the terminal has another size, in cells; any number of times in a row.
  func didResize(columns: Int, rows: Int)
  /// Call when the program has to end, whatever it is doing.
  func terminationRequested(_ reason: TerminationReason)
  /// Call when the person leaves.
  func quitRequested()
}
