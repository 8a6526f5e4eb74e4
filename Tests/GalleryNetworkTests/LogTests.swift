import ExpectationSupport
import FeedFormats
import FeedServerSupport
import Foundation
import GalleryDomain
import GalleryTestSupport
import Testing

@testable import GalleryNetwork

@Suite(.timeLimit(.minutes(10)))
struct LogTests {
  @Test(arguments: [
    ("http://me:pw@h.example/a?key=k&page=2#f", "http://h.example/a?key=%E2%80%A6&page=2"),
    ("https://h.example/a?KEY=k&key=l", "https://h.example/a?KEY=%E2%80%A6&key=%E2%80%A6"),
    (
      "https://h.example/a?X-Amz-Credential=AK&w=1&X-Amz-Signature=s",
      "https://h.example/a?X-Amz-Credential=%E2%80%A6&w=1&X-Amz-Signature=%E2%80%A6"
    ),
    ("http://h.example/", "http://h.example/"), ("http://[::1]:80/?x", "http://[::1]:80/?x"),
  ])
  func `a URL is logged without its secrets`(address: String, expected: String) throws {
    let url = try #require(URL(string: address))
    expectEqual(LoggedAddress.text(url, secretNames: ["key"]), expected)
  }

  @Test func `no secret is in the log, whatever happens`() async throws {
    let answers = AnswerSequence(
      .status(503), .redirect(to: "/next?key=hidden-1"), .raw("HTTP/1.1 200 OK\r\nhidden-2"),
      .redirect(to: "file:///hidden-3"))
    let server = try FeedServer { answers.answer(to: $0) }
    let log = RecordedLog()
    let transport = CurlTransport.test { $0.logger = log.logger }
    let url = try #require(
      URL(string: "http://me:hidden-4@127.0.0.1:\(server.port)/?key=hidden-5&page=1"))

    let outcome = await transport.outcome(
      of: HTTPRequest(url: url, headers: ["X-Key": "hidden-6"], secretNames: ["x-key", "key"]))

    guard case .failure(let error) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    let text = log.text
    #expect(text.contains("page=1"))
    #expect(!text.contains("hidden"))
    #expect(!"\(error)".contains("hidden"))
  }
}
