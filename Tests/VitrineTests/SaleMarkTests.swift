import PseudoTerminalSupport
import Testing

@testable import vitrine

@Suite struct SaleMarkTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder(pictures: ["a.jpg", "b.jpg"])
  }

  @Test func `F writes the sidecar, the list shows it, and u undoes it`() throws {
    let session = try folder.browsed(environment: ["VITRINE_CURRENCY": "EUR"], showing: "/2 ")
    try session.send("Ff", showing: "Price:")
    try session.send("120.00\r", showing: "€120.00")
    // A mark is shown at once, and written behind it.
    try ProcessTable.wait(for: "sidecar") { (try? folder.read("a.jpg.xmp")) != nil }

    let text = String(decoding: try folder.read("a.jpg.xmp"), as: UTF8.self)
    #expect(text.contains("vitrine:Status=\"forSale\""))
    #expect(text.contains("vitrine:Price=\"120.00\""))
    #expect(text.contains("vitrine:Currency=\"EUR\""))
    #expect(!text.contains("dc:subject"))

    try session.send("u", showing: "Undone")
    try ProcessTable.wait(for: "end of the sidecar") { (try? folder.read("a.jpg.xmp")) == nil }
    try session.waitUntilGone("€120.00")
    try session.leave()
  }
}
