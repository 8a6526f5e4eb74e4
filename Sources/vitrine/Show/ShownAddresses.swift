import FeedFormats
import Foundation
import GalleryData
import GalleryDomain

/// Which photos of `vitrine show` are at URLs, and how to fetch those: servers get the same passwords and keys as in
/// the gallery.
@MainActor
struct ShownAddresses {
  struct Address {
    let url: URL
    /// Cleaned, without secrets.
    let text: String
  }

  private var found: [ShownArgument: Result<Address, ProgramError>] = [:]
  let images: any PhotoImageRepository

  init(_ arguments: ShownArguments, in container: AppContainer) {
    var requests: [URL: HTTPRequest] = [:]
    var strangers: [URL] = []
    var routes = arguments.routes
    for photo in arguments.photos where found[photo] == nil {
      switch photo.place {
      case .file: continue
      case .address(let url):
        found[photo] = .success(Address(url: url, text: photo.text))
        continue
      case nil: break
      }
      if let address = ImageAddress(photo.text) {
        found[photo] = .success(Address(url: address.url, text: address.text))
        let request = address.request
        requests[address.url] = request
        // The user name in the URL takes precedence.
        if request.headers["Authorization"] == nil { strangers.append(address.url) }
        continue
      }
      do throws(ProgramError) {
        guard let file = try container.remoteFile(photo.text) else { continue }
        found[photo] = .success(Address(url: file.url, text: WebAddress.shown(file.url)))
        routes[file.url] = file.images
      } catch {
        found[photo] = .failure(error)
      }
    }
    let transport = container.network.makeTransport(authorizedAt: strangers)
    let web = container.network.makeImageRepository(transport) { [requests] in
      requests[$0] ?? HTTPRequest(url: $0)
    }
    images = RoutedImages(routes: routes, others: web)
  }

  /// - Returns: nil for a local file.
  /// - Throws: `.source` if the settings for its server are wrong.
  func address(_ photo: ShownArgument) throws(ShowFailure) -> Address? {
    switch found[photo] {
    case .success(let address)?: return address
    case .failure(let error)?: throw .source(error)
    case nil: return nil
    }
  }

  /// Without secrets in a URL; nil for a local file.
  func text(_ photo: ShownArgument) -> String? {
    guard case .success(let address)? = found[photo] else { return nil }
    return address.text
  }
}

/// Pictures from several servers.
private struct RoutedImages: PhotoImageRepository {
  let routes: [URL: any PhotoImageRepository]
  let others: any PhotoImageRepository

  func storedImage(at url: URL) async -> FileReference? {
    await (routes[url] ?? others).storedImage(at: url)
  }

  func image(
    at url: URL, isRefresh: Bool, progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> FileReference {
    try await (routes[url] ?? others).image(at: url, isRefresh: isRefresh, progress: progress)
  }
}
