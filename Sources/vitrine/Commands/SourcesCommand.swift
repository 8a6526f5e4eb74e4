import ArgumentParser
import FeedFormats
import GalleryData
import GalleryDomain
import GalleryScreens
import Glibc

/// `vitrine sources`: the kinds of source and their requirements.
struct SourcesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sources",
    abstract: "List the kinds of source and what each needs.")

  func run() throws {
    try MainActor.assumeIsolated {
      let container = AppContainer(settings: Settings.ofFile())
      let network = container.network
      try StandardOutput.write(
        Self.local(container.settings.keys)
          + SourcesText.presets(
            network.catalog.library.presets, ownFolder: network.ownPresets))
    }
  }

  private static func local(_ keys: KeyBindings) -> String {
    """
    (none)          the folder you are in, or the start screen; --sample opens the sample gallery
    -               the files listed on standard input, one per line or NUL-terminated
    FOLDER          a folder of pictures, including subfolders; several are one list
    PICTURE         its folder, starting at that picture
    FEED.json       a feed file: photos[] in 500px format, each with at least an id; a saved
                    response of a service below; an RSS or Atom file
    URL             an http or https URL, recognised by its content: RSS, Atom, a service
                    below, a web page that links to a feed, or a web server's list of files
    davs://HOST/PATH
                    a WebDAV folder (Nextcloud, NAS, Apache, rclone ...): password from
                    ~/.netrc or as 'man vitrine' says under SECRETS; dav:// uses http
    sftp://HOST/PATH
                    a folder on an SSH server, with keys from ssh-agent and ~/.ssh; /~/ is your
                    home there; ssh asks about a server that it doesn't know yet
    s3://BUCKET/FOLDER
                    an object store (AWS, Ceph, MinIO, Garage, R2, B2 ...): keys from AWS_* or
                    ~/.aws, --endpoint or AWS_ENDPOINT_URL for servers other than AWS
    clickhouse:http://HOST:8123/DATABASE.TABLE
                    a table of photos on a ClickHouse server, which searches, filters, sorts
                    and counts them (docs/clickhouse.md)
                    $CLICKHOUSE_USER, $CLICKHOUSE_PASSWORD (optional)
    exec:'PROGRAM ARGS'
                    a program that prints photos as 'vitrine list --json' does; no shell reads
                    it (docs/programs.md)
    FILE.photos     a collection: a text file with a path or web address a line, in its order;
                    see COLLECTIONS in 'man vitrine'
    library:NAME    a search that you saved with \(keys.name("places.save-search", on: .list)): a source with its filter and order, or
                    a collection to which you added photos with \(keys.name("collection.add", on: .list))
    preset:argument a service below

    """
  }
}

/// The presets as a table.
enum SourcesText {
  static func presets(_ presets: [Preset], ownFolder: String?) -> String {
    var rows = presets.map { (call($0), meaning($0)) }
    if !presets.contains(where: { $0.name == FormatCatalog.syndicationName }) {
      rows.append(
        ("rss:URL", "RSS, RSS 1.0 and Atom, with Media RSS and Google's product prices"))
    }
    let width = (rows.map(\.0.count).max() ?? 0) + 2
    let indent = String(repeating: " ", count: width + 2)
    let lines = rows.map { row in
      "  " + row.0.padded(to: width) + row.1.split(separator: "\n").joined(separator: "\n" + indent)
    }
    let folder = ownFolder.map { "\nYour own presets: \(TextCleaner.line($0))/NAME.toml\n" }
    return lines.joined(separator: "\n") + "\n" + (folder ?? "") + """

      --preset NAME reads a file or URL whose content is not recognised.
      Write ./ before a path that looks like a command or a preset: ./list

      """
  }

  /// `openverse[:QUERY]`
  private static func call(_ preset: Preset) -> String {
    let argument =
      switch preset.argument.kind {
      case .none: ""
      case .search: ":QUERY"
      case .address: ":URL"
      case .word: ":WORD"
      }
    guard !argument.isEmpty else { return preset.name }
    return preset.argument.isRequired ? preset.name + argument : "\(preset.name)[\(argument)]"
  }

  private static func meaning(_ preset: Preset) -> String {
    // "Photos free to use" alone does not name the service.
    let isNamed = preset.about.contains(preset.title)
    let about = [isNamed ? nil : preset.title, preset.about.isEmpty ? nil : preset.about]
    var lines = [about.compactMap { $0 }.joined(separator: ": ")]
    if preset.isOwn { lines[0] += " (your own)" }
    if preset.argument.kind != .none, !preset.argument.meaning.isEmpty {
      lines.append("argument: \(preset.argument.meaning)")
    }
    for variable in preset.variables {
      guard let name = variable.environment else { continue }
      let need = variable.isRequired ? "required" : "optional"
      lines.append("$\(name) (\(need))")
      if !variable.meaning.isEmpty { lines.append("  \(variable.meaning)") }
    }
    return lines.joined(separator: "\n")
  }
}
