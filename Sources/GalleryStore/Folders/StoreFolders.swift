/// Where Vitrine keeps what it has seen, and what people did, by the XDG Base Directory Specification.
public struct StoreFolders: Hashable, Sendable {
  /// `$XDG_CACHE_HOME/vitrine`, else `~/.cache/vitrine`: pages and pictures, which can be fetched again.
  /// nil where there is no such place, and with `VITRINE_CACHE=off`.
  public let cache: String?
  /// `$XDG_STATE_HOME/vitrine`, else `~/.local/state/vitrine`: what nobody else has.
  public let state: String?

  /// Makes nothing on the disk.
  ///
  /// - Parameter environment: Values that are no absolute path are passed over, as the specification
  ///   says; those that are not UTF-8 too, because SQLite could not open them.
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
    state = stateHome.map { "\($0)/vitrine" }
  }
}
