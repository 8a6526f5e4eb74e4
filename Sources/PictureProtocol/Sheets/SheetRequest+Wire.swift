extension WireWriter {
  mutating func put(_ request: SheetRequest) {
    put(request.id)
    switch request.step {
    case .begin(let document):
      put(UInt8(1))
      put(document.width)
      put(document.height)
      put(document.title)
    case .page(let page):
      put(UInt8(2))
      put(page)
    case .end: put(UInt8(3))
    }
  }

  mutating func put(_ picture: JPEGPicture) {
    put(picture.width)
    put(picture.height)
    put(bytes: picture.bytes)
  }

  mutating func put(_ answer: SheetAnswer) {
    put(answer.id)
    put(bytes: answer.bytes)
  }

  private mutating func put(_ page: SheetPage) {
    put(UInt32(clamping: page.boxes.count))
    for box in page.boxes {
      put(box.rect)
      put(box.gray)
    }
    put(UInt32(clamping: page.pictures.count))
    for picture in page.pictures {
      put(picture.rect)
      put(picture.jpeg)
      put(picture.link)
    }
    put(UInt32(clamping: page.texts.count))
    for text in page.texts {
      put(text.rect)
      put(text.text)
      put(text.size)
      put(text.isBold)
      put(text.gray)
      put(text.alignment.rawValue)
      put(text.link)
    }
  }

  private mutating func put(_ rect: SheetRect) {
    for value in [rect.x, rect.y, rect.width, rect.height] { put(value) }
  }
}

extension WireReader {
  mutating func sheetRequest() throws(PictureProtocolError) -> SheetRequest {
    let id = try uint32()
    switch try uint8() {
    case 1:
      return SheetRequest(
        id: id,
        step: .begin(
          SheetDocument(
            width: try double(in: 72...5_000, "width"),
            height: try double(in: 72...5_000, "height"),
            title: try text("title"))))
    case 2: return SheetRequest(id: id, step: .page(try sheetPage()))
    case 3: return SheetRequest(id: id, step: .end)
    default: throw bad("step")
    }
  }

  /// Not looked into beyond its first and last bytes; whoever decodes it does not trust it.
  mutating func jpegPicture() throws(PictureProtocolError) -> JPEGPicture {
    let sides = 1...UInt32(PictureProtocolLimits.targetPixelsPerSide)
    let picture = JPEGPicture(
      width: try uint32(in: sides, "width"), height: try uint32(in: sides, "height"),
      bytes: try data())
    guard picture.isWhole else { throw bad("jpeg") }
    return picture
  }

  mutating func sheetAnswer() throws(PictureProtocolError) -> SheetAnswer {
    SheetAnswer(id: try uint32(), bytes: try data())
  }

  private mutating func sheetPage() throws(PictureProtocolError) -> SheetPage {
    var page = SheetPage()
    for _ in 0..<(try count("boxes")) {
      page.boxes.append(SheetBox(rect: try rect(), gray: try uint8()))
    }
    for _ in 0..<(try count("pictures")) {
      page.pictures.append(
        SheetPicture(rect: try rect(), jpeg: try jpegPicture(), link: try text("link")))
    }
    for _ in 0..<(try count("texts")) {
      page.texts.append(
        SheetText(
          rect: try rect(), text: try text("text"), size: try double(in: 1...200, "size"),
          isBold: try bool("isBold"), gray: try uint8(), alignment: try choice("alignment"),
          link: try text("link")))
    }
    return page
  }

  private mutating func count(_ field: String) throws(PictureProtocolError) -> Int {
    Int(try uint32(in: 0...UInt32(PictureProtocolLimits.sheetElements), field))
  }

  private mutating func rect() throws(PictureProtocolError) -> SheetRect {
    let places = -5_000.0...10_000
    return SheetRect(
      x: try double(in: places, "x"), y: try double(in: places, "y"),
      width: try double(in: 0...5_000, "width"), height: try double(in: 0...5_000, "height"))
  }

  private mutating func double(
    in range: ClosedRange<Double>, _ field: String
  ) throws(PictureProtocolError) -> Double {
    let value = try double(field)
    guard range.contains(value) else { throw bad(field) }
    return value
  }
}
