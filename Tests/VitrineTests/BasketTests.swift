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

    /// Opens the basket, which reads it, until the list shows what another program has stored.
    private func look(into gallery: GallerySession, until isShown: (String) -> Bool) throws {
      while !isShown(gallery.screenText) {
        gallery.send("b")
        try gallery.wait(for: "Basket")
        gallery.send("b")
        try gallery.waitUntilGone("Basket")
      }
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

    @Test func `it survives a program that is killed`() throws {
      let first = try gallery()
      first.send("j k")
      try first.wait(for: "basket 1 · €180.00")
      // It is stored once another program has it.
      let witness = try gallery()
      try look(into: witness) { $0.contains("basket 1 · €180.00") }
      kill(try first.shell.pid(), SIGKILL)
      witness.send("q")
      try expectEqual(witness.shell.status(), 0)

      let second = try gallery()
      try second.wait(for: "basket 1 · €180.00")
      second.send("q")
      try expectEqual(second.shell.status(), 0)
    }

    @Test func `two programs share one basket`() throws {
      let one = try gallery()
      let other = try gallery()

      one.send("j k")
      try look(into: other) { $0.contains("basket 1") }
      other.send("b")
      try other.awaitSelection(Self.second.title)
      other.send("x")
      try other.wait(for: "The basket is empty")
      try look(into: one) { !$0.contains("basket 1") }

      one.send("q")
      other.send("qq")
      try expectEqual(one.shell.status(), 0)
      try expectEqual(other.shell.status(), 0)
    }

    @Test func `a range is added and removed again with u`() throws {
      let gallery = try gallery()
      gallery.send("VG")
      try gallery.wait(for: "33 selected")
      gallery.send(" ")
      try gallery.wait(for: "not for sale · u to undo")
      gallery.send("k")
      try gallery.waitUntilGone("33 selected")
      try gallery.wait(for: "basket 19")

      gallery.send("u")
      try gallery.wait(for: "Undone: ")
      gallery.send("j")
      try gallery.waitUntilGone("basket 19")

      gallery.send("q")
      try expectEqual(gallery.shell.status(), 0)
    }
  }
}
