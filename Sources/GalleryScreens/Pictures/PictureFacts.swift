import PictureProtocol
import TerminalKit

/// What became known of a picture with its first answer.
nonisolated public struct PictureFacts: Equatable {
  /// The size of the file's picture in pixels, upright.
  public var sourceSize: PixelSize
  /// False for a rough picture that stands until the picture is there.
  public var isSharp: Bool
  /// Nil for a picture that does not move.
  public var animation: AnimationFrame?

  public init(sourceSize: PixelSize, isSharp: Bool = true, animation: AnimationFrame? = nil) {
    self.sourceSize = sourceSize
    self.isSharp = isSharp
    self.animation = animation
  }
}
