import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryTestSupport
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
      ("https://h.example/a/lake.jpg?w=2000", "\u{FF}\u{D8}\u{FF}", "lake.jpg"),
      ("https://h.example/lake.JPEG", "\u{FF}\u{D8}\u{FF}", "lake.JPEG"),
      ("https://h.example/lake.jpg", "GIF89a", "lake.gif"),
      ("https://h.example/lake.TIFF", "MM\0*", "lake.TIFF"),
      ("https://h.example/lake.heic", "\0\0\0\u{10}ftypheic", "lake.heic"),
      ("https://h.example/lake.png", "\u{FF}\u{A}", "lake.jxl"),
      ("https://h.example/photo/230", "\u{89}PNG\r\n\u{1A}\n", "vienna.street.png"),
      ("https://h.example/a%2F..%2Fb.jpg", "GIF89a", "a_.._b.gif"),
      ("https://h.example/", "RIFF    WEBP", "vienna.street.webp"),
      ("https://h.example/100%2525.jpg", "\u{FF}\u{D8}\u{FF}", "100%25.jpg"),
    ])
  func `a downloaded picture is named after its address or its photo`(
    _ address: String, _ beginning: String, _ name: String
  ) throws {
    let folder = try TemporaryFolder()
    try Data(beginning.unicodeScalars.map { UInt8($0.value) }).write(
      to: URL(filePath: folder.path("stored")))
    let file = try #require(FileReference(path: folder.path("stored")))

    let photo = Photo.stub(imageURL: URL(string: address))

    expectEqual(SafeFileName.name(of: photo, downloadedTo: file), name)
  }
}
