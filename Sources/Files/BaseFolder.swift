/// The user's folders by the XDG Base Directory Specification.
package enum BaseFolder: String {
  case cache = ".cache"
  case configuration = ".config"
  case data = ".local/share"
  case state = ".local/state"

  private var variable: String {
    switch self {
    case .cache: "XDG_CACHE_HOME"
    case .configuration: "XDG_CONFIG_HOME"
    case .data: "XDG_DATA_HOME"
    case .state: "XDG_STATE_HOME"
    }
  }

  /// `$XDG_CACHE_HOME`, else `~/.cache`, without a slash at its end.
  ///
  /// - Parameter environment: Values that aren't absolute paths are ignored, as the specification demands; those that aren't UTF-8 as
  ///   well, since they name another folder than the user's.
  /// - Returns: nil without a home.
  package func path(_ environment: (String) -> String?) -> String? {
    func absolute(_ name: String) -> String? {
      guard let path = environment(name), path.hasPrefix("/"),
        !path.unicodeScalars.contains("\u{FFFD}")
      else { return nil }
      return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
    return absolute(variable) ?? absolute("HOME").map { "\($0)/\(rawValue)" }
  }
}
