import ExpectationSupport
import FeedServerSupport
import Foundation
import Glibc
import Testing

extension CommandTests {
  /// `vitrine list` with folders on OpenSSH's server on loopback.
  @Suite(.enabled("sshd is installed") { SSHServer.isInstalled })
  struct SFTPSourceTests {
    private let folder: ScratchFolder
    private let server: SSHServer

    init() throws {
      folder = try ScratchFolder()
      server = try SSHServer()
    }

    private func run(
      _ script: String, environment: [String: String] = [:]
    ) throws -> CommandResult {
      var environment = environment
      environment["XDG_CACHE_HOME"] = folder.path("cache")
      environment["XDG_STATE_HOME"] = folder.path("state")
      environment["XDG_CONFIG_HOME"] = folder.path("config")
      environment["HOME"] =
        environment["HOME"] ?? server.folder.appending(path: "home").path(percentEncoded: false)
      return try CommandResult(
        script, environment: environment,
        without: ["NETRC", "VITRINE_DAV_USER", "VITRINE_DAV_PASSWORD", "SSH_AUTH_SOCK"])
    }

    private func names(_ result: CommandResult) -> [String] {
      result.outputLines.map { String($0.prefix { $0 != "\t" }) }
    }

    @Test func `a folder is listed with its subfolders, and the metadata of its files`() throws {
      try server.makeUserKnown()
      let sample = try URL(filePath: SampleGallery.folder()).appending(path: "pictures/agate.jpg")
      try server.write(Array(Data(contentsOf: sample)), to: "IMG 10.jpg")
      for name in [
        "-x.jpg", "IMG 9.jpg", "2024/a/ä.png", "2024/b.jpg", "notes.txt", ".hidden/n.jpg",
      ] {
        try server.write([], to: name)
      }

      let lines = try run("vitrine list \(server.address("/~/"))")
      let json = try run("vitrine list --json --no-recursive \(server.address())")

      expectEqual(lines.errorText, "")
      expectEqual(
        names(lines), ["-x.jpg", "IMG 9.jpg", "IMG 10.jpg", "2024/b.jpg", "2024/a/ä.png"])
      #expect(lines.outputLines.contains { $0.contains("IMG 10") && $0.contains("SONY ILCE-7RM3") })
      expectEqual(json.outputLines.count, 3)
      #expect(
        json.outputText.contains(#""image_url":"\#(server.address("/~/IMG%2010.jpg"))""#))
    }

    @Test func `the keys of an agent are used`() throws {
      try server.writeKnownHosts(server.knownHosts())
      let key = try server.makeUserKey(named: "other", passphrase: "")
      try server.write([], to: "a.jpg")

      let result = try run(
        """
        eval "$(ssh-agent)" >/dev/null
        ssh-add -q '\(key)' && rm '\(key)'
        vitrine list \(server.address())
        kill "$SSH_AGENT_PID"
        """)

      expectEqual(result.errorText, "")
      expectEqual(names(result), ["a.jpg"])
      #expect(
        try run("vitrine list \(server.address())").errorText.contains(
          "requires a key or a password"))
    }

    /// An agent that was forwarded over a broken connection.
    @Test(.timeLimit(.minutes(10)))
    func `an agent that never answers is skipped`() throws {
      try server.writeKnownHosts(server.knownHosts())
      try server.makeUserKey()
      try server.write([], to: "a.jpg")
      let path = server.folder.appending(path: "agent").path(percentEncoded: false)
      let silent = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(silent) }
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      try #require(path.utf8.count < MemoryLayout.size(ofValue: address.sun_path))
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      let status = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(silent, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      try #require(status == 0 && listen(silent, 4) == 0)

      let result = try run(
        "vitrine list \(server.address())", environment: ["SSH_AUTH_SOCK": path])
      expectEqual(result.errorText, "")
      expectEqual(names(result), ["a.jpg"])
    }

    @Test func `a WebDAV password is not used for this server, one from a program is`() throws {
      let server = try SSHServer(settings: ["PasswordAuthentication yes"])
      try server.writeKnownHosts(server.knownHosts())
      let home = server.folder.appending(path: "home").path(percentEncoded: false)
      func list(_ environment: [String: String] = [:]) throws -> CommandResult {
        try run(
          "vitrine list \(server.address())",
          environment: environment.merging(["HOME": home]) { $1 })
      }

      let variable = try list(
        ["VITRINE_DAV_USER": server.user, "VITRINE_DAV_PASSWORD": "s3cret"])
      #expect(variable.errorText.contains("requires a key or a password"))

      try FileManager.default.createDirectory(
        atPath: folder.path("config/vitrine"), withIntermediateDirectories: true)
      let text = """
        [servers."127.0.0.1"]
        password_command = ["sh", "-c", "echo asked >>\(folder.path("asked")); echo wr0ng"]
        """
      try Data(text.utf8).write(to: URL(filePath: folder.path("config/vitrine/config.toml")))
      let printed = try list()
      #expect(printed.errorText.contains("refused the user name or password"))
      #expect(!printed.errorText.contains("wr0ng"))
      try expectEqual(String(contentsOfFile: folder.path("asked"), encoding: .utf8), "asked\n")
    }
  }
}

extension InterfaceTests {
  @Suite(.enabled("sshd is installed") { SSHServer.isInstalled })
  struct SFTPFolderTests {
    @Test
    func `an SFTP folder can be browsed, and r shows new files and errors`()
      throws
    {
      let (server, state) = (try SSHServer(), try ScratchFolder())
      try server.makeUserKnown()
      let pictures = try URL(filePath: SampleGallery.folder()).appending(path: "pictures")
      func put(_ picture: String, as name: String) throws {
        try server.write(Array(Data(contentsOf: pictures.appending(path: picture))), to: name)
      }
      try put("aurora.jpg", as: "b.jpg")
      try put("agate.jpg", as: "2024/c.jpg")
      var environment = [
        "HOME": server.folder.appending(path: "home").path(percentEncoded: false)
      ]
      for name in ["CACHE", "STATE", "CONFIG"] {
        environment["XDG_\(name)_HOME"] = state.path(name)
      }

      let gallery = try GallerySession.started(
        server.address(), environment: environment, showing: "2 photos")
      try gallery.wait(for: " 2024 ──")
      try gallery.wait(for: "SONY ILCE-7RM3")
      gallery.send("\r")
      try gallery.wait(for: "1 of 2")
      gallery.send("q")

      try put("dome.jpg", as: "a.jpg")
      gallery.send("r")
      try gallery.wait(for: "3 photos")

      // What is on the screen stays.
      server.stop()
      gallery.send("r")
      try gallery.wait(for: "Can't connect to 127.0.0.1:\(server.port)")
      try gallery.wait(for: "3 photos")
      gallery.send("q")
      try expectEqual(gallery.shell.status(), 0)
    }
  }
}
