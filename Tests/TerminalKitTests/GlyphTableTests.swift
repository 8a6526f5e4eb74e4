import ExpectationSupport
import Glibc
import Testing

@testable import TerminalKit

struct GlyphTableTests {
  @Test(.enabled(if: CLibrary.version == "2.36", "the table was made from this version"))
  func `every visible scalar has the width that the C library gives it`() throws {
    let wcwidth = try #require(CLibrary.wcwidth)
    let utf8 = try #require(newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
    let previous = uselocale(utf8)
    defer {
      uselocale(previous)
      freelocale(utf8)
    }
    var differences: [UInt32] = []

    for value in UInt32(0)..<0x110000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let width = wcwidth(wchar_t(bitPattern: value))
      let agrees =
        switch GlyphWidth.scalarClass(of: scalar) {
        case .narrow: width == 1
        case .wide: width == 2
        case .combining: width == 0
        // Never gets into a cell.
        case .ignored: true
        case .unprintable: width < 0 || value == 0
        }
      if !agrees { differences.append(value) }
    }

    expectEqual(differences, [])
  }

  @Test
  func
    `scalars that are read without grapheme breaking are separate clusters with the right width`()
  {
    var wrong: [UInt32] = []
    var previous: Unicode.Scalar = "a"
    for value in UInt32(0)..<0x20000 {
      let width = GlyphWidth.width(ofLone: value)
      guard width > 0, let scalar = Unicode.Scalar(value) else { continue }
      let isNarrow = GlyphWidth.scalarClass(of: scalar) == .narrow
      let isWide = GlyphWidth.scalarClass(of: scalar) == .wide
      // A separate cluster, after and before another one of the same kind.
      var text = String.UnicodeScalarView([previous, scalar, "a"])
      text.append("\u{4E00}")
      let isAlone = String(text).count == 4
      if !isAlone || isNarrow != (width == 1) || isWide != (width == 2) { wrong.append(value) }
      previous = scalar
    }

    expectEqual(wrong, [])
  }

  @Test func `the runs of the table are in order and start at the first scalar`() {
    expectEqual(glyphClassRuns.first.map { $0 >> 3 }, 0)
    #expect(zip(glyphClassRuns, glyphClassRuns.dropFirst()).allSatisfy { $0 >> 3 < $1 >> 3 })
    #expect(glyphClassRuns.allSatisfy { $0 & 7 <= 4 })
  }
}

/// Functions that the `Glibc` module hides behind feature macros.
nonisolated enum CLibrary {
  static var wcwidth: (@convention(c) (wchar_t) -> CInt)? {
    // The C library's own prototype: int wcwidth(wchar_t).
    dlsym(nil, "wcwidth").map { unsafeBitCast($0, to: (@convention(c) (wchar_t) -> CInt).self) }
  }

  static var version: String? {
    // const char *gnu_get_libc_version(void).
    typealias Version = @convention(c) () -> UnsafePointer<CChar>
    return dlsym(nil, "gnu_get_libc_version").map {
      String(cString: unsafeBitCast($0, to: Version.self)())
    }
  }
}
