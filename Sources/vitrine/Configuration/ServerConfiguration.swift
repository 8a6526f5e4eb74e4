import GalleryData
import TOMLKit

/// `[servers]` in `config.toml`: the user's name on a server, and the command that prints the password. The password
/// itself does not belong in this file.
enum ServerConfiguration {
  /// - Parameter complain: Called with the path of a mistake (tables and key) and what is wrong; neither contains a
  ///   value.
  /// - Returns: By host, or host and port, in lower case.
  static func read(
    _ table: TOMLTable, complain: (_ path: [String], _ words: String) -> Void
  ) -> [String: ServerAccess] {
    var servers: [String: ServerAccess] = [:]
    for name in table.keys.sorted() {
      guard let entry = table[name]?.table else {
        complain([name], "must be a table: [servers.\"cloud.example\"]")
        continue
      }
      guard !name.isEmpty, !name.contains("/"), !name.contains("@") else {
        complain([name], "must be a host, e.g. \"cloud.example\" or \"cloud.example:8443\"")
        continue
      }
      if let access = access(entry, complain: { complain([name] + $0, $1) }) {
        servers[name.lowercased()] = access
      }
    }
    return servers
  }

  private static func access(
    _ table: TOMLTable, complain: (_ path: [String], _ words: String) -> Void
  ) -> ServerAccess? {
    var access = ServerAccess()
    var isSound = true
    func tell(_ key: String, _ words: String) {
      complain([key], words)
      isSound = false
    }
    for key in table.keys.sorted() {
      switch key {
      case "user":
        access.user = table[key]?.string.flatMap { $0.isEmpty ? nil : $0 }
        if access.user == nil { tell(key, "must be a name, in quotes") }
      case "password_command":
        access.passwordCommand = Setting.words(table[key]) ?? []
        let isCommand =
          access.passwordCommand.first?.isEmpty == false
          && !access.passwordCommand.contains { $0.utf8.contains(0) }
        if !isCommand { tell(key, "must be a list of words, e.g. [\"pass\", \"show\", \"cloud\"]") }
      case "password":
        tell(key, "is not for this file; use password_command, or ~/.netrc")
      default: complain([key], "unknown setting")
      }
    }
    // Settings with a mistake are not used for any server.
    return isSound ? access : nil
  }
}
