import ExpectationSupport
import Testing

/// What `expectEqual` of `ExpectationSupport` records.
struct ExpectEqualTests {
  @Test func `a difference is recorded with both values and the comment at its own line`() {
    let line = #line + 2
    withKnownIssue {
      expectEqual(["a"], ["b", "c"], "letters")
    } matching: { issue in
      let comments = issue.comments.map(\.rawValue)
      return comments == [#"["a"] is not ["b", "c"]: letters"#]
        && issue.sourceLocation?.line == line
        && issue.sourceLocation?.fileName == "ExpectEqualTests.swift"
    }
  }

  @Test func `equal values record nothing, and a comment is not made`() {
    func comment() -> Comment {
      Issue.record("the comment was made")
      return ""
    }

    expectEqual(1, 1)
    expectEqual(Int?.none, nil, comment())
  }
}
