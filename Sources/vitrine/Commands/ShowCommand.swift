import ArgumentParser

/// `vitrine show PHOTO ...`: photos on standard output, without an interface.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Draw photos on standard output and leave.")

  @Argument(help: "Picture files.")
  var photos: [String]
}
