import ArgumentParser

/// What the command line says about the terminal: settings by their names; nil if it says nothing, so that the environment and
/// `config.toml` apply.
struct TerminalOptions: ParsableArguments {
  @Option(
    help: "Pictures: auto, kitty, sixel, iterm2, symbols or none.",
    completion: .list(SettingValue.graphics.map(\.name)))
  var graphics: String?

  @Option(
    help: "Colours: auto, full (24-bit), 256, 16 or none.",
    completion: .list(SettingValue.colors.map(\.name)))
  var colors: String?

  @Option(help: "Pixels of a cell, if the terminal is wrong: 10x20.")
  var cellSize: String?

  func apply(to settings: inout Settings) throws {
    for (name, value) in [("graphics", graphics), ("colors", colors), ("cell-size", cellSize)] {
      try settings.set(name, toOption: value)
    }
  }

  func validate() throws {
    var settings = Settings()
    try apply(to: &settings)
  }
}
