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
    func absolute(_ name: String) -> String? {
      guard let path = environment[name], path.hasPrefix("/"),
        !path.unicodeScalars.contains("\u{FFFD}")
      else { return nil }
      return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
    let home = absolute("HOME")
    let cacheHome = absolute("XDG_CACHE_HOME") ?? home.map { "\($0)/.cache" }
    let stateHome = absolute("XDG_STATE_HOME") ?? home.map { "\($0)/.local/state" }
    cache = environment["VITRINE_CACHE"] == "off" ? nil : cacheHome.map { "\($0)/vitrine" }
    temporaryPlaces = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap(absolute) + ["/tmp"]
    state = stateHome.map { "\($0)/vitrine" }
  }
}
