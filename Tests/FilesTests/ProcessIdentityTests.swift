import ExpectationSupport
import GalleryTestSupport
import Glibc
import Testing

@testable import Files

@Suite struct ProcessIdentityTests {
  @Test func `this process is running, and its text names it`() throws {
    let current = try #require(ProcessIdentity.current)

    expectEqual(current.process, getpid())
    expectEqual(current.state(seenBy: current), .running)
    expectEqual(ProcessIdentity(current.text.utf8), current)
  }

  @Test func `a process has ended if its number is free or a later process has it`() throws {
    try expectEqual(#require(ProcessIdentity.ended).state(seenBy: .current), .ended)
    try expectEqual(#require(ProcessIdentity.reused).state(seenBy: .current), .ended)
  }

  @Test func `the state of a process of another system is unknown`() throws {
    let elsewhere = try #require(ProcessIdentity.elsewhere)

    expectEqual(elsewhere.state(seenBy: .current), .unknown)
    expectEqual(elsewhere.state(seenBy: nil), .unknown)
    expectEqual(elsewhere.state(seenBy: elsewhere), .ended)
  }

  @Test(arguments: [
    "", "-", "--", "0123456789abcdef-1", "0123456789abcdef-1-2-3", "123-1-2",
    "0123456789ABCDEF-1-2", "0123456789abcdef-0-2", "0123456789abcdef--1-2",
    "0123456789abcdef-+1-2", "0123456789abcdef-01-2", "0123456789abcdef-99999999999-2",
    "0123456789abcdef-1-99999999999999999999", "0123456789abcdef-1-2 ",
  ])
  func `any other text isn't a process`(text: String) {
    expectEqual(ProcessIdentity(text.utf8), nil)
  }
}
