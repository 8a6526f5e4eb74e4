import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryTestSupport
import Glibc
import Testing

@testable import GalleryOrders

/// Orders as files.
@Suite(.timeLimit(.minutes(10))) struct OrderFileTests {
  private let number = "V-20261121-2579"

  @Test func `an order is files and a mail`() async throws {
    let run = OrderRun(source: "Popular · 500px")
    let items = [
      BasketItem.stub("1", name: "couple", page: "https://photos.example/1"),
      .stub(
        "2", name: "灯台 🗼", item: "52", variant: "61",
        price: Price(amount: "45", currency: "EUR", isLowest: true)),
      .stub("3", name: "harbour", price: Price(amount: "10.5", currency: nil)),
      .stub("4", name: "bog", price: nil, page: "file:///home/ann/secret.html"),
    ]
    let order = Order.stub(
      items, note: "On thin paper, please.\n\nThank you.", delivery: .print,
      address: "Ann Lens\nLinzer Straße 1\n1010 Wien")

    let placed = try await run.repository.place(
      order, by: OrderRoute(channel: .file, email: "shop@photos.example"))

    expectEqual(placed.number, number)
    guard case .written(let mail, let recipient) = placed.outcome else {
      return #expect(Bool(false))
    }
    expectEqual(String(decoding: mail.path, as: UTF8.self), "\(run.folder)/\(number).eml")
    expectEqual(recipient, "shop@photos.example")
    #expect(run.text("\(number).eml").contains("\r\nTo: shop@photos.example\r\n"))
    expectEqual(run.mailParts(number).last, run.text("\(number).json"))
    expectEqual(
      run.mailParts(number).first?.replacing("\r\n", with: "\n"),
      """
      Order V-20261121-2579
      2026-11-21 · Popular · 500px

      Name: Ann Lens
      E-mail: ann@example.org
      Delivery: print
      Address:
        Ann Lens
        Linzer Straße 1
        1010 Wien
      Note:
        On thin paper, please.
        
        Thank you.

      1. couple · 80.00 EUR
         1
         https://photos.example/1
      2. 灯台 🗼 · from 45 EUR
         2 · item 52 · variant 61
      3. harbour · 10.5
         3
      4. bog · no price
         4

      2 photos: from 125.00 EUR
      1 photo: 10.5

      """)
  }

  @Test func `the JSON has the whole order, and nothing about this computer`() async throws {
    let run = OrderRun()
    let items = [
      BasketItem.stub("1", item: "52", variant: "61", page: "https://photos.example/1"),
      .stub("4", name: "bog", price: nil, page: "file:///home/ann/secret.html"),
    ]

    _ = try await run.repository.place(.stub(items, delivery: .download), by: .file)

    let json = try run.json("\(number).json")
    #expect(json["vitrine_order"] as? Int == 1)
    #expect(json["number"] as? String == number)
    #expect(json["id"] as? String == Order.idText.lowercased())
    #expect(json["created_at"] as? String == "2026-11-21T12:00:00Z")
    let customer = json["customer"] as? [String: Any]
    #expect(customer?["name"] as? String == "Ann Lens")
    #expect(customer?["note"] is NSNull)
    #expect(customer?["delivery"] as? String == "download")
    let rows = json["items"] as? [[String: Any]] ?? []
    expectEqual(rows.map { $0["id"] as? String }, ["1", "4"])
    #expect(rows.first?["variant"] as? String == "61")
    #expect(rows.first?["price"] as? String == "80.00")
    #expect(rows.last?["price"] is NSNull)
    #expect(rows.last?["page"] is NSNull)
    let totals = json["totals"] as? [[String: Any]] ?? []
    expectEqual(totals.map { $0["sum"] as? String }, ["80.00"])
    #expect(!run.text("\(number).json").contains("/home/"))
  }

  @Test func `only their owner can read the files`() async throws {
    let run = OrderRun()
    _ = try await run.repository.place(.stub(), by: .file)

    expectEqual(run.fileNames, ["\(number).eml", "\(number).json", "\(number).record"])
    for path in run.fileNames.map({ "\(run.folder)/\($0)" }) {
      var status = stat()
      expectEqual(stat(path, &status), 0)
      expectEqual(status.st_mode & 0o777, 0o600)
    }
    var status = stat()
    expectEqual(stat(run.folder, &status), 0)
    expectEqual(status.st_mode & 0o777, 0o700)
  }

  @Test func `the same order again is the same file`() async throws {
    let run = OrderRun()

    let first = try await run.repository.place(.stub(), by: .file)
    let second = try await run.repository.place(.stub(), by: .file)

    expectEqual(first, second)
    expectEqual(run.fileNames.count, 3)
  }

  @Test func `an order with another's number gets a longer one`() async throws {
    let run = OrderRun()
    let first = try await run.repository.place(.stub(), by: .file)
    let before = run.text("\(number).json")

    let second = try await run.repository.place(
      .stub(id: "00030507-AAAA-4AAA-9AAA-AAAAAAAAAAAA"), by: .file)

    expectEqual(first.number, number)
    #expect(second.number.hasPrefix(number) && second.number.count == number.count + 1)
    expectEqual(run.fileNames.count, 6)
    expectEqual(run.text("\(number).json"), before)
  }

  @Test(arguments: ["json", "txt", "eml", "record"])
  func `an existing file with an order's name is kept`(ending: String) async throws {
    let run = OrderRun()
    try run.write("mine", to: "\(number).\(ending)")

    let placed = try await run.repository.place(.stub(), by: .file)

    expectEqual(run.text("\(number).\(ending)"), "mine")
    #expect(placed.number != number)
    expectEqual(run.fileNames.count, 4)
  }

  @Test func `a folder or a broken link with that name is kept, too`() async throws {
    let run = OrderRun()
    try FileManager.default.createDirectory(
      atPath: "\(run.folder)/\(number).json", withIntermediateDirectories: true)
    symlink("\(run.folder)/elsewhere", "\(run.folder)/\(number)B.json")

    let placed = try await run.repository.place(.stub(), by: .file)

    expectEqual(placed.number.count, number.count + 2)
    #expect(!run.fileNames.contains("elsewhere"))
  }

  @Test(arguments: ["/dev/null/orders", "/proc/orders", "/dev/null"])
  func `a folder that can't be written is named, and no file is left`(folder: String) async {
    let run = OrderRun(folder: folder)

    let error = await run.error(of: .stub(), by: .file)

    expectEqual(error, .unwritable(path: folder))
  }

  @Test func `an order that can't be saved whole leaves no file`() async throws {
    let faulty = FaultyCalls()
    func place(_ fault: FaultyCalls.Fault) async throws -> (isPlaced: Bool, files: [String]) {
      let run = OrderRun()
      var repository = run.repository
      repository.records.calls = faulty.calls
      faulty.begin(fault)
      let placed = try? await repository.place(.stub(), by: .file)
      return (placed != nil, run.fileNames)
    }
    try await expectEqual(place(.none).files.count, 3)

    for number in faulty.made.indices {
      let (isPlaced, files) = try await place(.once(number, ENOSPC))

      expectEqual(files.count, isPlaced ? 3 : 0, "\(number): \(files)")
    }
  }

  @Test func `without a state folder nothing is written`() async {
    let repository = DefaultOrderRepository(
      photos: OrderSource(title: "x", orderRoute: .file),
      folder: nil, transport: OrderRun().transport)

    await #expect(throws: OrderError.unwritable(path: "orders")) {
      try await repository.place(.stub(), by: .file)
    }
  }

  @Test func `escape sequences from the source or the user don't reach the files`() async throws {
    let hostile = "a\u{1B}[2J\u{1B}]0;t\u{7}\u{9B}31m\u{202E}b\r\nBcc: x"
    let id = hostile.replacing("\u{202E}", with: "")
    let run = OrderRun(source: hostile)
    let order = Order.stub(
      [.stub(id, name: hostile, item: id, variant: id)], name: hostile,
      note: hostile, address: hostile)

    _ = try await run.repository.place(order, by: .file)

    for name in run.fileNames {
      let bad = run.text(name).unicodeScalars.contains { scalar in
        let isControl = scalar.value < 32 || (0x7F...0x9F).contains(scalar.value)
        // Lines of a mail end with CR LF.
        let isEnd = scalar == "\n" || scalar == "\r" && name.hasSuffix(".eml")
        return isControl && !isEnd || scalar == "\u{202E}"
      }
      #expect(!bad)
    }
    #expect(run.mailParts(number).count == 2)
    for text in run.mailParts(number) + [run.text("\(number).eml")] {
      #expect(!text.contains("\nBcc"))
    }
  }

  @Test func `the route is the source's`() async {
    let route = OrderRoute(channel: .file, email: "a@b.example", deliveries: [.print])

    await expectEqual(OrderRun(route: route).repository.route(), route)
  }
}
