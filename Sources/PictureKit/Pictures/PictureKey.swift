import PictureProtocol
import TerminalKit

/// Identifies a picture: a file, a size and an output format.
///
/// Equal keys are the same picture, in whatever row it appears, so a late answer never ends up
/// in the wrong place.
nonisolated public struct PictureKey: Hashable, Sendable {
  public var file: PictureFile
  public var target: PictureTarget
  public var output: PictureOutput
  public var region: PictureRegion?
  /// See `PictureRequest.enlargement`.
  public var enlargement: UInt32
  public var rotation: PictureRotation
  public var background: PictureBackground
  /// The frame of an animation, from 0.
  public var frame: UInt32

  public init(
    file: PictureFile, target: PictureTarget, output: PictureOutput,
    region: PictureRegion? = nil, enlargement: UInt32 = 1, rotation: PictureRotation = .none,
    background: PictureBackground = .transparent, frame: UInt32 = 0
  ) {
    self.file = file
    self.target = target
    self.output = output
    self.region = region
    self.enlargement = enlargement
    self.rotation = rotation
    self.background = background
    self.frame = frame
  }

  /// Whether it is so large that a slow line may need seconds for it; an animation's frames are not made twice.
  var isForLine: Bool { output == .kitty(.palette) && frame == 0 }

  /// Whether a cheap preview can be shown in its place.
  var mayHaveRough: Bool {
    region == nil && enlargement == 1 && frame == 0 && output != .histogram && isForScreen
  }

  /// Whether it is for the screen; other pictures are not kept, and no thumbnails are made of them.
  var isForScreen: Bool {
    output != .jpeg && output != .fingerprint && output != .thumbnail
  }

  func request(
    id: UInt32, steps: PictureSteps, allowsLarge: Bool = false,
    thumbnail: ThumbnailOffer?
  ) -> PictureRequest {
    PictureRequest(
      id: id, origin: file.origin, target: target,
      region: region, enlargement: enlargement, rotation: rotation, background: background,
      output: output, steps: steps, allowsLarge: allowsLarge, frame: frame,
      thumbnail: thumbnail)
  }
}

extension PictureBackground {
  /// The background of transparent pictures in a terminal: a checkerboard, whatever the colours of the theme. The Kitty
  /// protocol leaves the area around a picture unchanged; in other protocols, the picture's cells are filled with the
  /// terminal's background, if that is known.
  ///
  /// - Parameter method: How the picture is drawn, if not by the terminal's default method.
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
