/// A string of a JSON text, between its quotes, not decoded yet.
struct JSONToken {
  let start: Int
  let end: Int
  let hasEscapes: Bool
}
