/// What 1.0 had and this version hasn't, each with what to do instead: the only place that remembers it.
///
/// A command line with such words ends with the sentence; a key is reported as a mistake of `config.toml`, and all others apply.
struct Retired: Sendable {
  /// A command (`browse`, if none is typed) and its option, an option with a value, or its subcommand: `library verify`.
  var commandLine: [(words: String, advice: String)] = []
  /// Commands in `[keys]`.
  var commands: [String: String] = [:]

  static let names = Retired(
    commandLine: [
      ("browse --output csv", "use --output json, e.g. with jq."),
      ("cache sizes", "'vitrine cache clear' says what it removed."),
      (
        "cache warm",
        "thumbnails are made as you pass them; 'vitrine library read FOLDER' reads what files say."
      ),
      ("library --json", "'vitrine library' prints a table."),
      (
        "library rebuild",
        "use 'vitrine library forget FOLDER', then 'vitrine library read FOLDER'."
      ),
      (
        "library verify",
        "a damaged record is read from its file again, a damaged database is made again."
      ),
      ("show --columns", "photos are drawn one below the other."),
      ("show --fit", "a photo is shown whole; --size sets its cells."),
      ("show --enlarge", "a photo is shown in its size; --size sets the largest."),
      ("show --titles", "photos are drawn without their names."),
      ("show --no-titles", "photos are drawn without their names."),
      ("doctor --json", "'vitrine doctor' prints text that can be published."),
      ("keys --toml", "'vitrine keys' prints the names and keys, [keys] takes \"NAME\" = \"KEY\"."),
      ("browse --output-file", "redirect standard output: vitrine --output json >FILE."),
      (
        "browse --write",
        "servers are only read; ratings and marks in sidecars there are shown, and found by filters once they have been read."
      ),
      ("browse --verbose", "'vitrine doctor' says how picture workers are sandboxed."),
      ("browse --server", "open the server itself: vitrine immich:https://HOST."),
      ("list --server", "name the server itself: vitrine list immich:https://HOST."),
    ],
    commands: [
      "export.pdf":
        "e asks for a path: a name that ends in .html is a sheet, which a browser prints",
      "export.html": "e asks for a path: a name that ends in .html is a sheet",
      "export.originals": "e asks for a path: a folder takes copies",
      "cull.advance": "after a rating the next photo is shown",
      "selection.invert": "A selects all, U deselects all",
      "outcome.code": "there are no QR codes any more; y copies the link",
      "outcome.close-code": "there are no QR codes any more; y copies the link",
      "outcome.open": "o opens the link of an order",
      "outcome.copy": "y copies the link of an order",
      "outcome.up": "the next link of an order is shown when one was opened or copied",
      "outcome.down": "the next link of an order is shown when one was opened or copied",
      "sort.date-descending": "sort.date begins with the newest; the same key again reverses",
      "sort.name-descending": "sort.name again reverses",
      "sort.price-descending": "sort.price again reverses",
      "sort.rating-descending": "sort.rating begins with the highest; the same key again reverses",
      "sort.size-descending": "sort.size begins with the largest; the same key again reverses",
      "sort.title-descending": "sort.title again reverses",
      "order.new-line": "each field of the order form is one line",
    ])
}

extension Retired {
  /// One line about the first words that are gone; nil if there are none.
  ///
  /// - Parameter arguments: A command line that the parser refuses, or answers with its help.
  func complaint(onCommandLine arguments: [String]) -> String? {
    var typed = arguments.prefix { $0 != "--" }.flatMap { word in
      word.hasPrefix("--")
        ? word.split(separator: "=", maxSplits: 1).map(String.init) : [word]
    }
    if typed.first == "help" { typed.removeFirst() }
    if !VitrineCommand.commandNames.contains(typed.first ?? "") { typed.insert("browse", at: 0) }
    return commandLine.first { row in
      let words = row.words.split(separator: " ").map(String.init)
      guard words.first == typed.first else { return false }
      // A word without dashes could be a photo's name anywhere else.
      let starts = words.dropFirst().first?.hasPrefix("-") == true ? typed.indices : 1..<2
      return starts.contains { typed.dropFirst($0).starts(with: words.dropFirst()) }
    }.map { row in
      let name = row.words.hasPrefix("browse ") ? String(row.words.dropFirst(7)) : row.words
      return "'\(name)' is gone: \(row.advice)"
    }
  }

  /// What to say about a key of a command that is gone; nil for any other setting.
  ///
  /// - Parameter path: The names of the tables, and its own: `["keys", "list", "photo.open"]`.
  func complaint(onSetting path: [String]) -> String? {
    guard path.first == "keys" else { return nil }
    let name = ".\(path.joined(separator: "."))"
    return commands.first { name.hasSuffix(".\($0.key)") }.map { "is gone: \($0.value)" }
  }
}
