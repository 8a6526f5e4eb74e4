import ExpectationSupport
import Glibc
import Testing

@testable import TerminalKit

struct GlyphWidthTests {
  @Test func `every visible scalar has the width that the C library gives it`() throws {
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
}

/// Functions that the `Glibc` module hides behind feature macros.
nonisolated enum CLibrary {
  static var wcwidth: (@convention(c) (wchar_t) -> CInt)? {
    // The C library's own prototype: int wcwidth(wchar_t).
    dlsym(nil, "wcwidth").map { unsafeBitCast($0, to: (@convention(c) (wchar_t) -> CInt).self) }
  }
}
