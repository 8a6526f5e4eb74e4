import FeedFormats
import Foundation

/// A URL as it may appear in a log: without the user, the password and the values of secret query items, such as those
/// that grant access to a file.
enum LoggedAddress {
  static func text(_ url: URL, secretNames: Set<String>) -> String {
    guard var components = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      return "?"
    }
    components.user = nil
    components.password = nil
    components.fragment = nil
    let names = components.percentEncodedQueryItems?.map { $0.name.lowercased() } ?? []
    let secretNames = secretNames.union(PresignedAddress.secretNames(names))
    components.percentEncodedQueryItems = components.percentEncodedQueryItems?.map { item in
      secretNames.contains(item.name.lowercased())
        ? URLQueryItem(name: item.name, value: "…".addingPercentEncoding(withAllowedCharacters: []))
        : item
    }
    return components.string ?? "?"
  }
}
