import ExpectationSupport
import Glibc
import PseudoTerminalSupport
import Testing

extension InterfaceTests {
  /// The basket of the built-in gallery, stored between runs and shared by programs.
  struct BasketTests {
    let home = ScratchFolder()
    /// A row of the sample gallery that is for sale, with its title and price.
    private static let second = (title: SampleGallery.firstTitle, price: "€180.00")

    private func gallery(columns: Int = 80, rows: Int = 24) throws -> GallerySession {
      try .sampleGallery(
        environment: ["XDG_STATE_HOME": home.path("state")], columns: columns, rows: rows)
    }

    @Test func `the basket is there again after quitting`() throws {
      let first = try gallery()
      try first.send("j ", showing: "Added to basket: \(Self.second.title)")
      try first.send("k", showing: "basket 1 · €180.00")
      try first.leave()

      let second = try gallery()
      try second.wait(for: "✓ €180.00")
      try second.wait(for: "basket 1 · €180.00")
      second.send("b")
      try second.awaitSelection(Self.second.title)
      try second.send("x", showing: "The basket is empty")
      try second.leave("qq")

      let third = try gallery()
      try third.send("b", showing: "The basket is empty")
      try third.leave("qq")
    }
  }
}
