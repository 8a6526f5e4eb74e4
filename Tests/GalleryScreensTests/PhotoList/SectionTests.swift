import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryScreens
import GalleryTestSupport
import TerminalKit
import Testing

/// Photos in sections: headers in list and grid, and the keys that go from one to the next.
struct SectionTests {
  /// Two photos of the folder itself, three of `2024/lakes`, one of `2025`.
  private static let photos: [Photo] = [
    ("1.jpg", ""), ("2.jpg", ""), ("3.jpg", "2024/lakes"), ("4.jpg", "2024/lakes"),
    ("5.jpg", "2024/lakes"), ("6.jpg", "2025"),
  ].map { name, folder in
    let id = folder.isEmpty ? name : "\(folder)/\(name)"
    return Photo(
      id: id, name: name, camera: name < "4" ? "A1" : nil,
      file: FileReference(path: Array("/photos/\(id)".utf8)))
  }

  private func run(
    _ photos: [Photo] = photos, columns: Int = 80, rows: Int = 24
  ) -> GalleryRun {
    let service = ScriptedService(own: nil)
    service.answer = { request in
      var page = PhotoPage(photos).arranged(for: request)
      if request.query.grouping == nil, request.query.sort == nil {
        page.sections = .whole(PhotoSection.sections(of: page.photos, by: \.folderSection))
      }
      return .success(page)
    }
    return GalleryRun(service: service, columns: columns, rows: rows)
  }

  @Test func `each folder has a header with its path and its count`() {
    let run = run(columns: 60, rows: 31)

    for (row, header) in [(2, "Popular"), (11, "2024/lakes"), (24, "2025")] {
      #expect(run.line(row).hasPrefix(" \(header) ──"))
      #expect(run.line(row).hasSuffix("── \(["Popular": 2, "2024/lakes": 3][header] ?? 1) ─"))
    }
    #expect(run.line(3).hasPrefix("▌111111111  1.jpg "))
    #expect(run.line(12).hasPrefix(" 222222222  3.jpg "))
    #expect(run.line(25).hasPrefix(" 222222222  6.jpg "))
  }

  @Test func `in the grid the headers leave room for as many rows as there are without them`() {
    let run = run(
      (0..<30).map { index in
        Photo(
          id: "a/\(index).jpg", name: "\(index).jpg",
          file: FileReference(path: Array("/photos/a/\(index).jpg".utf8)))
      }, columns: 120, rows: 40)

    run.press(.tab)

    #expect(run.line(2).hasPrefix(" a ──"))
    expectEqual(run.list?.displayedRows, 0..<12)
  }

  @Test func `the header of the first row stays while its rows pass`() {
    let run = run(columns: 40, rows: 12)
    #expect(run.line(2).hasPrefix(" Popular ─"))
    run.type("jjj")

    #expect(run.line(2).hasPrefix(" Popular ─") || run.line(2).hasPrefix(" 2024/lakes ─"))
    run.type("G")
    #expect((2..<10).contains { run.line($0).hasPrefix(" 2025 ──") })
    expectEqual(run.selectedLine?.contains("6.jpg"), true)
  }

  @Test func `keys go to the first photo of the next section and back`() {
    let run = run(columns: 40, rows: 12)
    run.type("]")
    expectEqual(run.selectedLine?.contains("3.jpg"), true)
    // Its header is at the top, so that what it holds is seen.
    #expect(run.line(2).hasPrefix(" 2024/lakes ─"))
    run.type("j[")
    expectEqual(run.selectedLine?.contains("3.jpg"), true)
    run.type("[")
    expectEqual(run.selectedLine?.contains("1.jpg"), true)
    run.type("[")
    #expect(run.line(11).contains("First section"))
    run.type("]]]")
    #expect(run.line(11).contains("Last section"))
    expectEqual(run.selectedLine?.contains("6.jpg"), true)
  }

  @Test func `the grid begins each section with a line of its own`() {
    let run = run(columns: 80, rows: 24)
    run.press(.tab)
    #expect(run.line(2).hasPrefix(" Popular ─"))
    let lines = (2..<22).map(run.line)
    #expect(lines.contains { $0.hasPrefix(" 2024/lakes ─") })
    run.type("]")
    expectEqual(run.selectedCaption, "3.jpg")
    run.press(.down)
    expectEqual(run.selectedCaption, "6.jpg")
  }

  @Test func `photos of one folder have no headers, and the keys say so`() {
    let run = run(Array(Self.photos.prefix(2)), columns: 60, rows: 12)
    #expect(!run.line(2).contains("──"))
    run.type("]")

    #expect(run.line(11).contains("No sections here · # to group photos"))
  }

  @Test func `something else puts them together, or nothing`() {
    let run = run(columns: 60, rows: 12)
    run.type("#")
    #expect(run.line(1).contains("┌ group by ─"))
    #expect(run.line(2).contains("▌● s  as listed"))
    run.type("c")
    #expect(run.line(0).contains("by camera"))
    #expect(run.line(2).hasPrefix(" A1 ──"))
    run.type("]")
    #expect(run.line(2).hasPrefix(" unknown ─"))
    expectEqual(run.selectedLine?.contains("4.jpg"), true)
    run.type("#n")
    #expect(!run.line(0).contains("by camera"))
    #expect(!run.screen.contains(" unknown ─"))
    expectEqual(run.selectedLine?.contains("4.jpg"), true)
    run.type("#s")
    #expect(run.screen.contains(" 2024/lakes ─"))
  }

  @Test func `a press on a header selects nothing`() {
    let run = run(columns: 60, rows: 30)
    run.terminal.mouse(.press, column: 10, row: 11)
    run.settle()
    expectEqual(run.selectedLine?.contains("1.jpg"), true)
    run.terminal.mouse(.press, column: 20, row: 12)
    run.settle()
    expectEqual(run.selectedLine?.contains("3.jpg"), true)
  }
}
