/// The parts that are there, in one line.
func joined(_ parts: [String?], by separator: String) -> String {
  parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: separator)
}
