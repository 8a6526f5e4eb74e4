/// Why a sidecar is left as it is: for people, in lower case, such as `it is UTF-16`.
struct SidecarFault: Error, Hashable {
  var reason: String

  init(_ reason: String) { self.reason = reason }
}
