import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

/// What keys and the mouse do in the form.
struct OrderFormKeysTests {
  /// The label of the field that has the bar.
  private func focused(_ run: OrderScreenRun) -> String {
    let lines = (0..<run.terminal.size.rows).map(run.line)
    let line = lines.first { $0.first == "▌" } ?? ""
    return String(line.dropFirst(2).prefix { $0 != " " })
  }

  @Test func `Tab and Shift-Tab wrap around`() {
    let run = OrderScreenRun(route: .prints)
    var history = [focused(run)]

    for _ in 0..<5 {
      run.press(.tab)
      history.append(focused(run))
    }
    for _ in 0..<5 {
      run.press(Key(.tab, modifiers: .shift))
      history.append(focused(run))
    }

    expectEqual(
      history,
      [
        "Name", "E-mail", "Note", "Delivery", "[", "Name", "[", "Delivery", "Note", "E-mail",
        "Name",
      ])
  }

  @Test func `a key brings the field in focus back after the wheel`() {
    let run = OrderScreenRun(route: .prints, columns: 40, rows: 12)
    run.press(.tab, .tab, .tab, .right, .tab)
    for _ in 0..<20 { run.terminal.mouse(.wheelUp, column: 5, row: 5) }
    run.settle()
    expectEqual(focused(run), "")

    run.type("A")

    expectEqual(focused(run), "Address")
  }

  @Test func `Enter and the arrows go from field to field`() {
    let run = OrderScreenRun()

    run.press(.enter, .enter)
    expectEqual(focused(run), "Note")
    run.press(.up)
    expectEqual(focused(run), "E-mail")
    run.press(.down, .down)
    expectEqual(focused(run), "[")
  }

  @Test func `pressed too early, the button moves the focus to the first missing field`() {
    let run = OrderScreenRun()
    run.type("Anna")
    run.press(.tab, .tab, .tab)

    run.press(.enter)

    expectEqual(focused(run), "E-mail")
    #expect(run.shows("required"))
    #expect(run.orders.asked.isEmpty)
  }

  @Test func `the address appears below when prints are chosen, and the focus stays`() {
    let run = OrderScreenRun(route: .prints)
    run.fillIn()
    run.press(.tab, .tab)
    #expect(!run.shows("Address"))

    run.press(.right)

    expectEqual(focused(run), "Delivery")
    #expect(run.shows("Address"))
    #expect(run.shows("address required"))
    run.press(.space)
    #expect(!run.shows("Address"))
  }

  @Test func `a late route removes the fields, and the focus is on the button`() {
    let run = OrderScreenRun(route: nil)
    run.type("An")
    #expect(run.ticks.isRunning)

    run.orders.tell(.shop)

    #expect(run.shows("[ Open the shop's checkout ]"))
    #expect(!run.ticks.isRunning)
    #expect(!run.shows("Name"))
    run.press(.enter)
    expectEqual(run.orders.asked.count, 1)
  }

  @Test func `q is typed in a field, and closes the form on the button`() {
    let run = OrderScreenRun()

    run.type("q")
    #expect(run.shows("Name"))
    run.press(.tab, .tab, .tab)
    run.type("q")

    #expect(run.shows("the photos"))
  }

  @Test func `while the order is being placed nothing can be typed or pressed again`() {
    let run = OrderScreenRun()
    run.fillIn()
    run.press(.tab, .tab, .enter, .enter)
    run.type("xq")
    run.terminal.paste("paste")
    run.click(column: 20, row: 5)
    run.settle()

    expectEqual(run.orders.asked.count, 1)
    #expect(run.shows("placing…"))
    #expect(run.ticks.isRunning)
    run.press(.escape)
    expectEqual(run.orders.cancelledCount, 1)
    #expect(!run.ticks.isRunning)
    #expect(run.shows("Cancelled"))
    #expect(run.shows("[ Place order ]"))
  }

  @Test func `a paste is cleaned, and becomes one line`() {
    let run = OrderScreenRun()
    run.terminal.paste("Anna\u{1B}[31m\nLens")
    run.press(.tab, .tab)
    run.terminal.paste("one\r\n\r\ntwo")

    #expect(run.shows("Anna Lens"))
    #expect(run.shows("one two"))
  }

  @Test func `clicks focus a field, choose, and press the button`() {
    let run = OrderScreenRun(route: .prints)
    run.fillIn()

    run.click(column: 20, row: 10)
    expectEqual(focused(run), "Note")
    run.click(column: 28, row: 12)
    expectEqual(focused(run), "Delivery")
    #expect(run.shows("Address"))
    run.click(column: 13, row: 12)
    #expect(!run.shows("Address"))
    run.click(column: 5, row: 14)
    expectEqual(run.orders.asked.count, 1)
  }

  @Test func `an empty basket shows a notice and opens nothing`() {
    let run = OrderScreenRun([])

    #expect(run.shows("The basket is empty; B adds a photo"))
    expectEqual(run.navigator.screens.count, 1)
  }

  @Test(arguments: [(40, 10), (40, 12), (80, 24), (200, 60)])
  func `a resize in any state keeps the focus visible`(_ columns: Int, _ rows: Int) {
    let run = OrderScreenRun(route: .prints)
    run.fillIn()
    run.press(.tab, .tab, .right, .tab)
    for step in 0..<7 {
      run.resize(columns: columns, rows: rows)
      #expect((0..<rows).contains { run.line($0).first == "▌" }, "step \(step)")
      #expect(run.terminal.cursor != nil)
      run.resize(columns: 80, rows: 24)
      run.press(.tab)
    }
  }
}
