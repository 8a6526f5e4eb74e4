import ExpectationSupport
import Foundation
import Glibc
import PseudoTerminalSupport
import Testing

/// `vitrine library`, with a library of its own for each test. The pictures of the sample gallery are old enough to be
/// remembered: those that changed a moment ago are not.
struct LibraryCommandTests {
  private let folder = ScratchFolder()

  private func run(_ script: String) throws -> CommandResult {
    try CommandResult(
      """
      library=$XDG_CACHE_HOME/vitrine/library.sqlite
      read_all() { vitrine list "$sample" --sort date >/dev/null; }
      \(script)
      """, environment: ["XDG_CACHE_HOME": folder.path("cache")])
  }

  @Test func `an empty library is shown and emptied without being made`() throws {
    let result = try run(
      """
      vitrine library; vitrine library forget; [ -e "$library" ] || echo "no file"
      """)

    expectEqual(
      result.outputLines,
      [
        folder.path("cache/vitrine/library.sqlite"), "0 photos in 0 folders, 0 bytes",
        "forgot 0 photos in 0 folders", "no file",
      ])
    expectEqual(result.errorText, "")
  }

  @Test func `a folder is shown and forgotten`() throws {
    let result = try run(
      """
      read_all; vitrine library; cd "$sample/.."; vitrine library forget ./pictures//
      cat "$library"* | grep -aci aurora
      """)

    let lines = result.outputLines
    #expect(lines[1].hasPrefix("33 photos in 1 folder, "))
    expectEqual(lines[2].split(separator: " "), ["photos", "size", "read", "folder"])
    #expect(lines[3].contains(" 33 ") && lines[3].hasSuffix("/pictures"))
    expectEqual(Array(lines[4...]), ["forgot 33 photos in 1 folder", "0"])
    expectEqual(result.errorText, "")
  }

  /// They end as soon as they have read the files: nothing of them is to be shown.
  @Test(arguments: [
    "feed \"$sample\" -o \"$out/feed\" --only-for-sale",
    "sheet \"$sample\" -o \"$out/sheet.html\" --filter rating:5",
  ])
  func `what a command reads is remembered when it ends`(_ command: String) throws {
    let result = try run(
      "out='\(folder.path)'; vitrine \(command) 2>/dev/null; vitrine library | sed -n 2p")

    #expect(result.outputLines.last?.hasPrefix("33 photos in 1 folder, ") == true, "\(result)")
  }

  @Test func `a folder that has gone is marked, and forgotten by its name`() throws {
    let photos = folder.path("photos")
    let result = try run(
      """
      ln -s "$sample" '\(photos)'; vitrine list '\(photos)' --sort date >/dev/null; rm '\(photos)'
      vitrine library | tail -n 1
      vitrine library forget '\(photos)'; vitrine library forget '\(photos)'; echo "status $?"
      """)

    let lines = result.outputLines
    #expect(lines[0].contains(" away ") && lines[0].hasSuffix(" \(photos)"))
    expectEqual(Array(lines[1...]), ["forgot 33 photos in 1 folder", "status 1"])
    expectEqual(result.errorLines, ["vitrine: nothing is remembered of \(photos)"])
  }

  @Test func `garbage is named once, removed, and a new library made`() throws {
    let result = try run(
      """
      mkdir -p "${library%/*}"; head -c 9000 /dev/zero | tr '\\0' x >"$library"
      vitrine library; echo "status $?"; vitrine library | tail -n +2
      read_all; vitrine library | sed -n 2p; vitrine library forget; ls "${library%/*}" | grep -c damaged
      """)

    expectEqual(result.errorLines.count, 1)
    #expect(
      result.errorText.contains(
        "library.sqlite was damaged or a newer version's, and has been removed; "))
    let lines = result.outputLines
    expectEqual(
      Array(lines[0...1]), ["status 1", "0 photos in 0 folders, 0 bytes"])
    #expect(lines[2].hasPrefix("33 photos in 1 folder, "))
    expectEqual(Array(lines[3...]), ["forgot 33 photos in 1 folder", "0"])
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func `a folder that can't be written is named once`() throws {
    let result = try run(
      """
      read_all; chmod -R a-w "$XDG_CACHE_HOME"; vitrine library forget; echo "status $?"
      chmod -R u+w "$XDG_CACHE_HOME"
      """)

    expectEqual(result.outputLines, ["status 1"])
    expectEqual(result.errorLines.count, 1)
    #expect(result.errorText.contains("can't write "))
  }

  @Test func `what can't be remembered is said`() throws {
    let result = try run(
      """
      mkdir -p "$XDG_CACHE_HOME/photos"; cd "$XDG_CACHE_HOME/photos"
      : >file; XDG_CACHE_HOME=$PWD/file vitrine library read "$sample"; echo "status $?"
      """)

    expectEqual(result.outputLines, ["read 33 photos", "status 1"])
    expectEqual(result.errorLines.count, 1)
    #expect(result.errorText.contains("can't "))
  }

  @Test func `a folder is the same however it is reached`() throws {
    let result = try run(
      """
      mkdir -p "$XDG_CACHE_HOME/photos"; cd "$XDG_CACHE_HOME/photos"
      mkdir -p two/deep; ln -s "$sample" one; ln -s two/deep link
      (cd two; vitrine list ../one >/dev/null); (cd link; vitrine list ../../one/. --sort date >/dev/null)
      vitrine list ./two/../one --json | grep -o '"path":"[^"]*"' | sed "s|$PWD|.|" | head -n 1
      vitrine library | tail -n +4 | sed "s|$PWD|.|; s|.* ||"
      (cd two; vitrine library forget ../one); vitrine library | tail -n +3
      (cd two; echo ../one/agate.jpg | vitrine list - --sort date >/dev/null; vitrine library forget ../one)
      """)

    expectEqual(
      result.outputLines,
      [
        #""path":"./one/agate.jpg""#, "./one", "forgot 33 photos in 1 folder",
        "forgot 1 photo in 1 folder",
      ])
    expectEqual(result.errorText, "")
  }

  @Test func `what can't be meant is refused`() throws {
    let result = try run(
      """
      vitrine library forgt; echo "status $?"; vitrine library forget ""; echo "status $?"
      VITRINE_CACHE=off vitrine library; echo "status $?"
      mkdir -p "$XDG_CACHE_HOME/vitrine"; printf '[library]\nenabled = false\n' >"$XDG_CACHE_HOME/vitrine/config.toml"
      XDG_CONFIG_HOME=$XDG_CACHE_HOME vitrine library read "$sample"; echo "status $?"
      """)

    expectEqual(
      result.outputLines, ["status 64", "status 64", "status 1", "status 1"])
    #expect(result.errorText.contains("vitrine: the cache is turned off (VITRINE_CACHE=off)\n"))
    #expect(
      result.errorText.contains("vitrine: the library is turned off ([library] enabled = false)\n"))
  }
}
