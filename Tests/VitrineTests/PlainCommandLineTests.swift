import ArgumentParser
import ExpectationSupport
import Testing

@testable import vitrine

/// Command lines that are read without the parser.
struct PlainCommandLineTests {
  @Test(arguments: [
    [], ["."], ["~/Pictures"], ["photos"], ["lists"], ["https://example.com/feed.json"],
    ["preset:nasa"], ["exec:ls"], ["a b"], ["é"],
  ])
  func `a command line without options becomes what the parser makes of it`(
    words: [String]
  ) throws {
    let parsed = try #require(try VitrineCommand.parseAsRoot(words) as? BrowseCommand)

    let plain = try #require(BrowseCommand.withoutOptions(words))

    let values = Self.values(of: plain)
    expectEqual(values, Self.values(of: parsed))
    expectEqual(values.count, 21)
  }

  @Test(arguments: [
    ["--sample"], ["-"], ["--"], [""], [".", "--fresh"], ["a", "b"], ["list"], ["help"], ["browse"],
    ["--help"], ["-0"],
  ])
  func `every other command line is left to the parser`(words: [String]) {
    #expect(BrowseCommand.withoutOptions(words) == nil)
  }

  /// The name and the value of each property that is read from the command line, groups included: `source: value(nil)`.
  private static func values(of arguments: any ParsableArguments) -> [String] {
    Mirror(reflecting: arguments).children.flatMap { property -> [String] in
      let name = property.label ?? ""
      guard
        let parsed = Mirror(reflecting: property.value).children.first(where: {
          $0.label == "_parsedValue"
        })?.value
      else { return ["\(name): not parsed"] }
      let value = Mirror(reflecting: parsed).children.first
      if value?.label == "value", let group = value?.value as? any ParsableArguments {
        return values(of: group).map { "\(name).\($0)" }
      }
      return ["\(name): \(value?.label ?? "")(\(value.map { "\($0.value)" } ?? ""))"]
    }
  }
}
