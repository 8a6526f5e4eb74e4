import ArgumentParser

/// What the command line says of the source beside its name.
struct SourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read SOURCE with this preset ('vitrine sources' lists them).", valueName: "name"))
  var preset: String?

  @Option(
    help: ArgumentHelp(
      "The server that a saved answer came from, for its pictures.", valueName: "url"))
  var server: String?

  @Flag(help: "Let feeds from the internet use addresses on the local network.")
  var allowPrivateHosts = false
}
