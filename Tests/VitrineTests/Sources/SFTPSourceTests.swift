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
      folder = ScratchFolder()
      server = try SSHServer()
    }

    private func run(
      _ script: String, environment: [String: String] = [:]
    ) throws -> CommandResult {
      try folder.run(
        script, environment: environment.merging(["PATH": Self.path(server)]) { $1 },
        without: ["NETRC", "VITRINE_DAV_USER", "VITRINE_DAV_PASSWORD", "SSH_AUTH_SOCK"])
    }

    /// With an ssh that has the server's files for the user.
    static func path(_ server: SSHServer) -> String {
      let own = URL(filePath: server.client).deletingLastPathComponent()
      return own.path(percentEncoded: false) + ":"
        + (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin")
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
        lines.ids, ["-x.jpg", "IMG 9.jpg", "IMG 10.jpg", "2024/b.jpg", "2024/a/ä.png"])
      #expect(lines.outputLines.contains { $0.contains("IMG 10") && $0.contains("SONY ILCE-7RM3") })
      expectEqual(json.outputLines.count, 3)
      #expect(
        json.outputText.contains(#""image_url":"\#(server.address("/~/IMG%2010.jpg"))""#))
    }

    @Test func `the keys of an agent are used, and without a terminal nothing is asked`() throws {
      try server.writeKnownHosts(server.knownHosts())
      try server.writeConfiguration("IdentityAgent SSH_AUTH_SOCK")
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
      expectEqual(result.ids, ["a.jpg"])
      let refused = try run("vitrine list \(server.address())")
      expectEqual(refused.status, 1)
      #expect(refused.errorText.contains("Permission denied (publickey)"))
    }

    @Test func `without ssh, the error says what to install`() throws {
      let result = try run("PATH=/none vitrine list \(server.address())")

      #expect(result.errorText.contains("no ssh here"))
    }
  }
}

extension InterfaceTests {
  @Suite(.enabled("sshd is installed") { SSHServer.isInstalled })
  struct SFTPFolderTests {
    private func environment(_ state: ScratchFolder, _ server: SSHServer) -> [String: String] {
      state.environment.merging(["PATH": CommandTests.SFTPSourceTests.path(server)]) { $1 }
    }

    @Test
    func `an SFTP folder can be browsed, and r shows new files and errors`()
      throws
    {
      let (server, state) = (try SSHServer(), ScratchFolder())
      try server.makeUserKnown()
      let pictures = try URL(filePath: SampleGallery.folder()).appending(path: "pictures")
      func put(_ picture: String, as name: String) throws {
        try server.write(Array(Data(contentsOf: pictures.appending(path: picture))), to: name)
      }
      try put("aurora.jpg", as: "b.jpg")
      try put("agate.jpg", as: "2024/c.jpg")
      let environment = environment(state, server)

      let gallery = try GallerySession.started(
        server.address(), environment: environment, showing: "/2 ")
      try gallery.wait(for: " 2024 ──")
      try gallery.wait(for: "SONY ILCE-7RM3")
      try gallery.send("\r", showing: "q back")
      gallery.send("q")

      try put("dome.jpg", as: "a.jpg")
      try gallery.send("r", showing: "/3 ")

      // What is on the screen stays.
      server.stop()
      try gallery.send("r", showing: "Can't connect to 127.0.0.1")
      try gallery.wait(for: "/3 ")
      try gallery.leave()
    }

    @Test func `a list lets ssh ask on the terminal`() throws {
      let (server, state) = (try SSHServer(), ScratchFolder())
      try server.makeUserKey(passphrase: "open sesame")
      try server.write([], to: "a.jpg")

      let list = try GallerySession(
        "list \(server.address())", environment: environment(state, server))
      try list.wait(for: "Are you sure you want to continue connecting")
      try list.send("yes\r", showing: "Enter passphrase for key")
      try list.send("open sesame\r", showing: "a.jpg")
      try expectEqual(list.shell.status(), 0)
      #expect(!list.screenText.contains("sesame"))
    }

    @Test func `ssh's questions are asked in the gallery`() throws {
      let (server, state) = (try SSHServer(), ScratchFolder())
      try server.makeUserKey(passphrase: "open sesame")
      try server.write([], to: "a.jpg")
      let environment = environment(state, server)
      let fingerprint = try #require(server.fingerprint())

      let gallery = try GallerySession.started(
        server.address(), environment: environment, showing: "ssh asks, for 127.0.0.1")
      try gallery.wait(for: fingerprint)
      try gallery.send("maybe\r", showing: "yes, no or the fingerprint")
      try gallery.send("\u{15}yes\r", showing: "Enter passphrase for key")
      try gallery.send("open sesame", showing: "•••••••••••")
      #expect(!gallery.screenText.contains("sesame"))
      try gallery.send("\r", showing: "/1 ")
      try gallery.leave()
      #expect(server.writtenKnownHosts.contains("127.0.0.1"))
    }
  }
}
