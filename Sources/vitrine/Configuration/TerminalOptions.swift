import ArgumentParser

/// What the command line says about the terminal: settings by their names; nil if it says nothing, so that the environment and
/// `config.toml` apply.
struct TerminalOptions: ParsableArguments {
  @Option(help: Setting.help(of: "graphics"), completion: Setting.completion(of: "graphics"))
  var graphics: String?

  @Option(help: Setting.help(of: "colors"), completion: Setting.completion(of: "colors"))
  var colors: String?

  @Option(help: Setting.help(of: "cell_size"))
  var cellSize: String?

  func apply(to settings: inout Settings) throws {
    try settings.set("graphics", toOption: graphics)
    try settings.set("colors", toOption: colors)
    try settings.set("cell_size", toOption: cellSize)
  }

  func validate() throws {
    var settings = Settings()
    try apply(to: &settings)
  }
}
