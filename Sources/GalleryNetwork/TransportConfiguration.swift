import Foundation
import GalleryData
import Logging

/// How the network is used. The defaults are the program's.
public struct TransportConfiguration: Sendable {
  /// Bytes after decompression.
  public struct Limits: Hashable, Sendable {
    public var feedByteCount = 64 << 20
    public var imageByteCount = 512 << 20
  }

  public struct TimeOuts: Hashable, Sendable {
    /// Until a connection is established, including its encryption, with all addresses of the host tried.
    public var connect = Duration.seconds(10)
    /// The longest time without any data.
    public var idle = Duration.seconds(20)
    /// How long a connection that no request uses is kept for the next one.
    public var unused = Duration.seconds(30)
    /// For one attempt at a response of feed size: redirects and the whole body.
    public var feed = Duration.seconds(60)
    /// The same for a picture.
    public var image = Duration.seconds(600)
  }

  public var userAgent: String
  public var limits = Limits()
  public var timeOuts = TimeOuts()
  /// Whether even a public feed may name addresses on the local network.
  public var allowsPrivateHosts: Bool
  /// The program's environment, for proxies and `SSL_CERT_FILE`.
  public var environment: [String: String] = [:]
  public var time: TransportTime
  /// Whether the process can open this many more files.
  public var mayOpenFiles: @Sendable (Int) -> Bool = {
    OpenFileLimit.availableCount(upTo: $0) == $0
  }
  public var logger = Logger(label: "vitrine.network") { _ in SwiftLogNoOpLogHandler() }

  /// - Parameter version: The program's, for the `User-Agent`.
  public init(version: String, allowsPrivateHosts: Bool = false, time: TransportTime = .system) {
    userAgent = "Vitrine/\(version) (photo gallery for the terminal)"
    self.allowsPrivateHosts = allowsPrivateHosts
    self.time = time
  }
}

/// Time as the transport sees it, so that tests need not wait.
public struct TransportTime: Sendable {
  /// Ends early, throwing, when the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void
  /// Monotonic time, from any starting point.
  public var now: @Sendable () -> Duration
  /// The date, for servers that give one in a response.
  public var date: @Sendable () -> Date
  /// A number from 0 up to, but excluding, 1.
  public var random: @Sendable () -> Double

  public init(
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    now: @escaping @Sendable () -> Duration, date: @escaping @Sendable () -> Date,
    random: @escaping @Sendable () -> Double
  ) {
    self.sleep = sleep
    self.now = now
    self.date = date
    self.random = random
  }

  public static let system: TransportTime = {
    let start = ContinuousClock.now
    return TransportTime(
      sleep: { try await Task.sleep(for: $0) }, now: { ContinuousClock.now - start },
      date: { Date() }, random: { Double.random(in: 0..<1) })
  }()
}
