import Foundation

/// A server's response, after redirects.
public struct HTTPResponse: Hashable, Sendable {
  /// 100–999.
  public var status: Int
  public var headers: HTTPHeaders
  /// Complete and decompressed; empty for a download, which went to its file.
  public var body: [UInt8]
  /// The final URL, against which relative ones are resolved.
  public var url: URL
  /// What a 401 asks for, the better one of several; nil if that isn't supported, such as `Negotiate`.
  public var authentication: HTTPAuthentication?
  /// Whether the response came from a public internet address and not from the local network; nil if unknown, as behind
  /// a proxy.
  public var isFromPublicAddress: Bool?

  public init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = [], url: URL) {
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
  }

  public var isSuccess: Bool { (200...299).contains(status) }
}
