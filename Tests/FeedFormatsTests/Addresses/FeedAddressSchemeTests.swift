import ExpectationSupport
import Foundation
import Testing

@testable import FeedFormats

@Suite struct FeedAddressSchemeTests {
  @Test(arguments: [
    "localhost", "LocalHost:8080/shop?a=b", "shop.localhost:80", "127.0.0.1", "127.1.2.3:9931/",
    "[::1]", "[::1]:8080/photos", "127.1", "127.0.0", "127.0.0.1.", "localhost.", "0x7f000001",
    "[0:0:0:0:0:0:0:1]",
  ])
  func `a server on this computer is contacted over http`(typed: String) {
    expectEqual(FeedAddress.withScheme(typed), "http://\(typed)")
  }

  @Test(arguments: [
    "shop.example", "192.168.1.20:2283", "127.0.0.1.example", "127.0.0.1@shop.example",
    "localhost@shop.example", "localhost:80@shop.example", "[::1]@shop.example", "[::12]",
    "127.0.0.256", "localhost.example", "mylocalhost", "", "localhost:port", "0", "[::]",
    #"127.0.0.1\@shop.example"#,
  ])
  func `all other hosts are contacted over https, even if they look like this computer`(
    typed: String
  ) {
    expectEqual(FeedAddress.withScheme(typed), "https://\(typed)")
  }

  @Test(arguments: [
    ("http://h.example", "h.example"), ("http://H.example:80/a", "h.example"),
    ("https://h.example:80", "h.example:80"), ("https://h.example:443", "h.example"),
    ("http://[FD00::1]:8080", "[fd00::1]:8080"), ("http://%68.example.", "h.example"),
  ])
  func `a host is written as the Host header has it`(address: String, header: String) {
    expectEqual(URL(string: address).flatMap { Origin($0) }?.hostHeader, header)
  }

  @Test(arguments: [
    ("http://h.example/a?b=%20", "https://h.example/a?b=%20"),
    ("HTTP://h.example:80/a", "https://h.example/a"),
    ("http://h.example:8080/a", "https://h.example:8080/a"), ("ftp://h/a", "ftp://h/a"),
  ])
  func `what an encrypted answer names is asked for encrypted, too`(plain: String, other: String)
    throws
  {
    let url = try #require(URL(string: plain))
    expectEqual(url.encrypted(like: URL(string: "HTTPS://x.example")).absoluteString, other)
    expectEqual(url.encrypted(like: URL(string: "http://x.example")), url)
    expectEqual(url.encrypted(like: nil), url)
  }

  @Test func `an explicit scheme is kept`() {
    expectEqual(FeedAddress.withScheme("https://localhost"), "https://localhost")
    expectEqual(FeedAddress.withScheme("http://192.168.1.20"), "http://192.168.1.20")
  }

  @Test(arguments: [
    ("https://ann:secret@h.example/x.jpg?a=b", "https://…@h.example/x.jpg?a=b", "h.example"),
    ("http://a:b@h/x", "http://…@h/x", "h"),
    ("http://ann:sec/ret@h/x", "http://…@h/x", "h"),
    ("ann:sec@h/x", "ann:…@h/x", "h"),
    ("//ann:secret@h/x", "//…@h/x", "h"),
    ("https:/ann:secret@h/x", "https:/…@h/x", "h"),
    ("https://h.example?key=a", "https://h.example?key=a", "h.example"),
    ("https://h:8080/a@b.jpg", "https://h:8080/a@b.jpg", "h:8080"),
  ])
  func `users and passwords are hidden, and of addresses only the host is logged`(
    address: String, shown: String, logged: String
  ) {
    expectEqual(
      String(decoding: FeedAddress.withoutUser(Array(address.utf8)), as: UTF8.self), shown)
    expectEqual(FeedAddress.hostAlone(address), logged)
  }

  @Test(arguments: [
    "/photos/a@b.jpg", "a@b/c.jpg", "12:30.jpg", "Portrait: ann@example",
    "See https://blog.example/a for more", "",
  ])
  func `a text that is not a URL stays as it is`(text: String) {
    expectEqual(String(decoding: FeedAddress.withoutUser(Array(text.utf8)), as: UTF8.self), text)
    expectEqual(FeedAddress.hostAlone(text), text)
  }
}
