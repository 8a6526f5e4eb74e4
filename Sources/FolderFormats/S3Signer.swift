import Digests
import FeedFormats
import Foundation

/// Keys of an object store.
public struct S3Credentials: Hashable, Sendable {
  public var accessKey: String
  public var secretKey: String
  /// Only for temporary keys.
  public var sessionToken: String?

  public init(accessKey: String, secretKey: String, sessionToken: String? = nil) {
    self.accessKey = accessKey
    self.secretKey = secretKey
    self.sessionToken = sessionToken
  }
}

/// Signs requests (*Signature Version 4*, in headers) without libcurl, which signs different requests correctly in
/// different versions.
public struct S3Signer: Sendable {
  public let credentials: S3Credentials
  private let region: String
  /// The key of a day, with the scope that it was made for.
  private var key: (scope: String, bytes: [UInt8]) = ("", [])
  private static let emptyPayload = Digest.hex(Digest.sha256.hash([]))

  /// - Parameter region: The bucket's, such as `eu-central-1`.
  public init(_ credentials: S3Credentials, region: String) {
    self.credentials = credentials
    self.region = region
  }

  /// The request has no body, and its query has to be sorted, with `=` after every name, and encoded as by `PercentEncoding`.
  ///
  /// - Parameter date: Servers refuse requests that are more than 15 minutes old.
  public mutating func signed(_ request: HTTPRequest, at date: Date) -> HTTPRequest {
    // `20260102T030405Z`
    let time = RFC3339.text(date, zone: .gmt)?.filter { $0 != "-" && $0 != ":" } ?? ""
    var fields = [
      ("host", Origin(request.url)?.hostHeader ?? ""), ("x-amz-content-sha256", Self.emptyPayload),
      ("x-amz-date", time),
    ]
    if let token = credentials.sessionToken { fields.append(("x-amz-security-token", token)) }
    let names = fields.map(\.0).joined(separator: ";")
    let path = request.url.path(percentEncoded: true)
    let lines =
      [request.method.rawValue, path.isEmpty ? "/" : path, request.url.query() ?? ""]
      + fields.map { "\($0.0):\($0.1)" } + ["", names, Self.emptyPayload]
    let scope = "\(time.prefix(8))/\(region)/s3/aws4_request"
    let hash = Digest.hex(Digest.sha256.hash(Array(lines.joined(separator: "\n").utf8)))
    let message = ["AWS4-HMAC-SHA256", time, scope, hash].joined(separator: "\n")
    if key.scope != scope {
      var bytes = Array("AWS4\(credentials.secretKey)".utf8)
      for part in scope.split(separator: "/") {
        bytes = Digest.sha256.code(of: Array(part.utf8), key: bytes)
      }
      key = (scope, bytes)
    }
    let signature = Digest.hex(Digest.sha256.code(of: Array(message.utf8), key: key.bytes))
    var signed = request
    for (name, value) in fields where name != "host" { signed.headers[name] = value }
    signed.headers["Authorization"] =
      "AWS4-HMAC-SHA256 Credential=\(credentials.accessKey)/\(scope),"
      + "SignedHeaders=\(names),Signature=\(signature)"
    signed.secretNames.formUnion(["authorization", "x-amz-security-token"])
    return signed
  }
}
