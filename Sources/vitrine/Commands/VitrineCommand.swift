import ArgumentParser

/// The command line of Vitrine.
@main
struct VitrineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vitrine",
    abstract: "A photo gallery for the terminal.",
    usage: """
      vitrine [SOURCE] [--preset <name>] [--graphics <graphics>] [--colors <colors>] ...
      vitrine list [SOURCE] [--preset <name>] [--json] [--limit <number>]
      vitrine show PHOTO ... [--columns <number>] [--size <size>] [--fit <how>] [--graphics <graphics>]
      vitrine feed FOLDER -o DIR [--title <text>] [--order-url <url>] [--only-for-sale] ...
      vitrine cache [clear [--all] | warm FOLDER]
      vitrine sources
      """,
    discussion: """
      Browses the photos of a folder, a feed or a service on the network, shows them as real pictures, and opens those \
      that are for sale. With no source the built-in sample gallery opens; 'vitrine sources' names what a source can be, \
      'vitrine browse --help' all options, and ? in the gallery its keys.
      """,
    version: "vitrine \(VitrineVersion.current)",
    subcommands: [
      BrowseCommand.self, ListCommand.self, ShowCommand.self, FeedCommand.self, CacheCommand.self,
      SourcesCommand.self,
    ],
    defaultSubcommand: BrowseCommand.self)
}
