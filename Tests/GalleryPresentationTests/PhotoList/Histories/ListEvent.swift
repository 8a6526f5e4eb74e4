/// Events in a list: by the user, or the answer to the oldest or the newest unanswered load, including cancelled ones.
enum ListEvent: CaseIterable {
  case refresh, nearEnd, search, leaveSearch, filter, select
  case answerOldest, answerNewest, failOldest, failNewest, storedNewest
}
