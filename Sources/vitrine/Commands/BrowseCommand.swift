import ArgumentParser
import Dispatch

/// `vitrine [SOURCE]`: the gallery in the terminal.
struct BrowseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse",
    abstract: "Browse a gallery (the default).")

  @Argument(help: "A folder or a feed file; the built-in sample gallery without one.")
  var source: String?

  func run() throws {
    MainActor.assumeIsolated { begin() }
    dispatchMain()
  }

  @MainActor func begin() { print("x") }
}
