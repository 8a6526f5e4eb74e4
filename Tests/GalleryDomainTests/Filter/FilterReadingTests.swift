import ExpectationSupport
import GalleryDomain
import Testing

/// How filter texts are parsed, shown by their normal forms.
struct FilterReadingTests {
  private func normal(_ text: String) -> String { FilterReading(text).expression.description }
  private func faults(_ text: String) -> [FilterFault] { FilterReading(text).faults }

  @Test(
    arguments: [
      ("", ""), ("   ", ""), ("sea", "sea"), ("  sea   gull ", "sea gull"),
      ("\"exact words\"", "\"exact words\""), ("-portrait", "-portrait"),
      ("camera:nikon", "camera:nikon"), ("CAMERA:Nikon", "camera:Nikon"),
      ("title:\"two words\"", "title:\"two words\""), ("\"title:x\"", "\"title:x\""),
      ("-title:\"a \\\"b\\\" c\\\\\"", "-title:\"a \\\"b\\\" c\\\\\""),
      ("camera:nikon|canon", "camera:nikon|canon"), ("sea||lake|", "sea|lake"),
      ("\"a|b\"", "\"a|b\""), ("desc:fog", "description:fog"),
      ("license:\"CC BY\"", "licence:\"CC BY\""),
      ("tag:=sea", "tag:=sea"), ("tag:\"=sea\"", "tag:\"=sea\""),
      ("creator:ana", "author:ana"), ("caption:*", "description:*"),
      ("-keyword:*|sea", "-tag:*|sea"),
      ("title:\"*\"", "title:\"*\""), ("title:=*", "title:=\"*\""), ("title:a*", "title:a*"),
      ("*", "*"),
      ("tag:=\"open sea\"", "tag:=\"open sea\""),
      ("price:<100", "price:<100"), ("price:100.50..200eur", "price:100.5..200EUR"),
      ("price:..9", "price:<=9"), ("price:>=007.10", "price:>=7.1"), ("price:=5", "price:5"),
      ("price:<€100", "price:<100EUR"), ("price:<100€", "price:<100EUR"),
      ("price:<100EUR", "price:<100EUR"), ("price:>=eur20", "price:>=20EUR"),
      ("price:€50..€100", "price:50..100EUR"), ("price:50..€100", "price:50..100EUR"),
      ("price:\"<100 EUR\"", "price:<100EUR"), ("price:$9.50", "price:9.5USD"),
      ("price:US$9|£9", "price:9USD|9GBP"), ("price:<80Fr.", "price:<80CHF"),
      ("currency:eur|usd", "currency:EUR|USD"), ("currency:€|$", "currency:EUR|USD"),
      ("date:2017", "date:2017"),
      ("date:2017-1-5", "date:2017-01-05"), ("date:<2017-10", "date:<2017-10"),
      ("date:2016..2017-10", "date:2016..2017-10"), ("date:2017-10..2017", "date:2017-10..2017"),
      ("sale:YES", "sale:yes"), ("sale:no|unstated", "sale:no|unstated"),
      ("iso:>=800", "iso:>=800"), ("size:>5000000", "size:>5MB"), ("size:1.5kb", "size:1500"),
      ("ext:.JPG", "ext:JPG"),
      ("rating:rejected", "is:rejected"), ("-stars:REJECTED", "-is:rejected"),
      ("rating:-1", "is:rejected"), ("rating:rejected|-1", "is:rejected"),
      ("rejected", "rejected"), ("rating:0", "rating:0"),
      ("mp:>12", "megapixels:>12"), ("width:3000..", "width:>=3000"), ("a\\b", "a\\b"),
      ("title:a:b", "title:a:b"), (":x", "\":x\""), ("--x", "-\"-x\""),
      ("pre\"a b\"post", "\"prea bpost\""),
    ])
  func `a text has one normal form`(text: String, expected: String) {
    expectEqual(normal(text), expected)
    expectEqual(faults(text), [])
  }

  @Test func `an unknown field counts as plain words`() {
    let reading = FilterReading("lake https://a.example -foo:bar")

    expectEqual(reading.expression.description, "lake \"https://a.example\" -\"foo:bar\"")
    expectEqual(
      reading.faults,
      [
        FilterFault(.unknownField("https"), at: 5..<11),
        FilterFault(.unknownField("foo"), at: 24..<28),
      ])
  }

  @Test(
    arguments: [
      ("price:cheap", FilterField.price), ("price:<", .price), ("price:-5", .price),
      ("price:1,5", .price),
      ("price:1.2.3", .price), ("price:.5", .price), ("price:5.", .price), ("price:EUR", .price),
      ("price:1000000000000000000", .price), ("price:<\"\"100x", .price), ("price:..", .price),
      ("currency:euro", .currency), ("currency:kr", .currency),
      ("price:€5EUR", .price), ("price:€5..£9", .price), ("price:5kr", .price), ("price:€", .price),
      ("date:yesterday", .date),
      ("date:17", .date), ("date:2017-13", .date), ("date:2017-02-29", .date), ("date:0000", .date),
      ("date:2017-10-01-05", .date), ("date:2017-", .date), ("sale:maybe", .sale),
      ("iso:fast", .iso), ("size:big", .size), ("size:5TB", .size), ("size:>", .size),
      ("size:-1", .size),
      ("width:3000px", .width), ("price:5|x", .price),
    ])
  func `a term with an invalid value for its field is skipped`(text: String, field: FilterField) {
    let reading = FilterReading("sea \(text)")

    expectEqual(reading.expression.description, "sea")
    let start =
      4 + (text.firstIndex(of: ":").map { text.distance(from: text.startIndex, to: $0) } ?? 0) + 1
    expectEqual(
      reading.faults,
      [FilterFault(.unreadableValue(field), at: start..<4 + text.unicodeScalars.count)])
  }

  @Test func `missing, empty and unclosed parts are reported with their positions`() {
    expectEqual(faults("sea camera:"), [FilterFault(.missingValue(.camera), at: 4..<11)])
    expectEqual(faults("sea -"), [FilterFault(.missingValue(nil), at: 4..<5)])
    expectEqual(faults("\"\""), [FilterFault(.missingValue(nil), at: 0..<2)])
    expectEqual(faults("tag:="), [FilterFault(.missingValue(.tag), at: 4..<5)])
    expectEqual(faults("|"), [FilterFault(.missingValue(nil), at: 0..<1)])
    expectEqual(faults("ext:"), [FilterFault(.missingValue(.fileExtension), at: 0..<4)])
    expectEqual(faults("size:5..1"), [FilterFault(.emptyRange(.size), at: 5..<9)])
    expectEqual(faults("price:9..3"), [FilterFault(.emptyRange(.price), at: 6..<10)])
    expectEqual(faults("date:2018..2017-12"), [FilterFault(.emptyRange(.date), at: 5..<18)])
    expectEqual(faults("title:\"two wo"), [FilterFault(.unclosedQuote, at: 6..<13)])
    expectEqual(normal("title:\"two wo"), "title:\"two wo\"")
  }

  @Test func `positions count Unicode scalars`() {
    expectEqual(faults("e\u{301}👩‍👧 x:y"), [FilterFault(.unknownField("x"), at: 6..<8)])
  }

  @Test func `only the id is known without reading files`() {
    #expect(!FilterReading("id:2017/ -id:raw").expression.needsDetails)
    #expect(FilterReading("id:2017/ lake").expression.needsDetails)
    #expect(!FilterExpression.everything.needsDetails)
  }
}

/// What is completed at the end of a text.
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
