import ExpectationSupport
import FeedServerSupport
import Foundation
import GalleryData
import GalleryDomain
import Testing

@testable import GalleryNetwork

/// A known server whose SFTP program says what it likes: a shell script in the place of OpenSSH's.
@Suite(
  .enabled("sshd is installed") { SSHServer.isInstalled }, .serialized, .timeLimit(.minutes(10)))
final class SFTPFloodTests {
  private let place = FileManager.default.temporaryDirectory.appending(
    path: "vitrine-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: place)
  }

  private var path: String { place.path(percentEncoded: false) }

  private func error(script: String) async throws -> PhotoSourceError? {
    try Data(script.utf8).write(to: place.appending(path: "script"))
    let server = try SSHServer(settings: ["Subsystem sftp /bin/sh \(path)/script"])
    try server.makeUserKnown()
    let folder = try SFTPFileSystem(
      configuration: TransportConfiguration(version: "1", time: TestTime().time),
      folder: try #require(URL(string: server.address())), user: nil,
      environment: SFTPFileSystem.Environment(
        home: server.folder.appending(path: "home").path(percentEncoded: false), agent: nil,
        localUser: server.user, knownHosts: [], configuration: [])
    ) { (_) async throws(PhotoSourceError) in nil }
    do throws(PhotoSourceError) {
      _ = try await folder.list([], isRecursive: false, after: nil)
      return nil
    } catch {
      guard case .connectionFailed(_, let cause) = error else { return error }
      return .connectionFailed(host: "", cause: cause)
    }
  }

  enum Flood: CaseIterable, Sendable {
    case answersToNothing
    /// Of 250 MB.
    case longAnswer, longVersion

    fileprivate var beginning: [UInt8] {
      switch self {
      case .answersToNothing: version
      // SSH_FXP_DATA, and SSH_FXP_VERSION.
      case .longAnswer: version + [0x0F, 0, 0, 0, 103]
      case .longVersion: [0x0F, 0, 0, 0, 2]
      }
    }

    fileprivate var junk: [UInt8] {
      guard self == .answersToNothing else { return [UInt8](repeating: 0, count: 1 << 20) }
      // SSH_FXP_STATUS with a number that no request has, a code and two empty texts.
      let status: [UInt8] =
        [0, 0, 0, 17, 101, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 4] + [UInt8](repeating: 0, count: 8)
      return (0..<50_000).flatMap { _ in status }
    }

    /// SSH_FXP_VERSION: 3 (draft-ietf-secsh-filexfer-02, 4).
    private var version: [UInt8] { [0, 0, 0, 5, 2, 0, 0, 0, 3] }
  }

  @Test(arguments: Flood.allCases)
  func `a server that sends more than it was asked for is left, in words`(
    flood: Flood
  ) async throws {
    try Data(flood.beginning).write(to: place.appending(path: "beginning"))
    try Data(flood.junk).write(to: place.appending(path: "junk"))

    let error = try await error(
      script: """
        cat '\(path)/beginning'
        while cat '\(path)/junk'; do echo sent >>'\(path)/trace'; done
        """)

    expectEqual(error, .connectionFailed(host: "", cause: .unrequestedData))
    let trace = try? String(contentsOf: place.appending(path: "trace"), encoding: .utf8)
    // Megabytes: what came, and what the buffers on the way hold.
    #expect((trace ?? "").split(separator: "\n").count < 64)
  }

  @Test func `what a jump host sends besides the data of the next host is counted`() {
    let (jump, server) = (SSHCounter(), SSHCounter())
    server.follow(jump)
    func receive(_ byteCount: UInt64, _ counter: SSHCounter) {
      counter.counter.pointee.in_bytes += byteCount
    }
    receive(SSHCounter.answerByteLimit, jump)
    #expect(!server.isExceeded)

    // All that is passed on may come, with its packets around it.
    for _ in 0..<1_000 {
      receive(70_000, jump)
      jump.notePassedOn(byteCount: 65_536)
      #expect(!server.isExceeded)
    }
    receive(4 * 65_536 * 1_000, jump)

    #expect(jump.isExceeded)
    #expect(server.isExceeded)
  }

  @Test func `what a server's program says on standard error is in nobody's way`() async throws {
    try await expectEqual(
      error(
        script: """
          head -c 8000000 /dev/zero >&2
          exec /usr/lib/openssh/sftp-server
          """), nil)
  }
}
