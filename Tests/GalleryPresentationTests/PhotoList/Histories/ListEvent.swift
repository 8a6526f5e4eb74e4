/// Events in a list: by the user, or the answer to the oldest or the newest unanswered load, including cancelled ones.
enum ListEvent: CaseIterable {
  case refresh, nearEnd, search, leaveSearch, filter, select
  case answerOldest, answerNewest, failOldest, failNewest, storedNewest
  /// Those of random histories alone: there are too many orders of all of them.
  case leave, sort, preview, nextMatch, previousMatch, toggle, selectAll, deselectAll, range, escape
  case need, endNeed

  /// Those that come in every order.
  static let few = allCases.prefix { $0 != .leave }

  /// Whether it may change what is selected.
  var selects: Bool {
    [.toggle, .selectAll, .deselectAll, .range, .escape].contains(self)
  }
}
