import ExpectationSupport
import PseudoTerminalSupport
import Testing

extension CommandTests {
  /// `--filter` and `--sort`, and the filter line of the real program.
  struct ArrangementTests {
    @Test func `list prints the photos that match the filter, in the requested order`() throws {
      let all = try CommandResult("vitrine list --sample").outputLines
      let result = try CommandResult(
        "vitrine list --sample --filter 'sale:yes price:>=100EUR' --sort -price")
      // For example `120.00 EUR`, and `from 120.00 EUR`.
      let prices = result.outputLines.compactMap { line in
        line.split(separator: "\t")[2].split(separator: " ").compactMap { Double($0) }.first
      }

      expectEqual(result.status, 0)
      #expect(!prices.isEmpty)
      expectEqual(prices.count, result.outputLines.count)
      #expect(prices.count < all.count)
      #expect(prices.allSatisfy { $0 >= 100 })
      expectEqual(prices, prices.sorted(by: >))
    }

    @Test func `a filter that begins with a minus sign is a value`() throws {
      let all = try CommandResult("vitrine list --sample").outputLines
      let result = try CommandResult("vitrine list --sample --filter -camera:sony --sort -date")
      func isSony(_ line: String) -> Bool { line.lowercased().contains("sony") }

      expectEqual(result.status, 0)
      #expect(all.contains(where: isSony) && !result.outputLines.contains(where: isSony))
      expectEqual(result.outputLines.count, all.count { !isSony($0) })
    }

    @Test func `the interface starts with both, and Esc leaves the filter`() throws {
      let session = try GallerySession.started(
        "--sample --filter camera:sony --sort price", showing: "● camera:sony ×   price ↑")

      session.send("\u{1B}")
      try session.waitUntilGone("camera:sony")
      try session.send("&sale:no\r", showing: "● sale:no ×   price ↑")
    }
  }
}
