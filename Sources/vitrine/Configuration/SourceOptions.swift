import ArgumentParser

/// What the command line says of the source beside its name.
struct SourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read SOURCE as this preset says (vitrine sources names them).", valueName: "name"))
  var preset: String?

  @Flag(help: "Let a feed from outside name addresses of the local network.")
  var allowPrivateHosts = false
}
