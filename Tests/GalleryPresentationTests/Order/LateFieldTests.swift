import ExpectationSupport
import GalleryPresentation
import Testing

/// The delivery address, which appears after the others.
struct LateFieldTests {
  private func printed() -> OrderRun {
    let run = OrderRun(route: .prints)
    run.fillIn()
    return run
  }

  @Test func `prints require an address, which disables the order until it is typed`() {
    let run = printed()

    run.type(.delivery, "print")
    run.type(.address, "Lake Road 1")

    expectEqual(
      run.take(),
      [
        "fields name email note delivery address", "address empty", "enabled=false",
        "hint address required", "address ok", "enabled=true", "hint -",
      ])
  }

  @Test func `an address that is hidden is kept, and is valid when it is shown again`() {
    let run = printed()
    run.type(.delivery, "print")
    run.type(.address, "Lake Road 1")
    _ = run.take()

    run.type(.delivery, "download")
    expectEqual(run.take(), ["fields name email note delivery", "address ok"])
    #expect(run.form.orderEnabled)
    run.place()
    expectEqual(run.orders.asked.last?.order.customer.address, nil)
    run.orders.finish(.failure(.cancelled))
    _ = run.take()

    run.type(.delivery, "print")
    expectEqual(run.take(), ["fields name email note delivery address", "address ok"])
    expectEqual(run.form.field(.address).text, "Lake Road 1")
    #expect(run.form.orderEnabled)
  }

  @Test func `an invalid field that is hidden doesn't prevent the order`() {
    let run = printed()
    run.type(.delivery, "print")
    run.type(.address, "12")
    expectEqual(run.form.hintText, "address: must contain a letter")

    run.type(.delivery, "download")

    #expect(run.form.orderEnabled)
    expectEqual(run.form.hintText, nil)
  }

  @Test func `the order stays disabled until the route is known`() {
    let run = OrderRun(route: nil)
    run.type(.name, "Anna")
    run.type(.email, "anna@lens.example")
    expectEqual(run.form.field(.delivery).validation, .validating)
    expectEqual(run.form.hintText, "asking how to order")
    run.place()
    #expect(run.orders.asked.isEmpty)
    _ = run.take()

    run.orders.tell(.file)

    expectEqual(run.take(), ["delivery empty", "route", "enabled=true", "hint -"])
  }

  @Test func `a new route can make a complete form incomplete`() {
    let run = OrderRun()
    run.fillIn()
    #expect(run.form.orderEnabled)
    run.viewModel.viewDidDisappear()
    run.orders.route = nil
    run.viewModel.viewDidLoad()
    #expect(run.form.orderEnabled)
    _ = run.take()

    run.orders.tell(OrderRoute(deliveries: [.print]))

    expectEqual(
      run.take(),
      [
        "fields name email note address", "delivery ok", "address empty", "route",
        "enabled=false", "hint address required",
      ])
  }

  @Test func `a choice that is no longer offered becomes the only one, which isn't asked for`() {
    let run = printed()
    run.type(.delivery, "print")
    run.viewModel.viewDidDisappear()
    run.orders.route = OrderRoute(deliveries: [.download])

    run.viewModel.viewDidLoad()

    expectEqual(run.form.fields.map(\.kind), [.name, .email, .note])
    #expect(run.form.orderEnabled)
    run.place()
    expectEqual(run.orders.asked.first?.order.customer.delivery, .download)
  }

  @Test func `a shop's form has no fields`() {
    let run = OrderRun(route: nil)
    run.type(.name, "An")
    _ = run.take()

    run.orders.tell(.shop)

    #expect(run.form.fields.isEmpty)
    #expect(run.form.orderEnabled)
    expectEqual(run.form.placeText, "Open the shop's checkout")
    expectEqual(run.form.routeText, "shop.example asks for name, address and payment")
    expectEqual(
      run.take().filter { $0.hasPrefix("fields") || $0.hasPrefix("enabled") },
      ["fields ", "enabled=true"])
    run.place()
    expectEqual(run.orders.asked.first?.order.customer, OrderCustomer(name: "", email: ""))
  }

  @Test func `a route that arrives after the form was closed is ignored`() {
    let run = OrderRun(route: nil)
    run.viewModel.viewDidDisappear()
    run.viewModel.viewDidLoad()
    _ = run.take()

    run.orders.tell(.shop, question: 0)
    #expect(run.take().isEmpty)
    run.orders.tell(.file, question: 1)

    expectEqual(run.form.route, .file)
  }
}
