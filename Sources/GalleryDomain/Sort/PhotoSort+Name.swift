extension PhotoSort {
  /// The sort of a name as the command line has it: `date`, and `-date` from the last to the first.
  ///
  /// - Returns: nil for a name that no sort has.
  public init?(name: String) {
    let isDescending = name.hasPrefix("-")
    guard let key = Key(rawValue: String(name.dropFirst(isDescending ? 1 : 0))) else { return nil }
    self.init(key, isDescending: isDescending)
  }
}
