import PictureProtocol

/// Writes the entries of a contact sheet into a file, in order.
protocol SheetWriting {
  mutating func begin() async throws
  mutating func add(_ entry: SheetEntry) async throws
  /// - Parameter words: What the sheet contains, in words.
  mutating func finish(_ words: String) async throws
}

struct HTMLSheetWriting: SheetWriting {
  let file: PendingFile
  let sheet: HTMLSheet

  func begin() throws { try file.write(Array(sheet.head.utf8)) }
  func add(_ entry: SheetEntry) throws { try file.write(Array(sheet.entry(entry).utf8)) }
  func finish(_ words: String) throws { try file.write(Array(sheet.foot(words).utf8)) }
}

/// A page is typeset when it is full and another photo comes: the last one also has the words at its foot.
struct PDFSheetWriting: SheetWriting {
  let file: PendingFile
  let typesetter: any SheetTypesetter
  let heading: SheetHeading
  let layout: SheetLayout
  /// Nil if it isn't known yet.
  let photoCount: Int?
  private var waiting: [SheetEntry] = []
  private var pageNumber = 1

  init(
    file: PendingFile, typesetter: any SheetTypesetter, heading: SheetHeading,
    layout: SheetLayout, photoCount: Int?
  ) {
    self.file = file
    self.typesetter = typesetter
    self.heading = heading
    self.layout = layout
    self.photoCount = photoCount
  }

  mutating func begin() async throws {
    let size = layout.paper.size
    try await perform(
      .begin(SheetDocument(width: size.width, height: size.height, title: heading.title)))
  }

  mutating func add(_ entry: SheetEntry) async throws {
    if waiting.count == SheetLayout.perPage { try await finishPage() }
    waiting.append(entry)
  }

  mutating func finish(_ words: String) async throws {
    if !waiting.isEmpty { try await finishPage(words) }
    try await perform(.end)
  }

  private mutating func finishPage(_ words: String = "") async throws {
    let page = layout.page(
      waiting, number: pageNumber, of: photoCount.map(SheetLayout.pageCount(of:)),
      heading: heading, words: words)
    waiting = []
    pageNumber += 1
    try await perform(.page(page))
  }

  private func perform(_ step: SheetStep) async throws {
    try file.write(try await typesetter.perform(step))
  }
}
