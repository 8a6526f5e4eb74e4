import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryScreens
import Glibc
import Testing

@testable import vitrine

/// Opening URLs with a program: what is started, with what, and what is rejected.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct DesktopOpenerTests {
  private let folder = ScratchFolder()

  /// A program that writes down its arguments, one per line.
  ///
  /// Read by the shell and not executed itself: a program that another test starts at this moment may have the file
  /// open for writing, and such a file cannot be executed (ETXTBSY).
  private func script(_ body: String) throws -> [String] {
    ["/bin/sh", try folder.write("\(body)\n", to: "program")]
  }

  private func open(
    _ address: String, with program: [String]?, environment: [String: String] = [:]
  ) async throws -> Complaint? {
    let opener = DesktopOpener(program: program) { environment[$0] }
    let url = try #require(URL(string: address))
    return await withCheckedContinuation { continuation in
      opener.open(url) { continuation.resume(returning: $0) }
    }
  }

  @Test func `a program that fails, or does not exist, is reported by name`() async throws {
    let program = try script("exit 3")

    try await expectEqual(open("https://x.example/", with: program), "/bin/sh failed")
    try await expectEqual(
      open("https://x.example/", with: ["no-such-program"]), "no-such-program is not installed")
  }

  @Test func `a program that keeps running is not waited for`() async throws {
    let program = try script("exec sleep 30")

    try await expectEqual(open("https://x.example/", with: program), nil)
  }

  @Test func `without a desktop nothing is started, unless a program is configured`() async throws {
    let program = try script("exit 0")

    try await expectEqual(open("https://x.example/", with: nil), "no desktop here")
    try await expectEqual(
      open("https://x.example/", with: nil, environment: ["DISPLAY": ""]), "no desktop here")
    try await expectEqual(open("https://x.example/", with: program), nil)
  }

  @Test(
    arguments: [
      "javascript:alert(1)", "ftp://x.example/", "file://server.example/share", "-x", "https:///",
      "relative/path", "data:text/html,x", "ssh://x.example",
    ])
  func `anything that is not a web or file URL is rejected`(_ address: String) throws {
    let url = try #require(URL(string: address))

    expectEqual(DesktopOpener.argument(of: url), nil)
  }

  @Test(
    arguments: [
      "https://x.example/a", "HTTP://x.example/", "mailto:a@x.example?subject=b",
      "file:///a%20b.jpg", "file://localhost/a",
    ])
  func `a valid URL is passed on unchanged`(_ address: String) throws {
    let url = try #require(URL(string: address))

    expectEqual(DesktopOpener.argument(of: url), address)
  }
}
