import PictureProtocol

extension PictureMaker {
  /// How bright the whole picture is where, counted in a small copy of it; of an animation the first one.
  func makeHistogram(_ descriptor: OwnedDescriptor) throws(PictureFailure) -> PictureAnswer {
    animations.noteOther()
    var whole = request
    // Cells of one pixel: pictures are padded to whole ones.
    whole.target = PictureTarget(
      columns: PictureHistogram.sidePixels, rows: PictureHistogram.sidePixels, cellPixelWidth: 1,
      cellPixelHeight: 1)
    whole.fit = .contain
    whole.region = nil
    whole.background = .transparent
    whole.output = .pixels
    whole.steps = .sharp
    whole.frame = 0
    let maker = PictureMaker(
      request: whole, decoder: decoder, animations: animations, sendRough: { _ in })
    var answer = try maker.make(descriptor)
    guard case .pixels(let pixels) = answer.payload else { throw .unsupportedOutput }
    answer.payload = .histogram(PictureHistogram(of: pixels))
    return answer
  }
}

extension PictureHistogram {
  /// The copy's longer side: 65,536 pixels tell 64 steps apart as well as millions do.
  static let sidePixels: UInt32 = 256

  /// - Parameter pixels: What is more than half transparent is not counted: its colour is nobody's.
  init(of pixels: PixelPicture) {
    self.init()
    let step = 256 / Self.stepCount
    pixels.bytes.withUnsafeBufferPointer { bytes in
      for start in stride(from: 0, to: bytes.count - 3, by: 4) where bytes[start + 3] >= 128 {
        let (red, green, blue) = (Int(bytes[start]), Int(bytes[start + 1]), Int(bytes[start + 2]))
        // Rec. 709, in 10,000ths; at most 255.
        let light = (2126 * red + 7152 * green + 722 * blue + 5000) / 10_000
        self.red[red / step] += 1
        self.green[green / step] += 1
        self.blue[blue / step] += 1
        luminance[light / step] += 1
      }
    }
  }
}
