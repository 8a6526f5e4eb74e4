import ArgumentParser

/// What the command line says of the terminal; each nil where it says nothing, so that the environment
/// and `config.toml` come next.
struct TerminalOptions: ParsableArguments {
  @Option(help: "How pictures are drawn: auto, kitty, sixel, iterm2, symbols or none.")
  var graphics: GraphicsSetting?

  @Option(help: "Colours to use: auto, full (24-bit), 256, 16 or none.")
  var colors: ColorSetting?

  @Option(
    help: "The size of a cell in pixels, e.g. 10x20, if the terminal does not report it correctly.")
  var cellSize: CellPixelSetting?
}
