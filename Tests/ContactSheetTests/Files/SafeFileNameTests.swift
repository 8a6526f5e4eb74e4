import ExpectationSupport
import Testing

@testable import ContactSheet

/// Names for copies.
struct SafeFileNameTests {
  @Test(
    arguments: [
      ("photo.jpg", "photo.jpg"), ("../../etc/passwd", "_.._etc_passwd"),
      ("a/b\\c.jpg", "a_b_c.jpg"),
      ("-rf.jpg", "rf.jpg"), (".hidden", "hidden"), ("~root", "root"), ("  a  b .jpg", "a b .jpg"),
      ("a.", "a"), ("a. ", "a"), ("...", "photo"), ("", "photo"), ("\u{1B}[31m.jpg", "jpg"),
      ("a\nb.jpg", "a b.jpg"), ("海上生明月.jpg", "海上生明月.jpg"), ("what?*.jpg", "what__.jpg"),
      ("a\u{202E}gpj.exe", "agpj.exe"),
    ])
  func `a name has no separators or control characters`(_ text: String, _ name: String) {
    expectEqual(SafeFileName.make(text), name)
  }

  @Test func `a long name is shortened before its extension, between characters`() {
    let name = SafeFileName.make(String(repeating: "海", count: 300) + ".jpeg")

    #expect(name.utf8.count <= SafeFileName.byteLimit)
    #expect(name.hasSuffix("海.jpeg"))
  }

  @Test func `an emoji of several scalars is not split`() {
    let name = SafeFileName.make(String(repeating: "👨‍👩‍👧‍👦", count: 30) + ".jpg")

    #expect(name.dropLast(4).allSatisfy { $0 == "👨‍👩‍👧‍👦" })
  }

  @Test(
    arguments: [
      ("a.jpg", 1, "a.jpg"), ("a.jpg", 2, "a (2).jpg"), ("a.tar.gz", 3, "a.tar (3).gz"),
      ("README", 2, "README (2)"), ("v1. final cut", 2, "v1. final cut (2)"),
    ])
  func `the second file of a name has a number`(_ name: String, _ number: Int, _ result: String) {
    expectEqual(SafeFileName.numbered(name, number), result)
  }
}
