import GalleryDomain

/// Why an exchange with a server failed, and whether the same may go well a moment later.
struct TransportFailure: Error, Hashable, Sendable {
  var error: PhotoSourceError
  var mayPass: Bool

  init(_ error: PhotoSourceError, mayPass: Bool = false) {
    self.error = error
    self.mayPass = mayPass
  }
}

/// Thrown into a connection that leads into the local network.
struct PrivateAddressConnected: Error {}
