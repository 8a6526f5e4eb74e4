import ArgumentParser

/// The options of the command line for the source, besides its name.
struct SourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read SOURCE with this preset ('vitrine sources' lists them).", valueName: "name"),
    completion: CommandLineCompletion.presets)
  var preset: String?

  @Flag(help: "Show a raw file and its JPEG as two photos, not as one.")
  var pairs = false

  @Flag(help: "Let feeds from the internet use addresses on the local network.")
  var allowPrivateHosts = false

  @Flag(inversion: .prefixedNo, help: "Include subfolders.")
  var recursive = true

  @Option(
    help: ArgumentHelp(
      "Object store endpoint for s3://BUCKET (default: AWS_ENDPOINT_URL, else AWS).",
      valueName: "url"))
  var endpoint: String?
}
