import ExpectationSupport
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// `K`: the photo with those around it, counts, and keys that rate one photo after another.
struct CullingScreenTests {
  /// A folder whose ratings are written immediately, and which filters and sorts as a folder does.
  private final class RatedFolder: EditSidecarUseCase {
    var photos: [Photo]

    init(_ photos: [Photo]) { self.photos = photos }

    func execute(
      _ photo: Photo, over former: Photo,
      completion: @escaping (Result<Photo, SidecarError>) -> Void
    ) {
      for index in photos.indices where photos[index].id == photo.id {
        photos[index].userRating = photo.userRating
      }
      completion(.success(photo))
    }

    var counts: FacetCounts {
      var counts = FacetCounts()
      counts.values[.rating] = photos.map {
        PhotoCount($0.isRejected ? PhotoFacet.rejected : "\($0.rating ?? 0)", 1)
      }
      counts.isComplete = true
      return counts
    }

    func page(_ request: PageRequest) -> PhotoPage {
      let filter = LocalFilter(request.query, capabilities: SourceCapabilities())
      var found = photos.filter(filter.keeps)
      if let sort = request.query.sort {
        func key(_ photo: Photo) -> Int {
          sort.key == .rating ? photo.rating ?? 0 : Int(photo.id) ?? 0
        }
        found = found.enumerated().sorted {
          let (one, other) = (key($0.element), key($1.element))
          return one == other
            ? $0.offset < $1.offset : sort.isDescending ? one > other : one < other
        }.map(\.element)
      }
      let start = (request.page - 1) * request.pageSize
      let page = Array(found.dropFirst(start).prefix(request.pageSize))
      return PhotoPage(
        number: request.page, photos: page, totalCount: found.count,
        hasMorePages: start + page.count < found.count)
    }
  }

  private func folder(
    _ photos: [Photo], columns: Int = 80, rows: Int = 24, files: ScriptedFiles? = nil
  ) -> GalleryRun {
    let folder = RatedFolder(photos)
    let service = ScriptedService()
    service.capabilities = .localList
    service.capabilities.holdsOwnFiles = true
    service.capabilities.isReadWhole = true
    service.answer = { .success(folder.page($0)) }
    service.counts = { _ in folder.counts }
    return GalleryRun(
      service: service, columns: columns, rows: rows, sidecars: folder, files: files)
  }

  private static func photos(_ count: Int) -> [Photo] {
    (0..<count).map { number in
      var photo = Photo.stub(id: "\(number)", name: "IMG_\(number)", saleStatus: .unstated)
      (photo.width, photo.height) = (6000, 4000)
      photo.camera = "X-T4"
      photo.exposure = Exposure(
        focalLength: "23", aperture: "2", shutterSpeed: "1/60", iso: "800")
      return photo
    }
  }

  private func culling(_ count: Int = 9, columns: Int = 80, rows: Int = 24) -> GalleryRun {
    let run = folder(Self.photos(count), columns: columns, rows: rows)
    run.type("K")
    return run
  }

  private func photo(_ run: GalleryRun) -> Photo.ID? {
    run.settle()
    return (run.navigator.topScreen as? PhotoDetailScreen)?.photo?.id
  }

  @Test func `on a server, where nothing is rated, K opens nothing`() {
    let service = ScriptedService(own: nil)
    service.capabilities.isRemote = true
    service.answer = { _ in .success(PhotoPage(photos: Self.photos(3))) }
    let run = GalleryRun(service: service)

    run.type("K")

    expectEqual(photo(run), nil)
    run.press(.enter)
    run.type("K")
    expectEqual((run.navigator.topScreen as? PhotoDetailScreen)?.isCulling, false)
  }

  // MARK: Frames

  @Test func `80×24 shows the photo, its neighbours and the counts`() {
    let run = culling()
    run.type("5RLr")
    expectScreen(
      run,
      """
      | IMG_2                                                3/9 · 1 kept · 1 rejected |
      |22222222222222222222222222222222222222222222222222222222222222222222222222222222|
      ⋮ 14
      | Red · 23 mm · ƒ/2 · 1/60 s · ISO 800 · X-T4                                    |
      |                          ┏━━━━━━━━━┓                                           |
      | 000000000    111111111   ┃222222222┃   333333333    444444444    555555555     |
      | 000000000    111111111   ┃222222222┃   333333333    444444444    555555555     |
      | 000000000    111111111   ┃222222222┃   333333333    444444444    555555555     |
      |                          ┗━━━━━━━━━┛                                           |
      |IMG_0 ★★★★★    IMG_1 ✗      IMG_2 ●r      IMG_3        IMG_4        IMG_5       |
      | ● Red: IMG_2 · u to undo                                                       |
      """)
  }

