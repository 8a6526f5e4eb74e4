import Foundation
import GalleryData
import GalleryDomain
import GalleryNetwork
import GalleryStore
import Logging

/// What sources and pictures on the network are made of. Making it costs nothing: threads, connections and
/// files come with the first request.
@MainActor
final class NetworkServices {
  let transport: any HTTPTransport
  let store: SQLiteStore
  /// Pictures that the store cannot take.
  private let temporary: TemporaryImageStore

  /// - Parameter environment: Names proxies and folders.
  init(environment: [String: String], allowsPrivateHosts: Bool = false) {
    transport = AsyncHTTPTransport(
      configuration: TransportConfiguration(
        version: VitrineVersion.current, allowsPrivateHosts: allowsPrivateHosts,
        environment: environment, logger: Self.silent("vitrine.network")))
    store = SQLiteStore(
      folder: StoreFolders(environment: environment).cache, logger: Self.silent("vitrine.store"))
    temporary = TemporaryImageStore(environment: environment)
  }

  /// - Parameter request: How a picture's address is asked for; without it plainly, as those that a local
  ///   file names.
  func makeImageRepository(
    request: @escaping @Sendable (URL) -> HTTPRequest = { HTTPRequest(url: $0) }
  ) -> RemoteImageRepository {
    RemoteImageRepository(
      transport: transport, store: store.images, fallback: temporary, request: request)
  }

  /// Takes away what is not to outlive the program. Call before leaving.
  func removeTemporaryFiles() { temporary.removeFolder() }

  /// What is logged on standard error would stand in the middle of the interface.
  private static func silent(_ label: String) -> Logger {
    Logger(label: label, factory: { _ in SwiftLogNoOpLogHandler() })
  }
}
