/// What may happen to a list: by the user, or by the answer to the oldest or the newest load that was
/// not answered yet, cancelled ones too.
enum ListEvent: CaseIterable {
  case refresh, nearEnd, search, leaveSearch, filter, select
  case answerOldest, answerNewest, failOldest, failNewest, storedNewest
}
