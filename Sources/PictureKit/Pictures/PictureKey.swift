import PictureProtocol
import TerminalKit

/// Identifies a picture: a file, and what is made of it.
///
/// Equal keys are the same picture, in whatever row it appears, so a late answer never ends up
/// in the wrong place.
nonisolated public struct PictureKey: Hashable, Sendable {
  public var file: PictureFile
  public var look: PictureLook

  public init(file: PictureFile, look: PictureLook) {
    self.file = file
    self.look = look
  }
}

extension PictureLook {
  /// Whether it is so large that a slow line may need seconds for it; an animation's frames are not made twice.
  nonisolated var isForLine: Bool { output == .kitty(.palette) && frame == 0 }

  /// Whether a cheap preview can be shown in its place.
  nonisolated var mayHaveRough: Bool {
    isWhole && frame == 0 && output != .histogram && isForScreen
  }

  /// Whether it is for the screen; other pictures are not kept, and no thumbnails are made of them.
  nonisolated var isForScreen: Bool {
    output != .jpeg && output != .fingerprint && output != .thumbnail
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
