import PictureProtocol

/// Keeps the animation that is being played open between requests; one at a time.
final class AnimationCache {
  private var session: AnimationSession?
  private var othersSince = 0

  /// After this many requests for other files the animation is assumed to be closed. While one plays, its neighbours
  /// may be fetched.
  private static let patience = 16
  private static let patienceWithLarge = 3

  /// Call at every request for something else.
  func noteOther() {
    guard let session else { return }
    othersSince += 1
    let patience = session.isLarge ? Self.patienceWithLarge : Self.patience
    if othersSince > patience { self.session = nil }
  }

  /// The session of a file that is at or before a picture; a new one if there is none.
  ///
  /// - Throws: `badRequest` for a picture that the file does not have.
  func session(
    of descriptor: OwnedDescriptor, showing index: Int, origin: PictureOrigin,
    decoder: PictureDecoder
  ) throws(PictureFailure) -> AnimationSession {
    othersSince = 0
    let identity = try MappedFileIdentity(descriptor)
    if let session, session.identity == identity, session.format.isAllowed(from: origin) {
      guard index < session.facts.count else { throw .badRequest }
      if session.canShow(index) { return session }
    }
    // The previous buffers are freed before new ones are allocated.
    session = nil
    let opened = try AnimationSession(
      FileMapping(descriptor), identity: identity, origin: origin, decoder: decoder)
    session = opened
    guard index < opened.facts.count else { throw .badRequest }
    return opened
  }

  /// Releases an animation that failed halfway: the position of its decoder is unknown.
  func close() { session = nil }
}
