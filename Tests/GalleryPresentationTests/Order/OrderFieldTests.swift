import ExpectationSupport
import GalleryPresentation
import Testing

/// The messages of each field, and when they appear.
struct OrderFieldTests {
  @Test func `an untouched form has no reasons, but a hint about what is required`() {
    let run = OrderRun()
    let form = run.form

    expectEqual(form.fields.map(\.kind), [.name, .email, .note])
    expectEqual(
      OrderField.Kind.allCases.map { form.field($0).label },
      ["Name", "E-mail", "Note", "Delivery", "Address"])
    expectEqual(form.field(.name).validation, .empty(isRequired: true))
    expectEqual(form.field(.email).validation, .empty(isRequired: true))
    expectEqual(form.field(.note).validation, .empty(isRequired: false))
    #expect(form.fields.allSatisfy { $0.reason == nil })
    #expect(!form.orderEnabled)
    expectEqual(form.hintText, "name and e-mail required")
  }

  @Test func `opening announces the items and the route, once`() {
    let run = OrderRun(opens: false)

    run.viewModel.viewDidLoad()

    expectEqual(
      run.take(),
      [
        "items 2 photos · €200.00", "hint asking how to order",
        "delivery empty", "route", "hint name and e-mail required",
      ])
  }

  @Test func `an address is validated at each key`() {
    let run = OrderRun()
    var said: [String] = []
    let text = "anna @lens.example"

    for count in 1...text.count {
      run.type(.email, String(text.prefix(count)))
      said.append(OrderRun.words(run.form.field(.email)))
    }
    run.type(.email, "anna@")
    run.type(.email, "anna@lens")
    run.type(.email, "anna@lens.example")

    expectEqual(Set(said), ["(no @)", "(contains a space)"])
    expectEqual(
      run.take(),
      [
        "email (no @)", "hint name required", "email (contains a space)",
        "email (nothing after the @)", "email (not a complete address)", "email ok",
      ])
  }

  @Test func `a field that was emptied or left empty says that it is required`() {
    let run = OrderRun()

    run.type(.name, "A")
    run.type(.name, "")
    run.viewModel.fieldLeft(.email)
    run.viewModel.fieldLeft(.note)
    run.viewModel.fieldLeft(.email)

    expectEqual(
      run.take(),
      [
        "name ok", "hint e-mail required", "name required", "hint name and e-mail required",
        "email required",
      ])
    // Not any more when the form is shown again.
    run.viewModel.viewDidDisappear()
    run.viewModel.viewDidLoad()
    #expect(run.form.fields.allSatisfy { $0.reason == nil })
  }

  @Test(
    arguments: ["1", "...", "-", "42 7"].map { ($0, .failed(reason: "must contain a letter")) }
      + ["A", "李", "Ō", "Jean-Luc", "أ", "O'Hara 2"].map { ($0, .ok) }
      + ["   ", "\u{200B}", "\u{202E}\n"].map { ($0, .empty(isRequired: true)) }
      + [(200, .ok), (201, .failed(reason: "1 character too many"))].map {
        (String(repeating: "n", count: $0), $1)
      } as [(String, ValidationResult)])
  func `a name has a letter of any script, and at most 200 characters; invisible text is empty`(
    _ name: String, _ validation: ValidationResult
  ) {
    let run = OrderRun()

    run.type(.name, name)

    expectEqual(run.form.field(.name).validation, validation)
  }

  @Test func `a note that is too long says by how much`() {
    let run = OrderRun()
    run.fillIn()
    func note(_ count: Int) -> OrderField {
      run.type(.note, String(repeating: "n", count: count))
      return run.form.field(.note)
    }

    expectEqual(note(2_000).validation, .ok)
    #expect(run.form.orderEnabled)
    expectEqual(note(2_012).reason, "12 characters too many")
    #expect(!run.form.orderEnabled)
    expectEqual(run.form.hintText, "note: 12 characters too many")
  }

  @Test func `the same text again announces nothing`() {
    let run = OrderRun()
    run.type(.name, "Anna")
    _ = run.take()

    run.type(.name, "Anna")
    run.type(.name, "Anna L")

    #expect(run.take().isEmpty)
  }

  @Test func `sent texts are cleaned and trimmed`() throws {
    let run = OrderRun(route: .prints)
    run.type(.name, "  Anna\u{1B}[31m \u{202E} Lens\n")
    run.type(.email, " anna@lens.example ")
    run.type(.note, " one \r\n\r\n\r\n\r\n two\t\u{7} ")
    run.type(.delivery, "print")
    run.type(.address, "Lake Road 1\nLakeside ")

    run.place()

    let customer = try #require(run.orders.asked.first?.order.customer)
    expectEqual(
      customer,
      OrderCustomer(
        name: "Anna Lens", email: "anna@lens.example", note: "one two", delivery: .print,
        address: "Lake Road 1 Lakeside"))
  }
}
