import Testing

@testable import TerminalKit

struct SurfaceTests {
  @Test func `text is written and cut with an ellipsis`() {
    var surface = Surface(size: Size(columns: 8, rows: 2))

    let used = surface.write("vienna.street", at: .zero)
    surface.write("日本語テキスト", at: Point(column: 0, row: 1))

    #expect(used == 8)
    #expect(
      surface.framedText == """
        |vienna.…|
        |日本語… |
        """)
  }
}
