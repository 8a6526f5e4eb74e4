import Foundation
import GalleryDomain

/// Addresses as they may be shown, kept and compared.
public enum WebAddress {
  /// Cleaned, without a user's name, a password, a query or a fragment.
  public static func shown(_ url: URL) -> String {
    let host = url.host(percentEncoded: false) ?? ""
    let port = url.port.map { ":\($0)" } ?? ""
    let path = url.path(percentEncoded: false)
    return TextCleaner.line(host + port + (path == "/" ? "" : path), limit: .field)
  }

  /// Whether an address is one that may be asked at all: http or https, with a host.
  public static func isWeb(_ url: URL) -> Bool {
    guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
      return false
    }
    return url.host()?.isEmpty == false
  }

  /// Whether an address leads to a server of a kind that is known: the web's, or of SFTP, with a host.
  public static func isOnNetwork(_ url: URL) -> Bool {
    isWeb(url) || url.scheme?.lowercased() == "sftp" && url.host()?.isEmpty == false
  }

  /// An address that an answer names: http or https; nil for others, and for what is none.
  package static func resolved(_ raw: String, against base: URL) -> URL? {
    PresetNextAddress.resolved(raw, against: base)
  }

  /// Names an address in the store: readable, and different for every query, without what it says.
  package static func id(_ url: URL) -> String {
    let scheme = url.scheme?.lowercased() ?? ""
    return "\(scheme)://\(shown(url)) \(StableHash.text(url.absoluteString))"
  }
}
