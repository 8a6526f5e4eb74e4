import PictureProtocol
import TerminalKit

/// One picture as it is wanted: a file at a size in an output.
///
/// Two keys that are equal are the same picture, whoever asks and in whatever row it stands, so that a
/// late answer never lands in a wrong place.
nonisolated public struct PictureKey: Hashable, Sendable {
  public var file: PictureFile
  public var target: PictureTarget
  public var output: PictureOutput
  public var fit: PictureFit
  public var region: PictureRegion?
  /// See `PictureRequest.enlargement`.
  public var enlargement: UInt32
  public var rotation: PictureRotation
  public var background: PictureBackground
  /// Which picture of an animation, from 0.
  public var frame: UInt32

  public init(
    file: PictureFile, target: PictureTarget, output: PictureOutput, fit: PictureFit = .contain,
    region: PictureRegion? = nil, enlargement: UInt32 = 1, rotation: PictureRotation = .none,
    background: PictureBackground = .transparent, frame: UInt32 = 0
  ) {
    self.file = file
    self.target = target
    self.output = output
    self.fit = fit
    self.region = region
    self.enlargement = enlargement
    self.rotation = rotation
    self.background = background
    self.frame = frame
  }

  /// Whether it is so large and goes such a way that a line may need seconds for it; one that moves is not
  /// made twice.
  var isForLine: Bool { output == .kitty(.palette) && frame == 0 }

  /// Whether something cheap can stand for it.
  var mayHaveRough: Bool {
    region == nil && enlargement == 1 && frame == 0 && output != .histogram && output != .jpeg
  }

  func request(
    id: UInt32, generation: UInt32, steps: PictureSteps, allowsLarge: Bool = false,
    thumbnail: ThumbnailOffer?
  ) -> PictureRequest {
    PictureRequest(
      id: id, generation: generation, origin: file.origin, target: target, fit: fit,
      region: region, enlargement: enlargement, rotation: rotation, background: background,
      output: output, steps: steps, allowsLarge: allowsLarge, frame: frame,
      thumbnail: thumbnail)
  }
}

extension PictureBackground {
  /// What stands behind transparent pictures in a terminal: a checkerboard, whatever the colours of the theme. Only the
  /// Kitty protocol leaves what is beside a picture alone; in the others its cells are filled up with the terminal's
  /// background, where that is known.
  ///
  /// - Parameter method: How the picture is drawn, where it is not the terminal's own way.
  public nonisolated init(on graphics: GraphicsSupport, method: GraphicsMethod? = nil) {
    let method = method ?? graphics.method
    self =
      if method == .sixel || method == .iTerm2, let color = graphics.background {
        .checkerboardOn(red: color.red, green: color.green, blue: color.blue)
      } else {
        .checkerboard
      }
  }
}
