import ExpectationSupport
import Glibc
import PseudoTerminalSupport
import Testing

extension InterfaceTests {
  /// The basket of the built-in gallery, stored between runs and shared by programs.
  struct BasketTests {
    let home: ScratchFolder
    /// A row of the sample gallery that is for sale, with its title and price.
    private static let second = (title: SampleGallery.firstTitle, price: "€180.00")

    init() throws {
      home = try ScratchFolder()
    }

    private func gallery(columns: Int = 80, rows: Int = 24) throws -> GallerySession {
      try .sampleGallery(
        environment: ["XDG_STATE_HOME": home.path("state")], columns: columns, rows: rows)
    }

    @Test func `the basket is there again after quitting`() throws {
      let first = try gallery()
      first.send("j ")
      try first.wait(for: "Added to basket: \(Self.second.title)")
      first.send("k")
      try first.wait(for: "basket 1 · €180.00")
      first.send("q")
      try expectEqual(first.shell.status(), 0)

      let second = try gallery()
      try second.wait(for: "✓ in basket")
      try second.wait(for: "basket 1 · €180.00")
      second.send("b")
      try second.awaitSelection(Self.second.title)
      second.send("x")
      try second.wait(for: "The basket is empty")
      second.send("qq")
      try expectEqual(second.shell.status(), 0)

      let third = try gallery()
      third.send("b")
      try third.wait(for: "The basket is empty")
      third.send("qq")
      try expectEqual(third.shell.status(), 0)
    }
  }
}
