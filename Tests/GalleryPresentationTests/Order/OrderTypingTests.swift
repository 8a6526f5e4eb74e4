import ExpectationSupport
import GalleryPresentation
import Testing

/// Every order of typing: announcements depend on the state of the form, not on how it got there.
struct OrderTypingTests {
  /// Keys that fill the form in, and some that spoil it again.
  private static let steps: [(OrderField.Kind, String)] = [
    (.name, "Anna"), (.email, "anna@"), (.email, "anna@lens.example"), (.delivery, "print"),
    (.address, "Lake Road 1"), (.name, ""),
  ]

  private static func permutations<Element>(_ elements: [Element]) -> [[Element]] {
    guard elements.count > 1 else { return [elements] }
    return elements.indices.flatMap { index in
      var rest = elements
      let first = rest.remove(at: index)
      return permutations(rest).map { [first] + $0 }
    }
  }

  /// A direct implementation of the rules, without the view model.
  private func isComplete(_ texts: [OrderField.Kind: String]) -> Bool {
    let isPrint = texts[.delivery] == "print"
    return texts[.name]?.isEmpty == false && texts[.email] == "anna@lens.example"
      && (!isPrint || texts[.address]?.isEmpty == false)
  }

  @Test
  func
    `typed in any order, the form is enabled when it is complete, and announces each change once`()
  {
    let orders = Self.permutations(Self.steps)
    expectEqual(orders.count, 720)

    // Every seventh has any two steps, and any three, in every order.
    for steps in stride(from: 0, to: orders.count, by: 7).map({ orders[$0] }) {
      let run = OrderRun(route: .prints)
      var texts: [OrderField.Kind: String] = [:]
      var expected: [Bool] = []
      for (kind, text) in steps {
        texts[kind] = text
        run.type(kind, text)
        if isComplete(texts) != (expected.last ?? false) { expected.append(isComplete(texts)) }
        expectEqual(run.form.orderEnabled, isComplete(texts))
        expectEqual((run.form.hintText == nil), isComplete(texts))
        expectEqual(run.form.fields.contains { $0.kind == .address }, (texts[.delivery] == "print"))
      }
      let history = run.take()
      expectEqual(history.filter { $0.hasPrefix("enabled") }, expected.map { "enabled=\($0)" })
      expectEqual(history.count { $0.hasPrefix("fields") }, 1)
      #expect(!hasRepetition(history.filter { $0.hasPrefix("email") }))
      #expect(!hasRepetition(history.filter { $0.hasPrefix("hint") }))
    }
  }

  private func hasRepetition(_ entries: [String]) -> Bool {
    zip(entries, entries.dropFirst()).contains { $0 == $1 }
  }

  @Test func `a closure that types hears of each change once, after the one being announced`() {
    let run = OrderRun()
    var history: [String] = []
    let viewModel = run.viewModel
    viewModel.onChange = { _ in
      history.append("\(run.form.hintText ?? "-") \(run.form.orderEnabled)")
      if run.form.field(.name).validation == .ok {
        viewModel.textChanged(.email, to: "anna@lens.example")
      }
      expectEqual(history.last, "\(run.form.hintText ?? "-") \(run.form.orderEnabled)")
    }

    run.type(.name, "Anna")

    expectEqual(history, ["e-mail required false", "- true"])
  }
}
