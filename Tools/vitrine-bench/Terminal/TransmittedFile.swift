import Foundation
import Glibc

/// A picture in a file or in shared memory for the terminal to fetch (*Kitty graphics protocol*, *The transmission
/// medium*): the terminal removes both, except plain files.
struct TransmittedFile {
  private let path: String

  /// - Returns: nil if there is nothing to remove.
  init?(keys: [Character: String], body: String) {
    guard let medium = keys["t"], medium == "t" || medium == "s",
      let data = Data(base64Encoded: body), let name = String(data: data, encoding: .utf8),
      !name.isEmpty, !name.contains("..")
    else { return nil }
    if medium == "s" {
      path = "/dev/shm/" + name.drop { $0 == "/" }
    } else {
      guard name.contains("tty-graphics-protocol") else { return nil }
      path = name
    }
  }

  func take() {
    unlink(path)
  }
}