  @Test func `without thumbnails the photo has the room of its neighbours`() {
    let run = culling()
    run.pictures.minimumPictureColumns = 20
    run.redraw()

    #expect(run.line(21).hasPrefix("0000"))
    #expect(run.line(22).hasPrefix(" 23 mm · ƒ/2"))
  }

  @Test func `a title makes way for the counts only where the strip has it, too`() {
    var photos = Self.photos(9)
    photos[0].name = "IMG_0 at the old harbour"
    let run = folder(photos, columns: 40, rows: 24)
    run.type("K")
    #expect(run.line(0).hasSuffix(" 1/9 · 0 kept · 0 rejected "), "\(run.line(0))")

    run.pictures.minimumPictureColumns = 20
    run.redraw()

    #expect(run.line(0).hasPrefix(" IMG_0 at the old"), "\(run.line(0))")
  }

  @Test func `40×12 has the photo and its exposure`() {
    let run = culling(columns: 40, rows: 12)
    run.type("3R")
    expectScreen(
      run,
      """
      | IMG_2        3/9 · 1 kept · 1 rejected |
      |2222222222222222222222222222222222222222|
      ⋮ 8
      | 23 mm · ƒ/2 · 1/60 s · ISO 800 · X-T4  |
      | ✗ IMG_1 · u to undo                    |
      """)
  }

  @Test(arguments: [(120, 40), (80, 24), (40, 12), (40, 10)])
  func `the photo, the strip and the words never overlap`(columns: Int, rows: Int) {
    let layout = PhotoDetailLayout(
      size: Size(columns: columns, rows: rows), isCulling: true)

    #expect(layout.picture.maxRow <= layout.facts.minRow)
    #expect(layout.facts.maxRow <= layout.strip.minRow)
    #expect(layout.strip.maxRow <= rows - 1)
    #expect(layout.picture.size.rows * 2 >= rows - 2)
    _ = culling(columns: columns, rows: rows).screen
  }

  // MARK: Keys

  @Test func `digits and R rate and show the next photo, the last one says so`() {
    let run = culling(3)

    run.type("3")
    expectEqual(photo(run), "1")
    #expect(run.line(0).contains("2/3 · 1 kept · 0 rejected"))
    run.type("R")
    expectEqual(photo(run), "2")
    #expect(run.line(0).contains("3/3 · 1 kept · 1 rejected"))
    run.type("R")
    expectEqual(photo(run), "2")
    #expect(run.line(0).contains("3/3 · 1 kept · 2 rejected"))
    run.press(.escape)
    #expect(run.screen.contains("1 kept · 2 rejected · 0 undecided"))
    run.press(.escape)
    run.type("Kj")
    #expect(run.screen.contains("Last photo"))
  }

  @Test func `the keys while culling are those of the task`() {
    func keys(_ run: GalleryRun, row: Int) -> String {
      run.line(row).split(separator: " ").joined(separator: " ")
    }
    expectEqual(
      keys(culling(), row: 23),
      "1-5 rate R reject jk move z 100% u undo i info q done")
    expectEqual(
      keys(culling(columns: 40, rows: 12), row: 11), "1-5 rate R reject jk move q done")
  }

  // MARK: The end

