import GalleryPresentation
import Testing

/// The delivery address, which appears after the others.
struct LateFieldTests {
  private func printed() -> OrderRun {
    let run = OrderRun(route: .prints)
    run.fillIn()
    return run
  }

  @Test func `prints want an address, and the order waits for it at once`() {
    let run = printed()

    run.type(.delivery, "print")
    run.type(.address, "Lake Road 1")

    #expect(
      run.take() == [
        "fields name email note delivery address", "address empty", "enabled=false",
        "hint address required", "address ok", "enabled=true", "hint -",
      ])
  }

  @Test func `an address that goes away is kept, and is right when it comes back`() {
    let run = printed()
    run.type(.delivery, "print")
    run.type(.address, "Lake Road 1")
    _ = run.take()

    run.type(.delivery, "download")
    #expect(run.take() == ["fields name email note delivery", "address ok"])
    #expect(run.form.orderEnabled)
    run.place()
    #expect(run.orders.asked.last?.order.customer.address == nil)
    run.orders.finish(.failure(.cancelled))
    _ = run.take()

    run.type(.delivery, "print")
    #expect(run.take() == ["fields name email note delivery address", "address ok"])
    #expect(run.form.field(.address).text == "Lake Road 1")
    #expect(run.form.orderEnabled)
  }

  @Test func `a wrong field that goes away stands in nobody's way`() {
    let run = printed()
    run.type(.delivery, "print")
    run.type(.address, "12")
    #expect(run.form.hintText == "address: must contain a letter")

    run.type(.delivery, "download")

    #expect(run.form.orderEnabled)
    #expect(run.form.hintText == nil)
  }

  @Test func `until the route is known the order waits, whatever is typed`() {
    let run = OrderRun(route: nil)
    run.type(.name, "Anna")
    run.type(.email, "anna@lens.example")
    #expect(run.form.validatedDelivery == .validating)
    #expect(run.form.hintText == "asking how to order")
    run.place()
    #expect(run.orders.asked.isEmpty)
    _ = run.take()

    run.orders.tell(.file)

    #expect(run.take() == ["delivery empty", "route", "enabled=true", "hint -"])
  }

  @Test func `a route that comes while all is valid may take that back`() {
    let run = OrderRun()
    run.fillIn()
    #expect(run.form.orderEnabled)
    run.viewModel.viewDidDisappear()
    run.orders.route = nil
    run.viewModel.viewDidLoad()
    #expect(run.form.orderEnabled)
    _ = run.take()

    run.orders.tell(OrderRoute(deliveries: [.print]))

    #expect(
      run.take() == [
        "fields name email note address", "delivery ok", "address empty", "route",
        "enabled=false", "hint address required",
      ])
  }

  @Test func `of one way to deliver nothing is asked, and the order says it`() {
    let run = OrderRun(route: OrderRoute(deliveries: [.download]))
    run.fillIn()

    run.place()

    #expect(run.form.fields.map(\.kind) == [.name, .email, .note])
    #expect(run.orders.asked.first?.order.customer.delivery == .download)
  }

  @Test func `a choice that the source no longer offers falls back to its first`() {
    let run = printed()
    run.type(.delivery, "print")
    run.viewModel.viewDidDisappear()
    run.orders.route = OrderRoute(deliveries: [.download])

    run.viewModel.viewDidLoad()

    #expect(run.form.fields.map(\.kind) == [.name, .email, .note])
    #expect(run.form.orderEnabled)
  }

  @Test func `a shop asks for everything itself`() {
    let run = OrderRun(route: nil)
    run.type(.name, "An")
    _ = run.take()

    run.orders.tell(.shop)

    #expect(run.form.fields.isEmpty)
    #expect(run.form.orderEnabled)
    #expect(run.form.placeText == "Open the shop's checkout")
    #expect(
      run.form.routeText
        == "shop.example asks for name, address and payment")
    #expect(
      run.take().filter { $0.hasPrefix("fields") || $0.hasPrefix("enabled") }
        == ["fields ", "enabled=true"])
    run.place()
    #expect(run.orders.asked.first?.order.customer == OrderCustomer(name: "", email: ""))
  }

  @Test func `an answer of the source to a form that is gone is dropped`() {
    let run = OrderRun(route: nil)
    run.viewModel.viewDidDisappear()
    run.viewModel.viewDidLoad()
    _ = run.take()

    run.orders.tell(.shop, question: 0)
    #expect(run.take().isEmpty)
    run.orders.tell(.file, question: 1)
    run.orders.tell(.shop, question: 1)

    #expect(run.form.route == .file)
  }
}
