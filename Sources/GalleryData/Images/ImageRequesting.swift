import Foundation

/// A source that says how the pictures that it names are asked for: with its headers where its service
/// needs them, and not from the local network where it comes from outside.
public protocol ImageRequesting: Sendable {
  func imageRequest(for url: URL) -> HTTPRequest
}

extension RemotePhotoRepository: ImageRequesting {}
extension AddressRepository: ImageRequesting {}