  @Test func `the end says what was kept and rejected, and offers to trash, to move or to show`() {
    let run = culling(9, columns: 60, rows: 20)
    run.type("3RR4")
    run.press(.escape)

    for text in [
      "┌ culled ──", "2 kept · 2 rejected · 5 undecided", "k  show kept", "Esc done ┘",
    ] { #expect(run.screen.contains(text), "\(text)") }
    // There are no files to trash here.
    #expect(!run.screen.contains("trash"))
    run.type("k")
    expectEqual(rows(run), ["0", "3"])
    run.press(.escape)
    expectEqual(rows(run).count, 9)
  }

  @Test(arguments: ["q", "K"])
  func `all that were rejected go to the trash, whatever was selected, after a question`(
    _ end: String
  ) {
    let files = ScriptedFiles()
    var photos = Self.photos(9)
    for index in photos.indices {
      photos[index].file = FileReference(path: "/pictures/\(index).jpg")
    }
    // Rejected in an earlier run, and not passed in this one.
    photos[7].rating = PhotoRating.rejected
    let run = folder(photos, columns: 60, rows: 20, files: files)
    run.type("G ggK3RR4Rk0\(end)")
    #expect(run.screen.contains("2 kept · 3 rejected · 4 undecided"))
    #expect(run.screen.contains("M  move rejected"))

    run.type("t")
    #expect(run.screen.contains("Move 3 photos to the trash?"))
    #expect(files.operations.isEmpty)
    // What was selected still is.
    run.press(.escape)
    expectEqual(run.list?.outputs.selectedPhotos.map(\.id), ["8"])
    run.type("K\(end)t")
    run.type("y")

    expectEqual(files.operations.map(\.0), [.trash])
    let trashed = files.operations.first?.1.map { String(decoding: $0.main.path, as: UTF8.self) }
    expectEqual(trashed, ["/pictures/1.jpg", "/pictures/2.jpg", "/pictures/7.jpg"])
  }

  @Test func `without a decision nothing is asked`() {
    let run = culling()
    run.type("jq")
    #expect(!run.screen.contains("culled"))
    expectEqual(run.selectedLine?.contains("IMG_1"), true)
  }

  @Test func `Esc leads to the list at the photo, q too, and K back to culling`() {
    let run = culling()
    run.type("jj")

    run.press(.escape)
    expectEqual(run.selectedLine?.contains("IMG_2"), true)
    run.type("Kjq")
    expectEqual(run.selectedLine?.contains("IMG_3"), true)
    run.press(.enter)
    expectEqual(run.line(0).contains("kept"), false)
    run.type("K")
    #expect(run.line(0).contains("kept"))
    run.type("K")
    expectEqual(run.line(0).contains("kept"), false)
    expectEqual(photo(run), "3")
  }

  @Test func `on a narrow screen the position stays beside 100%`() {
    let run = culling(30, columns: 40, rows: 12)
    run.pictures.graphicsMethod = .kitty
    run.type("z")
    run.settle()
    #expect(run.line(0).contains("100% · 1/30"), "\(run.line(0))")
  }

  @Test func `z shows 100% and the next photos at the same place, j and k move all the same`() {
    let run = culling()
    run.pictures.graphicsMethod = .kitty
    run.type("z")
    run.press(.right)
    run.settle()
    let region = run.pictures.visible.first?.look.region
    #expect(region != nil)
    #expect(run.line(23).contains("z fit"))

    run.type("j")
    expectEqual(photo(run), "1")
    expectEqual(run.pictures.visible.first?.look.region, region)
    run.type("3")
    expectEqual(photo(run), "2")
    expectEqual(run.pictures.visible.first?.look.region, region)
    run.type("k")
    expectEqual(photo(run), "1")
    run.type("z")
    run.settle()

    expectEqual(run.pictures.visible.first?.look.region, nil)
    #expect(run.line(23).contains("z 100%"))
  }

  @Test func `a click on the strip shows that photo, the wheel moves`() {
    let run = culling()
    run.settle()

    run.terminal.mouse(.press, column: 30, row: 20)
    run.settle()
    expectEqual(photo(run), "2")

    run.terminal.mouse(.wheelDown, column: 3, row: 20)
    run.settle()
    expectEqual(photo(run), "3")
  }

  @Test func `the strip stays until the focus is at its edge, and then puts it in the middle`() {
    let run = culling()
    func first() -> Int? { (0..<9).first { run.line(22).contains("IMG_\($0)") } }

    let down = (0..<8).map { _ in
      defer { run.type("j") }
      return first()
    }
    let up = (0..<8).map { _ in
      defer { run.type("k") }
      return first()
    }

    expectEqual(down, [0, 0, 0, 0, 0, 2, 2, 3])
    expectEqual(up, [3, 3, 3, 3, 3, 0, 0, 0])
  }

  @Test func `the strip ends with a short list`() {
    let run = culling(2)

    #expect(run.line(22).contains("IMG_1"))
    run.type("j")
    #expect(run.line(22).contains("IMG_0"))
  }

  @Test func `the pictures of the strip come after the photo, the nearest first`() {
    let run = culling()
    run.type("jjj")
    run.settle()

    expectEqual(run.pictures.visible.first?.role, .photo)
    expectEqual(run.pictures.visible.map(\.photo.id).prefix(4), ["3", "3", "2", "4"])
    expectEqual(run.pictures.next.prefix(2).map(\.photo.id), ["4", "2"])
  }

  @Test func `in a shop, where nothing can be rated, K isn't a key`() {
    let run = GalleryRun(Photo.four)

    run.type("K")
    #expect(run.screen.contains("Unknown key: K"))
    run.press(.enter)
    run.type("K")

    #expect(run.screen.contains("Unknown key: K"))
  }

  @Test func `the help of a shop has no keys of culling, on the list and on a photo`() {
    let run = GalleryRun(Photo.four, columns: 80, rows: 24)
    for key in [Key.escape, .enter] {
      run.press(key)
      run.type("?zoomed or not")
      #expect(run.screen.contains("No command matches"))
      run.press(.escape, .escape)
    }
    let own = folder(Photo.stubs(2))
    own.type("?zoomed or not")
    #expect(own.screen.contains("Elsewhere: a photo"))
    own.press(.escape, .escape, .enter)
    own.type("?zoomed or not")
    #expect(own.screen.contains("Culling"))
  }

  @Test func `while culling the help lists each key with what it does then`() throws {
    let run = culling()
    let screen = try #require(run.navigator.topScreen as? PhotoDetailScreen)
    func names(_ key: Character) -> [String] {
      screen.helpCommands.filter { $0.keys.contains(KeySequence(.character(key))) }.map(\.id)
    }

    expectEqual(names("z"), ["cull.zoom"])
    run.type("K")
    #expect(names("z").contains("zoom.full"))
  }

  // MARK: The next match at most

  /// What the user looks at: the photo on the screen, else the one in focus.
  private func focused(_ run: GalleryRun) -> Photo.ID? {
    run.settle()
    if let photo = run.navigator.topScreen as? PhotoDetailScreen { return photo.photo?.id }
    return run.list?.outputs.focusedIndexPath.flatMap { run.list?.outputs.photo(at: $0) }?.id
  }

  private func rows(_ run: GalleryRun) -> [Photo.ID] {
    guard let outputs = run.list?.outputs else { return [] }
    return (0..<outputs.numberOfCells).compactMap {
      outputs.photo(at: .init(row: $0, section: 0))?.id
    }
  }

  @Test(arguments: 0..<60)
  func `under any filter and order a rating moves to the next match at most`(seed: UInt64) {
    var random = SplitMix64(state: seed)
    var photos = Self.photos(Int.random(in: 1...20, using: &random))
    for index in photos.indices {
      photos[index].rating = [nil, nil, 0, 1, 3, 5, -1].randomElement(using: &random) ?? nil
    }
    let run = folder(photos, columns: 40, rows: 12)
    let filter =
      ["", "rating:0", "rating:<3", "-is:rejected", "rating:>=1"]
      .randomElement(using: &random) ?? ""
    if !filter.isEmpty {
      run.type("&\(filter)")
      run.press(.enter)
    }
    let sorts: [PhotoSort?] = [
      nil, PhotoSort(.rating), PhotoSort(.rating, isDescending: true), PhotoSort(.name),
    ]
    run.list?.inputs.sort(by: sorts.randomElement(using: &random) ?? nil)
    run.settle()
    // The list, the grid, the photo, culling.
    switch Int.random(in: 0..<4, using: &random) {
    case 0: break
    case 1: run.press(.tab)
    case 2: run.press(.enter)
    default: run.type("K")
    }

    for _ in 0..<40 {
      let (before, id) = (rows(run), focused(run))
      switch Int.random(in: 0..<10, using: &random) {
      case 0: run.list?.inputs.refresh()
      case 1: run.type("u")
      case 2: run.type("k")
      default:
        run.type(["0", "1", "3", "5", "R"].randomElement(using: &random) ?? "0")
        guard let id else { continue }
        guard let row = before.firstIndex(of: id) else {
          // A reload has left it out: its successor took its row, if there was one.
          continue
        }
        let next = row + 1 < before.count ? before[row + 1] : id
        expectEqual(focused(run), next, "\(seed): \(before) from \(id)")
      }
    }
  }
}
