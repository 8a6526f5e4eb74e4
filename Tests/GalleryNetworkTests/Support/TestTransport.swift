import FeedFormats
import FeedServerSupport
import Foundation
import GalleryDomain
import GalleryNetwork
import Synchronization

/// Time that passes immediately: waits before a retry are recorded, deadlines are never reached.
final class TestTime: Sendable {
  private let recorded = Mutex<[Duration]>([])
  /// 2026-11-21 12:00:00 UTC.
  let date = Date(timeIntervalSince1970: 1_795_262_400)

  var waits: [Duration] { recorded.withLock { $0 } }

  var time: TransportTime {
    TransportTime(
      sleep: { duration in
        // The time-outs for whole requests; ends when the request has.
        guard duration < .seconds(60) else { return try await Task.sleep(for: .seconds(86_400)) }
        self.recorded.withLock { $0.append(duration) }
        try Task.checkCancellation()
      },
      now: { .zero }, date: { [date] in date }, random: { 0.5 })
  }
}

extension CurlTransport {
  /// As in the program, but with time that passes immediately.
  static func test(
    time: TransportTime = TestTime().time, allowsPrivateHosts: Bool = true,
    change: (inout TransportConfiguration) -> Void = { _ in }
  ) -> CurlTransport {
    var configuration = TransportConfiguration(
      version: "1.2.3", allowsPrivateHosts: allowsPrivateHosts, time: time)
    // On a busy machine a test may take long between two requests.
    configuration.timeOuts.unused = .seconds(3_600)
    change(&configuration)
    return CurlTransport(configuration: configuration)
  }

  /// What a request ends with.
  func outcome(of request: HTTPRequest) async -> Result<HTTPResponse, PhotoSourceError> {
    do throws(PhotoSourceError) {
      return .success(try await send(request))
    } catch {
      return .failure(error)
    }
  }

  /// What a download ends with, and what is in its file then.
  func downloaded(
    _ request: HTTPRequest, byteLimit: Int = .max
  ) async throws -> (outcome: Result<HTTPResponse, PhotoSourceError>, bytes: [UInt8]) {
    let file = try DownloadFile()
    do throws(PhotoSourceError) {
      let response = try await download(
        request, to: file.descriptor, byteLimit: byteLimit, progress: { _ in })
      return (.success(response), file.bytes)
    } catch {
      return (.failure(error), file.bytes)
    }
  }

  func error(for url: URL) async -> PhotoSourceError? {
    guard case .failure(let error) = await outcome(of: HTTPRequest(url: url)) else { return nil }
    return error
  }
}

extension HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }
}

/// A file without a name for downloads.
final class DownloadFile {
  let descriptor: Int32

  init() throws {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "vitrine-\(UUID().uuidString)")
    descriptor = open(file.path(percentEncoded: false), O_RDWR | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else { throw POSIXError(.EIO) }
    unlink(file.path(percentEncoded: false))
  }

  deinit {
    close(descriptor)
  }

  var bytes: [UInt8] {
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = pread(descriptor, &buffer, buffer.count, off_t(result.count))
      guard count > 0 else { return result }
      result += buffer[..<count]
    }
  }
}
