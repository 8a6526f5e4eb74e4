import Digests
import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import GalleryNetwork

@Suite(.timeLimit(.minutes(10)))
struct KnownHostsTests {
  /// A key as it is sent: its kind, and some bytes.
  private static func key(_ kind: String, _ byte: UInt8 = 1) -> [UInt8] {
    [0, 0, 0, UInt8(kind.utf8.count)] + Array(kind.utf8) + [0, 0, 0, 2, byte, byte]
  }

  private static func text(_ kind: String, _ byte: UInt8 = 1) -> String {
    "\(kind) \(Data(key(kind, byte)).base64EncodedString())"
  }

  private let own = key("ssh-ed25519")
  private static let ownText = text("ssh-ed25519")

  private func fault(
    _ lines: String, host: String = "nas.example", port: Int = 22
  ) -> HostKeyFault? {
    KnownHostKeys(of: host, port: port, in: [Array(lines.utf8)]).fault(of: own)
  }

  @Test(arguments: [
    "nas.example", "other,nas.example", "NAS.example", "*.example", "nas.exampl?", "*", "n*e",
    "*a*.*", "nas.example,!other",
  ])
  func `a server is known by its name and by patterns`(names: String) {
    expectEqual(fault("\(names) \(Self.ownText)\n"), nil)
    expectEqual(fault("  \(names)\t\(Self.ownText) comment and more"), nil)
    expectEqual(fault("\(names) \(Self.ownText)\r\n", host: "Nas.Example"), nil)
  }

  @Test(arguments: [
    "nas", "nas.example.org", "*.example,!nas.example", "!nas.example", "[nas.example]:2222", "?",
    "nas.example?", "", "#nas.example", "@cert-authority nas.example", "@other nas.example",
    "|1|AAAA|AAAA", "|1|", "|2|x|y|z",
  ])
  func `a server is not known by another name`(names: String) {
    expectEqual(fault("\(names) \(Self.ownText)\n"), .unknown)
  }

  @Test func `a port has names of its own, and otherwise those without a port`() {
    let other = Self.text("ssh-ed25519", 2)
    expectEqual(fault("[nas.example]:2222 \(Self.ownText)", port: 2_222), nil)
    expectEqual(fault("nas.example \(Self.ownText)", port: 2_222), nil)
    expectEqual(
      fault("nas.example \(Self.ownText)\n[nas.example]:2222 \(other)", port: 2_222), .changed)
    expectEqual(fault("[nas.example]:2222 \(Self.ownText)", port: 2_223), .unknown)
    // A second server of the same computer.
    expectEqual(fault("nas.example \(other)", port: 2_222), .unknown)
    expectEqual(fault("@revoked nas.example \(Self.ownText)", port: 2_222), .revoked)
  }

  @Test func `names that ssh-keygen has hashed are found`() {
    // `ssh-keygen -H` of "nas.example" with the salt of twenty ones, computed by openssl(1).
    let salt = Data(repeating: 1, count: 20)
    let hash = Digest.sha1.code(of: Array("nas.example".utf8), key: Array(salt))
    let line = "|1|\(salt.base64EncodedString())|\(Data(hash).base64EncodedString())"
    expectEqual(fault("\(line) \(Self.ownText)"), nil)
    expectEqual(fault("\(line) \(Self.ownText)", host: "other"), .unknown)
  }

  @Test func `another key of the same kind has changed, one of another kind is unknown`() {
    expectEqual(fault("nas.example \(Self.text("ssh-ed25519", 2))"), .changed)
    expectEqual(fault("nas.example \(Self.text("ssh-rsa"))"), .unknown)
    expectEqual(
      fault("nas.example \(Self.text("ssh-ed25519", 2))\nnas.example \(Self.ownText)"), nil)
  }

  @Test func `a revoked key is refused, wherever it is named`() {
    expectEqual(fault("nas.example \(Self.ownText)\n@revoked * \(Self.ownText)"), .revoked)
    expectEqual(
      fault("@revoked nas.example \(Self.ownText)\nnas.example \(Self.ownText)"), .revoked)
    expectEqual(fault("@revoked other \(Self.ownText)\nnas.example \(Self.ownText)"), nil)
  }

  @Test(arguments: [
    "nas.example", "nas.example ssh-ed25519", "nas.example ssh-ed25519 !!!",
    "nas.example ssh-ed25519 AAAA", "nas.example ssh-rsa AAAAC3NzaC1lZDI1NTE5", "@revoked",
    "@revoked nas.example", "\u{0}\u{0}\u{0}", "nas.example ssh-ed25519 /////w==",
    String(repeating: "*", count: 100_000) + " ssh-ed25519 AAAA",
  ])
  func `a broken line is skipped`(line: String) {
    expectEqual(fault("\(line)\nnas.example \(Self.ownText)\n"), nil)
    expectEqual(fault(line), .unknown)
  }

