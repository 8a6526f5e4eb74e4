import PictureProtocol

/// The source of pictures for screens: `PictureLoader` in the program, `FixedPictureSource` in tests.
///
/// After layout, a screen declares what is visible (`setVisible`); when drawing, it gets the state of each picture
/// (`picture(for:)`). Neither call waits. When a picture has arrived, `onChange` is called.
public protocol PictureSource: AnyObject {
  /// Something visible has changed: draw again. Called at most once per wake-up of the main queue.
  var onChange: (() -> Void)? { get set }

  /// Why no pictures can be loaded at all; nil if they can, or might.
  var problem: WorkerProblem? { get }

  /// Whether the user moves so quickly that only rough pictures are made. `onChange` is called when that has ended.
  var isHurried: Bool { get }

  /// The state of a picture. Does not request it: only pictures declared as visible are loaded.
  ///
  /// - Complexity: O(1).
  func picture(for key: PictureKey) -> PictureState

  /// Declares all pictures that are needed, replacing the previous declaration; cheap if nothing has changed.
  ///
  /// A picture that is in neither list any more is removed from the queue and cancelled in the workers; finished
  /// pictures stay in memory for a while.
  ///
  /// - Parameters:
  ///   - visible: The most important first: the user looks at the first one's photo.
  ///   - prefetch: The next pictures in the direction of movement, the nearest first; loaded when no visible picture is
  ///     waiting.
  ///   - ahead: What the user looks at, and what a held key shows next, the nearest first; only a rough picture of each is
  ///     made. They may be smaller than the pictures that they replace for the moment.
  func setVisible(_ visible: [PictureKey], prefetch: [PictureKey], ahead: [PictureKey])

  /// The rotation of a file's picture on the screen has been written to the file. Existing pictures remain valid, as if
  /// the file had always been so; `refresh()` checks the file again.
  func rotationWasSaved(_ rotation: PictureRotation, into file: PictureFile)

  /// Forgets failures, tries again if no worker was running, and checks the files again. Pictures stay until it is
  /// known that their file has changed.
  func refresh()
}

extension PictureSource {
  public func setVisible(_ visible: [PictureKey], prefetch: [PictureKey] = []) {
    setVisible(visible, prefetch: prefetch, ahead: [])
  }
}
