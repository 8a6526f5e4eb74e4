import Foundation

/// An address as it may stand in a log: without user, password and the values of secret query items.
enum LoggedAddress {
  static func text(_ url: URL, secretNames: Set<String>) -> String {
    guard var components = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      return "?"
    }
    components.user = nil
    components.password = nil
    components.fragment = nil
    components.percentEncodedQueryItems = components.percentEncodedQueryItems?.map { item in
      secretNames.contains(item.name.lowercased())
        ? URLQueryItem(name: item.name, value: "…".addingPercentEncoding(withAllowedCharacters: []))
        : item
    }
    return components.string ?? "?"
  }
}
