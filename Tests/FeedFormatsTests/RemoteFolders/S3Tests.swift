import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats
@testable import FolderFormats

struct S3SignerTests {
  private static let credentials = S3Credentials(
    accessKey: "AKIAIOSFODNN7EXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
  /// 2013-05-24 00:00 UTC.
  private static let date = Date(timeIntervalSince1970: 1_369_353_600)

  private static func signed(
    _ address: String, _ credentials: S3Credentials = credentials
  ) throws -> HTTPRequest {
    var signer = S3Signer(credentials, region: "us-east-1")
    return signer.signed(HTTPRequest(url: try #require(URL(string: address))), at: date)
  }

  /// The examples of Amazon S3's API reference, *Signature Calculations for the Authorization Header*.
  @Test(arguments: [
    ("lifecycle=", "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
    ("max-keys=2&prefix=J", "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
  ])
  func `requests are signed as the reference says`(query: String, signature: String) throws {
    let request = try Self.signed("https://examplebucket.s3.amazonaws.com/?\(query)")

    expectEqual(
      request.headers["Authorization"],
      "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
        + "SignedHeaders=host;x-amz-content-sha256;x-amz-date,Signature=\(signature)")
    expectEqual(request.headers["x-amz-date"], "20130524T000000Z")
  }

  @Test func `the key of a day signs nothing of the next`() throws {
    let request = HTTPRequest(url: try #require(URL(string: "http://localhost:9000/b")))
    let tomorrow = Self.date + 86_400
    var signer = S3Signer(Self.credentials, region: "us-east-1")
    let first = signer.signed(request, at: Self.date)
    let next = signer.signed(request, at: tomorrow)
    let again = signer.signed(request, at: Self.date)

    var fresh = S3Signer(Self.credentials, region: "us-east-1")
    expectEqual(next.headers, fresh.signed(request, at: tomorrow).headers)
    expectEqual(again.headers, first.headers)
    #expect(next.headers != first.headers)
  }

  @Test func `a session token is signed, and secret`() throws {
    var credentials = Self.credentials
    credentials.sessionToken = "token"
    let request = try Self.signed("http://localhost:9000/b?list-type=2", credentials)

    expectEqual(request.headers["x-amz-security-token"], "token")
    expectEqual(request.headers["Authorization"]?.contains(";x-amz-security-token,"), true)
    #expect(request.secretNames.isSuperset(of: ["authorization", "x-amz-security-token"]))
  }
}

struct S3FormatTests {
  private static func format(
    _ folder: String = "", endpoint: String = "http://127.0.0.1:9000", isPath: Bool = true,
    isSigned: Bool = true
  ) throws -> S3Format {
    S3Format(
      S3Location(
        endpoint: try #require(URL(string: endpoint)), bucket: "photos", folder: folder,
        usesPathStyle: isPath), isSigned: isSigned)
  }

  private static func response(_ body: String, status: Int = 200) throws -> HTTPResponse {
    HTTPResponse(
      status: status, body: Array(body.utf8),
      url: try #require(URL(string: "http://127.0.0.1:9000/photos")))
  }

  private static func text(_ path: [UInt8]) -> String { String(decoding: path, as: UTF8.self) }

  /// As Ceph 16.2 answered, with fewer keys.
  private static let page = """
    <?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">\
    <EncodingType>url</EncodingType><Name>photos</Name><Prefix>Fest &amp; Urlaub 50% +plus/</Prefix><MaxKeys>10</MaxKeys>\
    <Delimiter>/</Delimiter><IsTruncated>true</IsTruncated><NextContinuationToken>Fest &amp; x</NextContinuationToken>\
    <Contents><Key>Fest%20%26%20Urlaub%2050%25%20%2Bplus%2FIMG%2B0002.jpg</Key>\
    <LastModified>2026-11-22T03:14:38.380Z</LastModified><ETag>&quot;91f940fb25f91724bf5714183038d677&quot;</ETag>\
    <Size>38135</Size><StorageClass>STANDARD</StorageClass><Type>Normal</Type></Contents>\
    <Contents><Key>Fest%20%26%20Urlaub%2050%25%20%2Bplus%2Fa%3Db%26c0010%3Bx%40y%2Cz.jpg</Key>\
    <LastModified>2026-11-22T03:14:38.475Z</LastModified><ETag>&quot;e27e&quot;</ETag><Size>45781</Size></Contents>\
    <Contents><Key>Fest%20%26%20Urlaub%2050%25%20%2Bplus%2F</Key><Size>0</Size></Contents>\
    <CommonPrefixes><Prefix>Fest%20%26%20Urlaub%2050%25%20%2Bplus/%E6%97%A5%E6%9C%AC%20%C3%BC/</Prefix></CommonPrefixes>\
    <KeyCount>3</KeyCount></ListBucketResult>
    """

  @Test func `a page of keys is files and folders below the prefix`() throws {
    let listing = try Self.format("/Fest & Urlaub 50% +plus").decode(
      Self.response(Self.page), of: [])

    expectEqual(
      listing.entries.map { Self.text($0.path) }, ["IMG+0002.jpg", "a=b&c0010;x@y,z.jpg", "日本 ü"])
    expectEqual(listing.entries.map(\.isFolder), [false, false, true])
    expectEqual(listing.entries.first?.byteCount, 38_135)
    expectEqual(listing.entries.first?.entityTag, "\"91f940fb25f91724bf5714183038d677\"")
    expectEqual(listing.entries.first?.modified, Date(timeIntervalSince1970: 1_795_317_278.38))
    expectEqual(listing.next, "Fest & x")
    expectEqual(listing.skipped.count, 0)
  }

  @Test func `photos whose keys aren't paths are counted, and named with the reason`() throws {
    let keys = [
      "a/../d.jpg", "a/./c.jpg", "a//b.jpg", "/x.jpg", "ctrl%01x.jpg", "ok.jpg", "a.jpg/",
      "%00.jpg",
      "\(String(repeating: "n", count: 4_100)).jpg",
    ]
    let body =
      "<ListBucketResult><EncodingType>url</EncodingType>"
      + keys.map { "<Contents><Key>\($0)</Key><Size>1</Size></Contents>" }.joined()
      + "<IsTruncated>false</IsTruncated></ListBucketResult>"
    let listing = try Self.format().decode(Self.response(body), of: [])

    expectEqual(listing.entries.map { Self.text($0.path) }, ["ctrl\u{1}x.jpg", "ok.jpg"])
    expectEqual(listing.skipped.unreadableCount, 7)
    expectEqual(
      listing.skipped.items.prefix(5).map(\.name),
      ["a/../d.jpg", "a/./c.jpg", "a//b.jpg", "/x.jpg", "a.jpg/"])
    expectEqual(
      listing.skipped.items.map(\.reason),
      [
        "a name that leads elsewhere", "a name that leads elsewhere", "an empty name",
        "an empty name", "an empty name", "a zero byte in its name",
        "a path of more than 4,096 bytes",
      ])
    expectEqual(listing.next, nil)
  }

  /// As AWS and MinIO, and as Ceph and moto write the same keys.
  @Test(arguments: ["sub+dir/a+b.jpg", "sub%20dir/a%20b.jpg"], [true, false])
  func `keys are decoded wherever the answer says that they are encoded`(
    key: String, isSaidFirst: Bool
  ) throws {
    let keys = [key, "%C3%BCber.jpg", "1%2B1.jpg", "50%25.jpg", "a%26b.jpg", "x%3Dy%3Fz%231.jpg"]
    let encoding = "<EncodingType>url</EncodingType>"
    let text =
      "<ListBucketResult>\(isSaidFirst ? encoding : "")<IsTruncated>true</IsTruncated>"
      + keys.map { "<Contents><Key>\($0)</Key><Size>1</Size></Contents>" }.joined()
      + "<CommonPrefixes><Prefix>Fest%20%C3%BC/</Prefix></CommonPrefixes>"
      + "<NextContinuationToken>a+b%20</NextContinuationToken>"
      + "\(isSaidFirst ? "" : encoding)</ListBucketResult>"

    let listing = try Self.format().decode(Self.response(text), of: [])

    expectEqual(
      listing.entries.map { Self.text($0.path) },
      ["sub dir/a b.jpg", "über.jpg", "1+1.jpg", "50%.jpg", "a&b.jpg", "x=y?z#1.jpg", "Fest ü"])
    expectEqual(listing.next, "a+b%20")
  }

  @Test(arguments: [
    "", "<EncodingType></EncodingType>",
    "<IsTruncated>false</IsTruncated><NextContinuationToken>x</NextContinuationToken>",
    "<NextContinuationToken>x</NextContinuationToken><IsTruncated>false</IsTruncated>",
  ])
  func `keys are used as they are if no encoding is named, and a complete listing has no next page`(
    rest: String
  ) throws {
    let text =
      "<ListBucketResult><Contents><Key>a+b%20&amp;ü.jpg</Key></Contents>\(rest)</ListBucketResult>"

    let listing = try Self.format().decode(Self.response(text), of: [])

    expectEqual(listing.entries.map { Self.text($0.path) }, ["a+b%20&ü.jpg"])
    expectEqual(listing.next, nil)
  }

  @Test func `requests name the bucket by its path or its host, and are sorted and encoded`() throws
  {
    let path = try Self.format("2024/Urlaub ü")
    try expectEqual(
      path.request(for: [], isRecursive: true, after: nil).url.absoluteString,
      "http://127.0.0.1:9000/photos?encoding-type=url&list-type=2&prefix=2024%2FUrlaub%20%C3%BC%2F")
    try expectEqual(
      path.request(for: Array("a+b".utf8), isRecursive: false, after: "t/=").url.absoluteString,
      "http://127.0.0.1:9000/photos?continuation-token=t%2F%3D&delimiter=%2F&encoding-type=url"
        + "&list-type=2&prefix=2024%2FUrlaub%20%C3%BC%2Fa%2Bb%2F")
    expectEqual(
      path.url(of: Array("a b/c%d+.jpg".utf8))?.absoluteString,
      "http://127.0.0.1:9000/photos/2024/Urlaub%20%C3%BC/a%20b/c%25d%2B.jpg")
    let host = try Self.format(endpoint: "https://s3.eu-west-1.amazonaws.com", isPath: false)
    expectEqual(
      host.url(of: Array("a.jpg".utf8))?.absoluteString,
      "https://photos.s3.eu-west-1.amazonaws.com/a.jpg")
    try expectEqual(
      host.request(for: [], isRecursive: true, after: nil).url.absoluteString,
      "https://photos.s3.eu-west-1.amazonaws.com/?encoding-type=url&list-type=2&prefix=")
  }

  /// As Ceph and AWS's documentation have them.
  @Test(
    arguments: [
      ("SignatureDoesNotMatch", .keyRefused(source: "photos", variable: "AWS_SECRET_ACCESS_KEY")),
      ("InvalidAccessKeyId", .keyRefused(source: "photos", variable: "AWS_ACCESS_KEY_ID")),
      ("ExpiredToken", .keyRefused(source: "photos", variable: "AWS_SESSION_TOKEN")),
      ("AccessDenied", .permissionDenied(name: "photos")),
      ("NoSuchBucket", .notFound(name: "photos")),
      (
        "RequestTimeTooSkewed",
        .serviceFailed(
          source: "photos", message: "This computer's clock is more than 15 minutes off")
      ),
      (
        "AuthorizationHeaderMalformed",
        .serviceFailed(
          source: "photos", message: "The bucket is in another region. Set AWS_REGION=eu-west-1")
      ), ("SlowDown", .serverOverloaded),
      ("Odd\u{1B}[31mCode", .serviceFailed(source: "photos", message: "OddCode")),
    ] as [(String, PhotoSourceError)])
  func `errors have a meaning`(code: String, error: PhotoSourceError) throws {
    let region = code == "AuthorizationHeaderMalformed" ? "<Region>eu-west-1</Region>" : ""
    let body =
      "<?xml version=\"1.0\"?><Error><Code>\(code)</Code><Message></Message>\(region)</Error>"

    #expect(throws: error) {
      try Self.format().decode(Self.response(body, status: 403), of: [])
    }
  }

  @Test func `a bucket that needs keys says which, and a status alone has a meaning`() throws {
    let denied = "<Error><Code>AccessDenied</Code></Error>"
    #expect(
      throws: PhotoSourceError.keyMissing(source: "photos", variable: "AWS_ACCESS_KEY_ID")
    ) { try Self.format(isSigned: false).decode(Self.response(denied, status: 403), of: []) }
    #expect(throws: PhotoSourceError.serverOverloaded) {
      try Self.format().decode(Self.response("<html>", status: 503), of: [])
    }
  }

  @Test(arguments: [
    "", "<html><title>Index of /</title>", "{}", "<ListBucketResult>",
    "<ListBucketResult><Contents><Key>a.jpg</Key>", "<ListBucketResult></Contents>",
    String(repeating: "<ListBucketResult>", count: 300),
  ])
  func `an answer that isn't a listing is an error`(body: String) throws {
    #expect(throws: PhotoSourceError.self) {
      try Self.format().decode(Self.response(body), of: [])
    }
  }

  @Test(arguments: 0..<page.utf8.count / 7)
  func `a listing cut anywhere is an error`(part: Int) throws {
    let cut = String(decoding: Array(Self.page.utf8).prefix(part * 7), as: UTF8.self)

    #expect(throws: PhotoSourceError.self) {
      try Self.format("Fest & Urlaub 50% +plus").decode(Self.response(cut), of: [])
    }
  }

  @Test func `the source has a name without secrets, another one for another place`() throws {
    let ids = [
      try Self.format().sourceID, try Self.format("a").sourceID,
      try Self.format(endpoint: "http://other:9000").sourceID,
    ]

    expectEqual(Set(ids).count, 3)
    try expectEqual(Self.format("a/b/").title, "b · photos")
  }
}
