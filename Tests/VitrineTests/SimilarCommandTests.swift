import ExpectationSupport
import Foundation
import Testing

/// `vitrine similar` and `vitrine library read`, of copies of the built-in gallery's pictures.
struct SimilarCommandTests {
  private let folder = ScratchFolder()

  private func run(_ script: String) throws -> CommandResult {
    try CommandResult(
      """
      mkdir -p "$XDG_CACHE_HOME/pictures/more"; cd "$XDG_CACHE_HOME/pictures"
      set -- "$sample"/*.jpg; cp -p "$1" a.jpg; cp -p "$1" more/b.jpg; cp -p "$2" c.jpg
      \(script)
      """, environment: ["XDG_CACHE_HOME": folder.path("cache")])
  }

  @Test func `copies are found by what they show and by their bytes, and one is to be kept`()
    throws
  {
    let result = try run(
      """
      vitrine similar . --threshold 0 | cut -f 1,3 | sed 's|/.*/pictures/||'
      vitrine similar . --duplicates --keep largest | cut -f 1,2,4 | sed 's|/.*/pictures/||'
      vitrine similar . --duplicates --json | grep -c '"kind":"duplicate"'
      vitrine list . --filter is:duplicate | cut -f 1
      vitrine list . --filter is:copy | cut -f 1
      vitrine list . --filter 'is:similar -is:copy' | cut -f 1
      """)

    expectEqual(
      result.outputLines,
      [
        "1\ta.jpg", "1\tmore/b.jpg", "1\tkeep\ta.jpg", "1\tother\tmore/b.jpg", "1", "a.jpg",
        "more/b.jpg", "more/b.jpg", "a.jpg",
      ])
    expectEqual(result.errorText, "")
  }

  @Test func `paths are exact: by them, programs remove files`() throws {
    let result = try run(
      """
      mkdir odd; mv a.jpg "odd/two  blanks.jpg"; mv more/b.jpg "$(printf 'odd/bell\\a.jpg')"; cd odd
      vitrine similar . --duplicates --json | grep -o '"path":"[^"]*"' | sed 's|/.*/odd/||' | sort
      vitrine similar . --duplicates | cut -f 3 | sed 's|/.*/odd/||' | sort
      """)

    let exact = [#""path":"bell\u0007.jpg""#, #""path":"two  blanks.jpg""#]
    let escaped = [#"bell\x07.jpg"#, #"two \x20blanks.jpg"#]
    expectEqual(
      result.outputLines, exact + escaped)
  }

  @Test func `folders are read in advance; what is none, or isn't there, is named`() throws {
    let result = try run(
      """
      vitrine library read . --pixels; echo "status $?"
      vitrine similar "$sample/../feed.json"; echo "status $?"
      vitrine similar . --threshold 11 2>/dev/null; echo "status $?"
      mkdir ../other; mv a.jpg ../other
      vitrine library read . ../other --pixels; echo "status $?"
      vitrine library read ../nope ../other; echo "status $?"
      """)

    expectEqual(
      result.outputLines,
      [
        "read 3 photos", "status 0", "status 1", "status 64", "read 3 photos", "status 0",
        "read 1 photo", "status 1",
      ])
    #expect(result.errorText.contains("nope: no such file or directory"))
  }

  @Test func `several folders are compared as one, and a missing one is named`() throws {
    let result = try run(
      """
      mv a.jpg c.jpg ..; mkdir ../other; mv ../a.jpg ../other; cp -p "$3" ../other/d.jpg
      vitrine similar . ../other | cut -f 1,3 | sed 's|/.*/\\([^/]*/[^/]*\\)$|\\1|'
      vitrine similar . ../other --duplicates --json | grep -c '"kind":"duplicate"'
      vitrine similar ../other; echo "status $?"
      vitrine similar . ../nope; echo "status $?"
      cp -p more/b.jpg e.jpg
      vitrine similar . ../nope >/dev/null; echo "status $?"
      """)

    expectEqual(
      result.outputLines,
      ["1\tmore/b.jpg", "1\tother/a.jpg", "1", "status 0", "status 1", "status 1"])
    expectEqual(result.errorLines.count { $0.contains("nope: no such file or directory") }, 2)
  }

  @Test func `a collection is compared, and of a saved search what it finds`() throws {
    let result = try run(
      """
      export XDG_STATE_HOME="$XDG_CACHE_HOME/state2"; state="$XDG_STATE_HOME/vitrine"
      mkdir -p "$state/collections"; cp -p "$1" e.jpg
      printf '%s\\n' "$PWD/a.jpg" "$PWD/more/b.jpg" "$PWD/c.jpg" >"$state/collections/some.photos"
      printf 'high\\tpath:more\\t\\t\\t%s\\nall\\text:jpg\\t\\t\\t%s\\n' "$PWD" "$PWD" >"$state/searches"
      for name in some all high; do
        echo $name; vitrine similar library:$name --threshold 0 | cut -f 1,3 | sed 's|/.*/pictures/||'
      done
      vitrine similar library:nope; echo "status $?"
      """)

    expectEqual(
      result.outputLines,
      [
        "some", "1\ta.jpg", "1\tmore/b.jpg", "all", "1\ta.jpg", "1\te.jpg", "1\tmore/b.jpg", "high",
        "status 1",
      ])
  }

  @Test func `without a library pictures are not compared`() throws {
    let result = try run(
      """
      mkdir -p "$XDG_CACHE_HOME/vitrine"; printf '[library]\\nenabled = false\\n' >"$XDG_CACHE_HOME/vitrine/config.toml"
      XDG_CONFIG_HOME=$XDG_CACHE_HOME vitrine similar .; echo "status $?"
      """)

    expectEqual(result.outputLines, ["status 1"])
    #expect(result.errorText.contains("only if the library is on"))
  }
}
