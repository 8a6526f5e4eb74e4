import CCurl
import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import Logging

/// One attempt at a request: its redirects and its whole answer.
struct Exchange {
  let configuration: TransportConfiguration
  let loops: TransferLoops
  let proxies: ProxySettings
  /// As in `HTTPTransport.send`.
  let bodyWillLeave: @Sendable () -> Void

  /// - Parameters:
  ///   - sink: Receives the body; that of a failure only if the sink is in memory.
  ///   - progress: Reports how much of a successful answer's body has arrived.
  func run(
    _ request: HTTPRequest, into sink: BodySink,
    progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(TransportFailure) -> HTTPResponse {
    var request = request
    var redirectCount = 0
    var isDecoded = true
    while true {
      guard let origin = Origin(request.url) else {
        throw TransportFailure(.notFound(name: "a URL without a host"))
      }
      let reader = AnswerReader(
        of: request, redirectCount: redirectCount, isDecoded: isDecoded, sink: sink,
        bodyWillLeave: bodyWillLeave, progress: progress)
      let end = try await ask(request, origin: origin, isDecoded: isDecoded, reader: reader)
      if reader.next == nil, reader.mustNotDecode {
        isDecoded = false
        continue
      }
      guard let next = reader.next else {
        var response = reader.response()
        response.authentication = end.authentication
        response.isFromPublicAddress = isPublic(origin, end)
        return response
      }
      request = next
      // What a public host leads to has to be public, too.
      if isPublic(origin, end) != false { request.reach = .publicHosts }
      redirectCount += 1
    }
  }

  private func ask(
    _ request: HTTPRequest, origin: Origin, isDecoded: Bool, reader: AnswerReader
  ) async throws(TransportFailure) -> TransferEnd {
    let host = host(of: origin)
    if let refusal = refusal(of: request, origin: origin) { throw TransportFailure(refusal) }
    configuration.logger.debug(
      "\(request.method.rawValue) \(LoggedAddress.text(request.url, secretNames: request.secretNames))"
    )
    // libcurl's own message for this says less.
    guard configuration.mayOpenFiles(TransferLoops.fileCount) else {
      throw TransportFailure(.connectionFailed(host: origin.shown, cause: .tooManyFiles))
    }
    let proxy = proxies.proxy(for: origin)
    let transfer = TransferRequest(
      request: request, origin: origin, configuration: configuration, proxy: proxy,
      isPublicOnly: isPublicOnly(request) && proxy == nil, isDecoded: isDecoded)
    let end = await loops.perform(transfer, reader)
    if Task.isCancelled { throw TransportFailure(.cancelled) }
    if let status = reader.status { configuration.logger.debug("\(host) answered \(status)") }
    if case .code(CURLE_OK) = end.kind, reader.status != nil { return end }
    if case .stopped = end.kind { return end }
    throw TransportFailure(
      end, host: host, server: origin.shown, stage: reader.status == nil ? .beforeHead : .inBody,
      hasRoute: { InternetRoute.exists })
  }

  /// Why a request is refused before anything is sent or looked up; nil if it isn't. Where other names lead is seen when they
  /// are connected to, except behind a proxy, which looks them up itself.
  func refusal(of request: HTTPRequest, origin: Origin) -> PhotoSourceError? {
    isPublicOnly(request) && PrivateAddress.isNamed(by: origin.host)
      ? .privateAddressRefused(host: host(of: origin)) : nil
  }

  private func isPublicOnly(_ request: HTTPRequest) -> Bool {
    request.reach == .publicHosts && !configuration.allowsPrivateHosts
  }

  /// Whether a host has answered from the public internet; nil behind a proxy, since the address is the proxy's. A name of the
  /// local network may have a public IPv6 address as well as a private IPv4 one.
  private func isPublic(_ origin: Origin, _ end: TransferEnd) -> Bool? {
    if PrivateAddress.isNamed(by: origin.host) { return false }
    guard proxies.proxy(for: origin) == nil else { return nil }
    return end.address.map { !PrivateAddress.contains($0) }
  }

  /// The name for errors and the log.
  private func host(of origin: Origin) -> String {
    TextCleaner.line(origin.host, limit: .field)
  }
}

/// The head of a request, in libcurl's form.
enum RequestHeader {
  /// Lines of the form `Name: value`, `Name;` for an empty value and `Name:` for one that libcurl must not add.
  static func lines(of request: HTTPRequest, origin: Origin, userAgent: String) -> [String] {
    // A header that could contain the start of another one is dropped: names and values may come from the environment.
    var headers = HTTPHeaders(
      request.headers.fields.filter { field in
        !field.name.isEmpty && !field.name.utf8.contains(where: { ":; ".utf8.contains($0) })
          && !(field.name + field.value).utf8.contains(where: { $0 < 32 && $0 != 9 })
      })
    if headers["User-Agent"] == nil { headers["User-Agent"] = userAgent }
    // Without an encoding, the ranges and entity tags are those of the file itself; the others are libcurl's matter.
    if headers["Accept-Encoding"]?.lowercased() != "identity" { headers["Accept-Encoding"] = nil }
    headers["Host"] = host(origin)
    var lines = headers.fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    // Headers that libcurl would add by itself.
    for name in ["Accept", "Content-Type", "Expect"] where headers[name] == nil {
      lines.append("\(name):")
    }
    return lines
  }

  private static func host(_ origin: Origin) -> String {
    let host = origin.host.contains(":") ? "[\(origin.host)]" : origin.host
    return origin.port == (origin.scheme == "https" ? 443 : 80) ? host : "\(host):\(origin.port)"
  }
}