  @Test(arguments: [[], [0], [0, 0, 0, 9], [0xFF, 0xFF, 0xFF, 0xFF, 1]])
  func `an invalid key is unknown`(bytes: [UInt8]) {
    let known = KnownHostKeys(of: "nas", port: 22, in: [Array("nas \(Self.ownText)".utf8)])
    expectEqual(known.fault(of: bytes), .unknown)
  }

  @Test func `a server is asked for its known keys first, the best kind before others`() {
    let lines = """
      * \(Self.text("ssh-rsa"))
      |1|AAAA|AAAA \(Self.text("ssh-ed25519", 3))
      other \(Self.text("ssh-ed25519", 4))
      nas ssh-dss AAAAB3NzaC1kc3M=
      nas,x \(Self.text("ecdsa-sha2-nistp384"))
      """
    func algorithms(_ host: String) -> String {
      KnownHostKeys(of: host, port: 22, in: [Array(lines.utf8)]).algorithms
    }

    expectEqual(
      algorithms("nas"),
      "ecdsa-sha2-nistp384,rsa-sha2-512,rsa-sha2-256,"
        + "ssh-ed25519,ecdsa-sha2-nistp256,ecdsa-sha2-nistp521")
    // SHA-1 is never requested.
    #expect(!algorithms("any").split(separator: ",").contains("ssh-rsa"))
    #expect(algorithms("other").hasPrefix("ssh-ed25519,rsa-sha2-512"))
  }

  @Test func `an alias has no port`() {
    let lines = Array("cluster \(Self.ownText)".utf8)

    expectEqual(
      KnownHostKeys(of: "cluster", port: 2_222, isAlias: true, in: [lines]).fault(of: own), nil)
    // Of another port it is only believed, and a changed one is not told.
    let other = KnownHostKeys.Key(kind: "ssh-ed25519", bytes: Self.key("ssh-ed25519", 9))
    expectEqual(
      KnownHostKeys(of: "cluster", port: 2_222, isAlias: true, in: [lines]).fault(of: other.bytes),
      .changed)
  }

  @Test func `lanes are assigned in turn, and a cancelled caller stops waiting`() async throws {
    let lanes = TransferLanes()
    let first = try await lanes.enter()
    let cancelled = Task { try await lanes.enter() }
    cancelled.cancel()
    await #expect(throws: PhotoSourceError.cancelled) { try await cancelled.value }
    let second = Task { try await lanes.enter() }

    lanes.leave(first)
    #expect(try await second.value === first)
    lanes.widen(to: 2)
    let other = try await lanes.enter()
    #expect(other !== first)
    lanes.leave(first)
    lanes.leave(other)
    #expect(try await lanes.enter() === other)
  }
}

@Suite(.timeLimit(.minutes(10)))
struct SSHAgentTests {
  private static func field(_ bytes: [UInt8]) -> [UInt8] {
    [0, 0, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes
  }

  private static func key(_ kind: String) -> [UInt8] {
    field(field(Array(kind.utf8)) + [1, 2, 3]) + field(Array("a comment".utf8))
  }

  @Test func `the kinds of an agent's keys are read`() {
    let answer: [UInt8] = [12, 0, 0, 0, 2] + Self.key("ssh-rsa") + Self.key("ssh-ed25519")
    expectEqual(SSHAgent.kinds(in: answer), ["ssh-rsa", "ssh-ed25519"])
    expectEqual(SSHAgent.kinds(in: [12, 0, 0, 0, 0]), [])
  }

  @Test func `an answer that isn't one, or is cut anywhere, does no harm`() {
    let answer: [UInt8] = [12, 0, 0, 0, 1] + Self.key("ssh-ed25519")
    expectEqual(SSHAgent.kinds(in: [5]), nil)
    expectEqual(SSHAgent.kinds(in: []), nil)
    for end in answer.indices { _ = SSHAgent.kinds(in: Array(answer[..<end])) }
    expectEqual(SSHAgent.kinds(in: [12, 0, 0, 0, 1, 255, 255, 255, 255, 0]), [])
    expectEqual(
      SSHAgent.kinds(in: [12, 0, 0, 0, 1] + Self.field([255, 255, 255, 255]) + Self.field([])), nil)
  }
}
