import Glibc
import Testing

@testable import GalleryFiles

@Suite struct ProcessIdentityTests {
  @Test func `this process is running, and its text names it`() throws {
    let current = try #require(ProcessIdentity.current)

    #expect(current.process == getpid())
    #expect(current.state(seenBy: current) == .running)
    #expect(ProcessIdentity(current.text.utf8) == current)
  }

  @Test func `a process has ended if its number is free or a later process has it`() throws {
    #expect(try #require(ProcessIdentity.ended).state(seenBy: .current) == .ended)
    #expect(try #require(ProcessIdentity.reused).state(seenBy: .current) == .ended)
  }

  @Test func `the state of a process of another system is unknown`() throws {
    let elsewhere = try #require(ProcessIdentity.elsewhere)

    #expect(elsewhere.state(seenBy: .current) == .unknown)
    #expect(elsewhere.state(seenBy: nil) == .unknown)
    #expect(elsewhere.state(seenBy: elsewhere) == .ended)
  }

  @Test(arguments: [
    "", "-", "--", "0123456789abcdef-1", "0123456789abcdef-1-2-3", "123-1-2",
    "0123456789ABCDEF-1-2", "0123456789abcdef-0-2", "0123456789abcdef--1-2",
    "0123456789abcdef-+1-2", "0123456789abcdef-01-2", "0123456789abcdef-99999999999-2",
    "0123456789abcdef-1-99999999999999999999", "0123456789abcdef-1-2 ",
  ])
  func `any other text isn't a process`(text: String) {
    #expect(ProcessIdentity(text.utf8) == nil)
  }
}
