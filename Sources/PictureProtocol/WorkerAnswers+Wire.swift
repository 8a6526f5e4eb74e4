extension WireWriter {
  mutating func put(_ hello: WorkerHello) {
    put(hello.protocolVersion)
    put(hello.versionText)
    put(UInt8(truncatingIfNeeded: hello.readableFormats.prefix(255).count))
    for format in hello.readableFormats.prefix(255) { put(format.rawValue) }
  }

  mutating func put(_ cell: WorkerCell) {
    put(cell.filtersCalls)
    put(cell.landlockVersion)
  }

  mutating func put(_ answer: PictureAnswer) {
    put(answer.id)
    put(answer.generation)
    put(answer.step.rawValue)
    put(answer.format.rawValue)
    put(answer.sourceWidth)
    put(answer.sourceHeight)
    put(optional: answer.animation) { writer, frame in
      writer.put(frame.index)
      writer.put(frame.count)
      writer.put(frame.milliseconds)
      writer.put(frame.loopCount)
    }
    put(answer.payload)
    put(answer.thumbnailFollows)
  }

  mutating func put(_ answer: MetadataAnswer) {
    put(answer.id)
    put(answer.generation)
    put(answer.metadata)
  }

  mutating func put(_ answer: FailureAnswer) {
    put(answer.id)
    put(answer.generation)
    put(answer.failure)
    put(answer.thumbnailFollows)
  }
}

extension WireReader {
  mutating func workerHello() throws(PictureProtocolError) -> WorkerHello {
    let version = try uint32()
    let text = try text("versionText")
    var formats: [PictureFormat] = []
    for _ in 0..<(try uint8()) { formats.append(try choice("readableFormats")) }
    return WorkerHello(protocolVersion: version, versionText: text, readableFormats: formats)
  }

  mutating func workerCell() throws(PictureProtocolError) -> WorkerCell {
    WorkerCell(filtersCalls: try bool("filtersCalls"), landlockVersion: try uint32())
  }

  mutating func pictureAnswer() throws(PictureProtocolError) -> PictureAnswer {
    PictureAnswer(
      id: try uint32(), generation: try uint32(), step: try choice("step"),
      format: try choice("format"), sourceWidth: try uint32(), sourceHeight: try uint32(),
      animation: try bool("animation") ? try animationFrame() : nil, payload: try payload(),
      thumbnailFollows: try bool("thumbnailFollows"))
  }

  private mutating func animationFrame() throws(PictureProtocolError) -> AnimationFrame {
    let frame = AnimationFrame(
      index: try uint32(), count: try uint32(in: 2...UInt32.max, "count"),
      milliseconds: try uint32(in: 10...65_535, "milliseconds"), loopCount: try uint32())
    guard frame.index < frame.count else { throw bad("index") }
    return frame
  }

  mutating func metadataAnswer() throws(PictureProtocolError) -> MetadataAnswer {
    MetadataAnswer(id: try uint32(), generation: try uint32(), metadata: try photoMetadata())
  }

  mutating func failureAnswer() throws(PictureProtocolError) -> FailureAnswer {
    FailureAnswer(
      id: try uint32(), generation: try uint32(), failure: try pictureFailure(),
      thumbnailFollows: try bool("thumbnailFollows"))
  }
}
