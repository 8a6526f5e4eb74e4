import ExpectationSupport
import FeedServerSupport
import Foundation
import GalleryDomain
import Glibc
import Testing

@testable import GalleryNetwork

/// What `~/.ssh/config` says, compared with the output of `ssh -G`.
@Suite(.timeLimit(.minutes(10)))
final class SSHConfigurationTests {
  private let home = FileManager.default.temporaryDirectory.appending(
    path: "vitrine-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(
      at: home.appending(path: ".ssh/config.d"), withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: home)
  }

  private var path: String { home.path(percentEncoded: false) }

  private func write(
    _ text: String, to name: String = "config", mode: mode_t = 0o600
  ) throws -> String {
    let file = home.appending(path: ".ssh/\(name)")
    try Data(text.utf8).write(to: file)
    let path = file.path(percentEncoded: false)
    try #require(chmod(path, mode) == 0)
    return path
  }

  private func settings(
    _ text: String, of host: String = "nas", user: String? = nil, port: Int? = nil,
    system: String = ""
  ) throws -> SSHConfiguration {
    try SSHConfiguration(
      of: SSHConfiguration.Subject(
        host: host, user: user, port: port, home: path, localUser: "anna"),
      userFiles: [write(text)], systemFiles: [write(system, to: "system")])
  }

  @Test func `the first value of a setting counts, but every identity file`() throws {
    let found = try settings(
      """
      # nothing
      Host nas other
        HostName  nas.example
        port=2222
        User = "anna b"   # not a comment for ssh(1) before 8.7
        IdentityFile ~/.ssh/one
      Host *
        HostName wrong
        Port 1
        User eve
        IdentityFile ~/.ssh/two
        IdentitiesOnly yes
      """, system: "IdentityFile /etc/three\nIdentitiesOnly no\nHostKeyAlias cluster")

    expectEqual(found.hostName, "nas.example")
    expectEqual(found.port, 2_222)
    expectEqual(found.user, "anna b")
    expectEqual(found.identityFiles, ["\(path)/.ssh/one", "\(path)/.ssh/two", "/etc/three"])
    expectEqual(found.identitiesOnly, true)
    expectEqual(found.hostKeyAlias, "cluster")
  }

  @Test(arguments: [
    ("Host nas", true), ("Host n?s", true), ("Host *", true), ("Host NAS", true),
    ("Host * !nas", false), ("Host !nas *", false), ("Host !other *", true), ("Host other", false),
    ("Host", false), ("Host \"nas\"", true), ("Host nas.example", false),
    ("Match all", true), ("Match host nas", true), ("Match host a,n*", true),
    ("Match !host nas", false), ("Match originalhost nas user anna", true),
    ("Match user eve", false), ("Match localuser anna", true), ("Match localuser eve", false),
    ("Match canonical", false), ("Match final", false), ("Match host other exec \"false\"", false),
  ])
  func `blocks count for the hosts that they name, as in ssh`(
    block: String, counts: Bool
  ) throws {
    let text = "\(block)\n  Port 2222\n"

    try expectEqual(settings(text).port, (counts ? 2_222 : nil))
    // `Host` alone is an error for ssh(1), addresses are in lower case here, and the user is another one.
    if !["Host", "Host NAS"].contains(block), !block.contains("user"), !block.contains("final"),
      let said = try Self.ssh(write(text))
    {
      expectEqual(said["port"], [counts ? "2222" : "22"])
    }
  }

  @Test func `tokens are expanded`() throws {
    let found = try settings(
      """
      HostName %h.example
      IdentityFile %d/keys/%h-%n-%r-%u-%p-%%
      CertificateFile ~/%n.pub
      UserKnownHostsFile ~/a %d/b
      IdentityAgent ~/agent
      """, user: "eve", port: 2_222)

    expectEqual(found.hostName, "nas.example")
    expectEqual(found.identityFiles, ["\(path)/keys/nas.example-nas-eve-anna-2222-%"])
    expectEqual(found.certificateFiles, ["\(path)/nas.pub"])
    expectEqual(found.knownHostsFiles, ["\(path)/a", "\(path)/b"])
    expectEqual(found.identityAgent, "\(path)/agent")
  }

  @Test(arguments: [
    "GlobalKnownHostsFile /etc/a ~/b", "GlobalKnownHostsFile=\"/etc/a b\" /none",
    "GlobalKnownHostsFile none", "GlobalKnownHostsFile /a\nGlobalKnownHostsFile /b",
    "Host other\n  GlobalKnownHostsFile /a\nHost *\n  GlobalKnownHostsFile /c", "Port 22",
  ])
  func `the computer's files of known hosts are those that ssh reads`(text: String) throws {
    let usual = ["/etc/ssh/ssh_known_hosts", "/etc/ssh/ssh_known_hosts2"]
    let found = try settings(text).globalKnownHostsFiles

    if let said = try Self.ssh(write(text))?["globalknownhostsfile"]?.first {
      let names = (found ?? usual).map { name in
        // Printed as it is written.
        name.hasPrefix(path) ? "~/" + name.dropFirst(path.count).drop { $0 == "/" } : name
      }
      expectEqual(said, (names.isEmpty ? "none" : names.joined(separator: " ")))
    }
    expectEqual((found == nil), (text == "Port 22"))
  }

  @Test func `other files are included where they are named, and endless ones end`() throws {
    _ = try write("Host nas\n  Port 2222\nHost other\n  User eve\n", to: "config.d/a.conf")
    _ = try write("Include config.d/b.conf\nUser anna\n", to: "config.d/b.conf")

    let found = try settings("Include config.d/*.conf none\nHost nas\n  Port 1\n")
    let unmet = try settings("Host other\n  Include config.d/*.conf\n")

    expectEqual(found.port, 2_222)
    expectEqual(found.user, "anna")
    #expect(unmet.port == nil && unmet.user == nil)
  }

  @Test func `jump hosts are read, and a program instead of them`() throws {
    try expectEqual(settings("ProxyJump a,eve@b:2222,ssh://c").proxyJump, ["a", "eve@b:2222", "c"])
    try expectEqual(settings("ProxyJump none\nProxyJump a").proxyJump, [])
    #expect(try settings("ProxyCommand nc %h %p\nProxyJump a").hasProxyCommand)
    try expectEqual(settings("ProxyCommand nc %h %p\nProxyJump a").proxyJump, [])
    #expect(try !settings("ProxyJump a\nProxyCommand nc %h %p").hasProxyCommand)
    #expect(try !settings("ProxyCommand none").hasProxyCommand)
    #expect(try !settings("Host other\n  ProxyCommand nc %h %p").hasProxyCommand)
  }

  @Test func `a program is not run to see whether a block counts`() throws {
    #expect(throws: SSHConfiguration.Refusal.matchExec) {
      try settings("Match exec \"touch \(path)/run\"\n  Port 1")
    }
    #expect(throws: SSHConfiguration.Refusal.matchExec) {
      try settings("Match host nas !exec false")
    }
    #expect(!FileManager.default.fileExists(atPath: "\(path)/run"))
  }

  @Test(arguments: [
    "\"", "=", "Port", "Port 0", "Port 70000", "Port x", "Host", "Match", "Match host",
    "Match what x",
    "IdentityFile", "Include", "Include /", "ProxyJump ,", "ProxyJump", "\u{0}\u{1B}[2J", "#",
    "Foo bar",
    String(repeating: "x", count: 100_000), "Host \(String(repeating: "*", count: 10_000))x",
  ])
  func `a broken line is ignored`(line: String) throws {
    let found = try settings("\(line)\nHost *\n  Port 2222")

    expectEqual(found.port, 2_222)
    #expect(found.user == nil && found.hostName == nil && found.proxyJump.isEmpty)
  }

  @Test(arguments: [0o620, 0o602, 0o666, 0o777] as [mode_t])
  func `a file that others can write to is refused, as by ssh`(mode: mode_t) throws {
    func found(user: [String], system: [String] = []) throws -> SSHConfiguration {
      try SSHConfiguration(
        of: SSHConfiguration.Subject(host: "nas", home: path, localUser: "anna"),
        userFiles: user, systemFiles: system)
    }
    let open = try write("Port 2222", to: "open", mode: mode)
    let own = try write("Include open\n")
    let system = try write("Include \(open)\n", to: "system")

    #expect(throws: SSHConfiguration.Refusal.writableByOthers(path: open)) {
      try found(user: [open])
    }
    #expect(throws: SSHConfiguration.Refusal.writableByOthers(path: open)) {
      try found(user: [own])
    }
    #expect(throws: SSHConfiguration.Refusal.writableByOthers(path: open)) {
      try found(user: [], system: [system])
    }
    // ssh(1) trusts the computer's own file, and files that others may only read.
    try expectEqual(found(user: [], system: [open]).port, 2_222)
    try #require(chmod(open, 0o644) == 0)
    try expectEqual(found(user: [own]).port, 2_222)
  }

  @Test func `a file of another user is refused`() throws {
    let file = try write("Port 2222")
    guard geteuid() == 0 else { return }
    try #require(chown(file, 65_534, 65_534) == 0)

    #expect(throws: SSHConfiguration.Refusal.writableByOthers(path: file)) {
      try SSHConfiguration(
        of: SSHConfiguration.Subject(host: "nas", home: path, localUser: "anna"),
        userFiles: [file], systemFiles: [])
    }
  }

  @Test func `a missing file, or a folder, counts as empty`() throws {
    let found = try SSHConfiguration(
      of: SSHConfiguration.Subject(host: "nas", localUser: "anna"),
      userFiles: ["/none", path], systemFiles: ["/dev/null"])

    #expect(found.port == nil && found.identityFiles == nil)
  }

  /// The output of ssh(1) for a file; nil if it isn't installed.
  private static func ssh(_ file: String, host: String = "nas") throws -> [String: [String]]? {
    guard let text = SSHServer.output(["/usr/bin/ssh", "-G", "-F", file, host]) else { return nil }
    let lines = text.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1) }
    return Dictionary(
      lines.map { (String($0[0]), [$0.count > 1 ? String($0[1]) : ""]) }, uniquingKeysWith: +)
  }
}
