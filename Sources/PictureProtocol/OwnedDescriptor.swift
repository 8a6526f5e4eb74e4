import Glibc

/// An open descriptor that is closed when its last owner lets go of it.
public final class OwnedDescriptor: Sendable {
  /// The number, valid as long as this object lives.
  public let number: Int32

  /// Takes over a descriptor; nobody else may close it from now on.
  public init(_ number: Int32) {
    self.number = number
  }

  deinit {
    if number >= 0 { close(number) }
  }
}
