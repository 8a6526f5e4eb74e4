import GalleryDomain
import Testing

struct FilterTailTests {
  @Test(
    arguments: [
      ("cam", "camera:"), ("-cam", "-camera:"), ("sea cam", "sea camera:"), ("sea ", "sea camera:"),
      ("", "camera:"),
    ])
  func `a name is completed in place of what is typed of it`(text: String, expected: String) {
    let tail = FilterTail(text)
    #expect(tail.mayBeName)
    #expect(tail.completed(with: FilterField.camera) == expected)
  }

  @Test(
    arguments: [
      ("camera:ni", "ni", "camera:\"NIKON D500\" "), ("camera:", "", "camera:\"NIKON D500\" "),
      ("sea -camera:canon|ni", "ni", "sea -camera:canon|\"NIKON D500\" "),
      ("camera:\"NIK", "NIK", "camera:\"NIKON D500\" "),
      ("camera:=ni", "ni", "camera:=\"NIKON D500\" "),
    ])
  func `a value is completed with the quotes that it needs`(
    text: String, typed: String, expected: String
  ) {
    let tail = FilterTail(text)
    #expect(tail.field == .camera)
    #expect(tail.typed == typed)
    #expect(!tail.mayBeName)
    #expect(tail.completed(with: "NIKON D500") == expected)
  }

  @Test(arguments: ["\"cam", "sea|cam", "foo:cam"])
  func `where no name may stand none is completed`(text: String) {
    #expect(FilterTail(text).field == nil)
    #expect(FilterTail(text).mayBeName == (text == "foo:cam"))
  }
}
