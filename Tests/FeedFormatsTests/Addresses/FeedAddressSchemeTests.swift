import ExpectationSupport
import Testing

@testable import FeedFormats

@Suite struct FeedAddressSchemeTests {
  @Test(arguments: [
    "localhost", "LocalHost:8080/shop?a=b", "shop.localhost:80", "127.0.0.1", "127.1.2.3:9931/",
    "[::1]", "[::1]:8080/photos",
  ])
  func `a server on this computer is contacted over http`(typed: String) {
    expectEqual(FeedAddress.withScheme(typed), "http://\(typed)")
  }

  @Test(arguments: [
    "shop.example", "192.168.1.20:2283", "127.0.0.1.example", "127.0.0.1@shop.example",
    "localhost@shop.example", "localhost:80@shop.example", "[::1]@shop.example", "[::12]",
    "127.0.0", "127.0.0.256", "127.0.0.1.", "localhost.example", "mylocalhost", "",
    #"127.0.0.1\@shop.example"#,
  ])
  func `all other hosts are contacted over https, even if they look like this computer`(
    typed: String
  ) {
    expectEqual(FeedAddress.withScheme(typed), "https://\(typed)")
  }

  @Test func `an explicit scheme is kept`() {
    expectEqual(FeedAddress.withScheme("https://localhost"), "https://localhost")
    expectEqual(FeedAddress.withScheme("http://192.168.1.20"), "http://192.168.1.20")
  }
}
