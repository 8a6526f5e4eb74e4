import ArgumentParser

/// What the command line says about the terminal: settings by their names; nil if it says nothing, so that the environment and
/// `config.toml` apply.
struct TerminalOptions: ParsableArguments {
  @Option(
    help: "How pictures are drawn: auto, kitty, sixel, iterm2, symbols or none.",
    completion: .list(SettingValue.graphics.map(\.key)))
  var graphics: String?

  @Option(
    help: "Colours to use: auto, full (24-bit), 256, 16 or none.",
    completion: .list(SettingValue.colors.map(\.key)))
  var colors: String?

  @Option(
    help: "The size of a cell in pixels, e.g. 10x20, if the terminal does not report it correctly.")
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
