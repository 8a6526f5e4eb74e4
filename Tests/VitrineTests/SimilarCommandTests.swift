import ExpectationSupport
import Foundation
import Testing

/// `vitrine similar` and `vitrine library read`, of copies of the built-in gallery's pictures.
struct SimilarCommandTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

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
      vitrine similar . --duplicates --keep oldest | cut -f 1,2,4 | sed 's|/.*/pictures/||'
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
      export XDG_STATE_HOME=$XDG_CACHE_HOME/state
      mkdir odd; mv a.jpg "odd/two  blanks.jpg"; mv more/b.jpg "$(printf 'odd/bell\\a.jpg')"; cd odd
      vitrine similar . --duplicates --json | grep -o '"path":"[^"]*"' | sed 's|/.*/odd/||' | sort
      vitrine similar . --duplicates | cut -f 3 | sed 's|/.*/odd/||' | sort
      vitrine similar --ignore ./*.jpg
      vitrine similar --ignored | tr '\t' '\n' | sed 's|/.*/odd/||' | sort
      """)

    let exact = [#""path":"bell\u0007.jpg""#, #""path":"two  blanks.jpg""#]
    let escaped = [#"bell\x07.jpg"#, #"two \x20blanks.jpg"#]
    expectEqual(
      result.outputLines, exact + escaped + ["ignored 1 pair"] + escaped)
  }

  @Test func `a folder is read in advance, and what is not a folder is refused`() throws {
    let result = try run(
      """
      vitrine library read . --pixels; echo "status $?"
      vitrine similar "$sample/../feed.json"; echo "status $?"
      vitrine similar . --threshold 11 2>/dev/null; echo "status $?"
      """)

    expectEqual(result.outputLines, ["read 3 photos", "status 0", "status 1", "status 64"])
  }

  @Test func `several folders are read in advance, and one that isn't there is named`() throws {
    let result = try run(
      """
      mkdir ../other; mv a.jpg ../other
      vitrine library read . ../other --pixels; echo "status $?"
      vitrine library read ../nope ../other; echo "status $?"
      """)

    expectEqual(
      result.outputLines, ["read 3 photos", "status 0", "read 1 photo", "status 1"])
    #expect(result.errorText.contains("nope: no such file or directory"))
  }

  @Test func `what is not alike is kept when caches and library are emptied, and taken back`()
    throws
  {
    let result = try run(
      """
      export XDG_STATE_HOME="$XDG_CACHE_HOME/state"; cd more; cp -p "$2" d.jpg; printf x >>d.jpg; cd ..
      vitrine similar . | cut -f 1,3 | sed 's|/.*/pictures/||'
      vitrine similar --ignore c.jpg more/d.jpg; echo "status $?"
      vitrine similar --ignore c.jpg more/d.jpg
      stat -c %a "$XDG_STATE_HOME/vitrine/state.sqlite"
      vitrine library forget >/dev/null; vitrine cache clear >/dev/null; mv more/d.jpg e.jpg
      vitrine similar . | cut -f 1,3 | sed 's|/.*/pictures/||'
      vitrine list . --filter 'is:similar -is:duplicate' | cut -f 1
      vitrine similar --ignored | sed 's|/[^	]*/pictures/||g'
      vitrine similar --ignored --json | grep -c '"ignored_at":"20'
      vitrine similar --unignore e.jpg; echo "status $?"
      vitrine similar --unignore e.jpg; echo "status $?"
      vitrine similar . | cut -f 1,3 | sed 's|/.*/pictures/||'
      """)

    expectEqual(
      result.outputLines,
      [
        "1\ta.jpg", "1\tmore/b.jpg", "2\tc.jpg", "2\tmore/d.jpg", "ignored 1 pair", "status 0",
        "they were ignored already", "600", "1\ta.jpg", "1\tmore/b.jpg", "c.jpg\tmore/d.jpg", "1",
        "took back 1 pair", "status 0", "status 1", "1\ta.jpg", "1\tmore/b.jpg", "2\tc.jpg",
        "2\te.jpg",
      ])
    expectEqual(result.errorLines, ["vitrine: nothing is ignored of it"])
  }

  @Test func `pairs need two photos that are there`() throws {
    let result = try run(
      """
      vitrine similar --ignore a.jpg; echo "status $?"
      vitrine similar --ignore a.jpg gone.jpg; echo "status $?"
      vitrine similar --ignore --ignored 2>/dev/null; echo "status $?"
      vitrine similar 2>/dev/null; echo "status $?"
      """)

    expectEqual(result.outputLines, ["status 64", "status 1", "status 64", "status 64"])
    #expect(result.errorText.contains("needs the paths of two photos"))
    #expect(result.errorText.contains("gone.jpg isn't there or can't be read"))
  }

  @Test(arguments: [
    ("--ignore a.jpg c.jpg --threshold 6", "--threshold can't be used with --ignore."),
    ("--ignore a.jpg c.jpg --json", "--json can't be used with --ignore."),
    (
      "--unignore a.jpg --duplicates --keep raw",
      "--duplicates, --keep can't be used with --unignore."
    ),
    ("--ignored --json --threshold 99", "--threshold can't be used with --ignored."),
  ])
  func `options that mean nothing for pairs are refused`(arguments: String, message: String) throws
  {
    let result = try run("vitrine similar \(arguments); echo \"status $?\"")

    expectEqual(result.outputLines, ["status 64"])
    expectEqual(result.errorLines.first, "Error: \(message)")
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
