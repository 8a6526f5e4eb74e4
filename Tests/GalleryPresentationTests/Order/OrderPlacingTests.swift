import ExpectationSupport
import Foundation
import GalleryPresentation
import Testing

/// Placing an order: pressed twice, cancelled, failed, tried again.
struct OrderPlacingTests {
  private func ready(_ route: OrderRoute = .file) -> OrderRun {
    let run = OrderRun(route: route)
    run.fillIn()
    return run
  }

  private var firstID: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)) }

  @Test func `a placed order announces placing and placed, and empties the basket`() {
    let run = ready()

    run.place()
    expectEqual(run.take(), ["enabled=false", "placing=true"])
    // What is typed meanwhile changes nothing.
    run.type(.name, "")
    #expect(run.take().isEmpty)
    expectEqual(run.form.field(.name).text, "Anna Lens")
    run.orders.finish(.success(.accepted))

    expectEqual(run.take(), ["placing=false", "placed 42"])
    expectEqual(run.form.placed, .accepted)
    #expect(run.basket.basket.isEmpty)
    #expect(run.store.stored.isEmpty)
    expectEqual(run.form.orderedItems.map(\.id), ["couple", "street"])
    let order = run.orders.asked.first?.order
    expectEqual(order?.id, firstID)
    expectEqual(order?.createdAt, Date(timeIntervalSince1970: 1_700_000_000))
    expectEqual(order?.items.map(\.id), ["couple", "street"])
    expectEqual(run.orders.asked.first?.route, .file)
  }

  @Test func `an immediate answer is announced in the same order`() {
    let run = ready()
    run.orders.answer = .success(.accepted)

    run.place()

    expectEqual(run.take(), ["enabled=false", "placing=true", "placing=false", "placed 42"])
  }

  @Test func `pressing too early shows what is missing and sends nothing`() {
    let run = OrderRun()
    run.type(.name, "Anna")
    _ = run.take()

    run.place()
    run.place()

    expectEqual(run.take(), ["email required"])
    expectEqual(run.form.firstInvalidField, .email)
    #expect(run.orders.asked.isEmpty)
  }

  @Test func `cancelling changes nothing, and a later answer is ignored`() {
    let run = ready()
    run.place()
    _ = run.take()

    run.viewModel.cancelPressed()
    run.viewModel.cancelPressed()
    expectEqual(run.take(), ["enabled=true", "placing=false", "notice Cancelled"])
    expectEqual(run.orders.cancelledCount, 1)
    run.orders.finish(.success(.accepted))
    run.orders.finish(.failure(.cancelled))

    #expect(run.take().isEmpty)
    expectEqual(run.form.placed, nil)
    expectEqual(run.basket.basket.count, 2)
    expectEqual(run.form.field(.name).text, "Anna Lens")
  }

  @Test func `a failure changes nothing, and is shown after placing has ended`() {
    let run = ready()
    run.type(.note, "soon")
    run.place()
    _ = run.take()

    run.orders.finish(.failure(.notSent(.hostNotFound(host: "orders.example"))))

    let alert =
      "Can't resolve orders.example (offline?). Nothing was ordered. "
      + "Check the connection, then place the order again"
    expectEqual(run.take(), ["enabled=true", "placing=false", "alert \(alert)"])
    expectEqual(run.basket.basket.count, 2)
    expectEqual(run.form.field(.note).text, "soon")
  }

  @Test func `the next order keeps what was typed, except the note`() {
    let run = ready()
    run.type(.note, "soon")
    run.orders.answer = .success(.accepted)
    run.place()
    run.viewModel.viewDidDisappear()
    run.basket.toggle(.couple)

    run.viewModel.viewDidLoad()

    expectEqual(run.form.field(.name).text, "Anna Lens")
    expectEqual(run.form.field(.email).text, "anna@lens.example")
    #expect(run.form.field(.note).text.isEmpty)
    expectEqual(run.form.placed, nil)
    #expect(run.form.orderEnabled)
  }

  @Test func `a form that is opened again keeps what was typed`() {
    let run = OrderRun()
    run.type(.name, "Anna")
    run.type(.email, "anna@")
    run.viewModel.viewDidDisappear()
    _ = run.take()

    run.viewModel.viewDidLoad()

    expectEqual(run.form.field(.name).text, "Anna")
    expectEqual(run.form.field(.email).reason, "nothing after the @")
    #expect(run.take().isEmpty)
  }

  @Test func `a shop's links don't change the basket`() {
    let run = OrderRun(route: .shop)

    run.place()
    run.orders.finish(.success(.checkout("https://shop.example/cart/1:1")))

    expectEqual(run.basket.basket.count, 2)
    #expect(run.form.placed != nil)
  }

  // MARK: The host is confirmed

  @Test func `an order to a server is confirmed first, with what is sent and where`() {
    let run = ready(.server("https://orders.example/new"))

    run.place()
    expectEqual(run.take(), ["confirm <Send name and e-mail to orders.example?>"])
    #expect(run.orders.asked.isEmpty)
    run.viewModel.confirmed()

    expectEqual(run.take(), ["enabled=false", "placing=true"])
    run.viewModel.confirmed()
    expectEqual(run.orders.asked.count, 1)
  }

  @Test func `a declined order asks again; a retry of a confirmed one doesn't`() {
    let run = ready(.server("http://localhost:8080/new"))

    run.place()
    run.place()
    run.viewModel.confirmed()
    run.orders.finish(.failure(.notSent(.noNetwork)))
    _ = run.take()
    run.place()

    expectEqual(run.orders.asked.count, 2)
    expectEqual(run.take(), ["enabled=false", "placing=true"])
    run.viewModel.cancelPressed()
    let notice = "Cancelled. If it was sent already, it may have been ordered"
    expectEqual(run.take().last, "notice \(notice)")
  }

  @Test func `sending more asks again, and names an unencrypted connection`() {
    let run = ready(.server("http://orders.example/new"))
    run.place()
    run.viewModel.confirmed()
    run.orders.finish(.failure(.notSent(.noNetwork)))
    run.type(.note, "soon")
    _ = run.take()

    run.place()

    let question = "Send name, e-mail and note to orders.example, not encrypted?"
    expectEqual(run.take(), ["confirm <\(question)>"])
  }

  @Test func `a confirmation doesn't count if the question has changed`() {
    let run = ready(.server("https://orders.example/new"))
    run.place()
    _ = run.take()
    run.orders.route = .server("https://other.example/new")
    run.viewModel.viewDidLoad()
    _ = run.take()

    run.viewModel.confirmed()

    expectEqual(run.take(), ["confirm <Send name and e-mail to other.example?>"])
    #expect(run.orders.asked.isEmpty)
  }
}
