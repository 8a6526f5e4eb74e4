import Files

/// Where Vitrine keeps cached data and the user's own, by the XDG Base Directory Specification.
public struct StoreFolders: Hashable, Sendable {
  /// `$XDG_CACHE_HOME/vitrine`, else `~/.cache/vitrine`: pages and pictures, which can be fetched again. nil if there is
  /// no such place, and with `VITRINE_CACHE=off`.
  public let cache: String?
  /// `$XDG_STATE_HOME/vitrine`, else `~/.local/state/vitrine`: what can't be fetched again.
  public let state: String?

  /// Where to put what can't be cached: `XDG_RUNTIME_DIR` (emptied at logout) before `TMPDIR` and `/tmp`.
  public let temporaryPlaces: [String]

  /// Creates nothing on the disk.
  ///
  /// - Parameter environment: Values that aren't absolute paths are ignored, as the specification demands; those that
  ///   aren't UTF-8 as well, because SQLite couldn't open them.
  public init(environment: [String: String]) {
    cache =
      environment["VITRINE_CACHE"] == "off"
      ? nil : BaseFolder.cache.path { environment[$0] }.map { "\($0)/vitrine" }
    let temporaryHomes = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { environment[$0] }
    temporaryPlaces =
      temporaryHomes.filter { $0.hasPrefix("/") && !$0.unicodeScalars.contains("\u{FFFD}") } + [
        "/tmp"
      ]
    state = BaseFolder.state.path { environment[$0] }.map { "\($0)/vitrine" }
  }
}
