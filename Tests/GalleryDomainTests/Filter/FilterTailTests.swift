import ExpectationSupport
import GalleryDomain
import Testing

struct FilterTailTests {
  @Test(
    arguments: [
      ("cam", "camera:"), ("-cam", "-camera:"), ("sea cam", "sea camera:"), ("sea ", "sea camera:"),
      ("", "camera:"),
    ])
  func `completing a name replaces its typed part`(text: String, expected: String) {
    let tail = FilterTail(text)
    #expect(tail.mayBeName)
    expectEqual(tail.completed(with: FilterField.camera), expected)
  }

  @Test(
    arguments: [
      ("camera:ni", "ni", "camera:\"NIKON D500\" "), ("camera:", "", "camera:\"NIKON D500\" "),
      ("sea -camera:canon|ni", "ni", "sea -camera:canon|\"NIKON D500\" "),
      ("camera:\"NIK", "NIK", "camera:\"NIKON D500\" "),
      ("camera:=ni", "ni", "camera:=\"NIKON D500\" "),
    ])
  func `a completed value is quoted if necessary`(
    text: String, typed: String, expected: String
  ) {
    let tail = FilterTail(text)
    expectEqual(tail.field, .camera)
    expectEqual(tail.typed, typed)
    #expect(!tail.mayBeName)
    expectEqual(tail.completed(with: "NIKON D500"), expected)
  }

  @Test(arguments: ["\"cam", "sea|cam", "foo:cam"])
  func `names are completed only in valid positions`(text: String) {
    expectEqual(FilterTail(text).field, nil)
    expectEqual(FilterTail(text).mayBeName, (text == "foo:cam"))
  }
}
