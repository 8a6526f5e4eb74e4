import ExpectationSupport
import Testing

@testable import FeedFormats

struct TOMLTextTests {
  private func fault(_ text: String) -> TOMLText.Fault? {
    do throws(TOMLText.Fault) {
      _ = try TOMLText(text)
      return nil
    } catch {
      return error
    }
  }

  /// Each of them ended the program, which is what the library does at a false assertion.
  @Test(arguments: ["[!]", "[=", "[[#", "[ü]", "[.a]", "[\t[ x", "[\r"])
  func `a header without a name is a fault in its line`(header: String) {
    expectEqual(fault("a = 1\n\(header)\nb = 2")?.line, 2)
  }

  @Test func `in a list or a text of several lines it is none`() throws {
    let lists = try TOMLText("a = [\n[+1, -2],\n[\n3],\n]\nb = 4")
    expectEqual(lists.table["a"]?.array?.count, 2)
    expectEqual(try TOMLText("a = \'\'\'\n[!]\'\'\'").table["a"]?.string, "[!]")
    // The first mistake is the one that is named.
    expectEqual(fault("a = [\n[!]\n]\n[!]")?.line, 2)
  }

  @Test func `a byte that would end the text, and names of thousands of tables, are faults`() {
    expectEqual(fault("a = 1\u{0}")?.reason, "not valid TOML: it has a zero byte")
    expectEqual(fault("x = 1\n" + String(repeating: "a.", count: 5_000) + "a = 1")?.line, 2)
  }

  @Test(
    arguments: [
      ("name", 1), ("a.b.c", 2), ("a.b", 2), ("a", 2), ("list.url", 4), ("list", 3),
      ("list.none", 3), ("paging[1].kind", 6), ("servers.h.x", 7), ("none", nil),
    ] as [(String, Int?)])
  func `a key is in its line, or in that of its table`(key: String, line: Int?) throws {
    let text = try TOMLText(
      """
      name = "a"
      a . 'b'.c = 1
      [list]
      url = "b"
      [[paging]]
      kind = 1
      [ servers."h" ] # x
      """)
    expectEqual(text.line(of: key), line)
  }
}
