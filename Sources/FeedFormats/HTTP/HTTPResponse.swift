import Foundation

/// What a server answered, after redirects.
public struct HTTPResponse: Hashable, Sendable {
  /// 100–999.
  public var status: Int
  public var headers: HTTPHeaders
  /// Whole and decompressed; empty for a download, which went to its file.
  public var body: [UInt8]
  /// Where the answer came from in the end: what its relative addresses belong to.
  public var url: URL
  /// Whether an address of the public internet answered, and not one of the local network; nil where that is not known, as
  /// behind a proxy.
  public var isFromPublicAddress: Bool?

  public init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = [], url: URL) {
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
  }

  public var isSuccess: Bool { (200...299).contains(status) }
}
