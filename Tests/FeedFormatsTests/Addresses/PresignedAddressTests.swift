import ExpectationSupport
import Foundation
import Testing

@testable import FeedFormats

struct PresignedAddressTests {
  /// In the forms that the services document.
  @Test(arguments: [
    (
      "https://b.s3.amazonaws.com/a%20b.jpg?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AK%2F20261123%2Fr%2Fs3%2Faws4_request"
        + "&X-Amz-Date=20261123T000000Z&X-Amz-Expires=3600&X-Amz-SignedHeaders=host&X-Amz-Security-Token=T"
        + "&versionId=7&X-Amz-Signature=abc&x-id=GetObject",
      "https://b.s3.amazonaws.com/a%20b.jpg?versionId=7"
    ),
    (
      "http://127.0.0.1:9000/b/a.jpg?AWSAccessKeyId=AK&Signature=a%2Bb%3D&Expires=1795000000",
      "http://127.0.0.1:9000/b/a.jpg"
    ),
    (
      "https://storage.googleapis.com/b/a.jpg?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Credential=c&X-Goog-Signature=s&w=100",
      "https://storage.googleapis.com/b/a.jpg?w=100"
    ),
    (
      "https://x.blob.core.windows.net/c/a.jpg?sv=2022-11-02&st=1&se=2&sr=b&sp=r&sig=abc%3D&w=1",
      "https://x.blob.core.windows.net/c/a.jpg?w=1"
    ),
    (
      "https://d1.cloudfront.net/a.jpg?Policy=p&Signature=s&Key-Pair-Id=K&size=l#thumbnail-1",
      "https://d1.cloudfront.net/a.jpg?size=l#thumbnail-1"
    ),
  ])
  func `a URL is stored without its permission`(address: String, bare: String) throws {
    let url = try #require(URL(string: address))
    expectEqual(PresignedAddress.bare(url).absoluteString, bare)
    expectEqual(PresignedAddress.bare(PresignedAddress.bare(url)).absoluteString, bare)
  }

  @Test(arguments: [
    "https://a.example/a.jpg", "https://a.example/a.jpg?signature=modern&expires=1&page=2",
    "https://a.example/?sig=1", "https://a.example/?sv=1&design=1",
    "https://a.example/a?x-amz-date=1",
    "file:///a%20b.jpg",
  ])
  func `other URLs are unchanged`(address: String) throws {
    let url = try #require(URL(string: address))
    expectEqual(PresignedAddress.bare(url), url)
  }
}
