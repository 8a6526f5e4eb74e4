import GalleryDomain

/// One kind of edit: what it does to photos, what takes it back, and what it is called. `EditQueue` decides when it is done,
/// `EditRunner` does it.
///
/// An edit of what a photo says is a `PropertyEdit`, and most of this follows from the property; one of files is a
/// `FileEdit`.
public protocol PhotoEdit {
  var kind: EditKind { get }
  /// Whether rows change with the key, before anything is written, and keys continue to work meanwhile. Otherwise the
  /// user waits for the end.
  var isInstant: Bool { get }
  /// Whether all photos are edited in one go; otherwise each in its turn.
  var takesAllPhotos: Bool { get }
  /// Whether files come, go or change.
  var changesFiles: Bool { get }
  /// Whether its photos' files are no longer where they were.
  var takesPhotosAway: Bool { get }

  /// The photo as the edit makes it.
  func edited(_ photo: Photo) -> Photo
  /// Whether two photos are equal in what edits of this kind change.
  func isSame(_ one: Photo, _ other: Photo) -> Bool
  /// A photo with the properties that edits of this kind set, taken from another one.
  func copying(from other: Photo, to photo: Photo) -> Photo
  /// The changes from `former` to `own`, applied to what others have made of it.
  func rebased(_ own: Photo, from former: Photo, onto theirs: Photo) -> Photo
  /// The photo with what the edit set restored.
  func restored(_ photo: Photo, to former: Photo) -> Photo

  /// Performs it.
  ///
  /// - Parameters:
  ///   - progress: Called while it runs.
  ///   - completion: Called once, also after it was cancelled, maybe before the call returns.
  /// - Returns: What stops it; nil if it ends by itself.
  func perform(
    on targets: [EditTarget], progress: @escaping (EditProgress) -> Void,
    completion: @escaping (EditReport) -> Void
  ) -> (any Cancellable)?

  /// As in `Can't copy`, and `Can't write copy`.
  var words: EditWords { get }
  /// The label of the bar while this many photos are edited; nil if there is no bar.
  func barLabel(count: Int) -> String?
  /// `Copied 12 photos to prints`; without a word about undo.
  ///
  /// - Parameter isStopped: Whether the user did not wait for all.
  func done(_ photos: [Photo], of total: Int, isStopped: Bool) -> String
  /// That photos were like this before.
  func unchanged(_ photos: [Photo]) -> String
  /// What undo does, as it follows "Undone:".
  func undoing(_ photos: [Photo]) -> String
}

extension PhotoEdit {
  public var isInstant: Bool { false }
  public var takesAllPhotos: Bool { false }
  public var changesFiles: Bool { false }
  public var takesPhotosAway: Bool { false }
  public func edited(_ photo: Photo) -> Photo { photo }
  public func isSame(_ one: Photo, _ other: Photo) -> Bool { false }
  public func copying(from other: Photo, to photo: Photo) -> Photo { photo }
  public func rebased(_ own: Photo, from former: Photo, onto theirs: Photo) -> Photo { own }
  public func restored(_ photo: Photo, to former: Photo) -> Photo { photo }
  public func unchanged(_ photos: [Photo]) -> String { "" }
}

/// What edits change: the result of one kind doesn't hide what another one shows.
public struct EditKind: Hashable, Sendable {
  let name: String
}

/// The forms of a verb.
public struct EditWords: Hashable, Sendable {
  /// `rate`.
  let verb: String
  /// `rating`, for what was not written.
  let noun: String
}

/// A photo that is edited.
public struct EditTarget {
  /// With the edit.
  public var photo: Photo
  /// As it was last read or written.
  public var former: Photo
}

/// The progress of an edit that takes all photos.
public struct EditProgress {
  var doneCount: Int
  /// 0–1, if that is known better than by the photos.
  var fraction: Double?
}

/// What an edit has done.
public struct EditReport {
  public enum Outcome {
    /// With the photo as it is now, including what others have changed.
    case done(Photo)
    /// The photo was like this before.
    case unchanged(Photo)
    /// Nothing was done, and something else is offered instead.
    case postponed
    /// With the photo as it is now, if another program has changed the same property.
    case failed(reason: String, now: Photo? = nil)
    case cancelled
  }

  /// Something else that can be done.
  struct Offer {
    let title: String
    let message: String
    let edit: any PhotoEdit
    let photos: [Photo]
  }

  /// In the order of the photos.
  var outcomes: [Outcome]
  /// Undoes what was done; nil if the photos as they were before are enough for that.
  var undo: (any PhotoEdit)?
  /// What else the user should know.
  var remark: String?
  var offer: Offer?
}

// MARK: Properties

/// An edit of a property that photos store in their sidecars.
public protocol PropertyEdit: PhotoEdit {
  associatedtype Value: Equatable
  var property: WritableKeyPath<Photo, Value> { get }
  /// What the property becomes.
  func edited(_ value: Value) -> Value
  /// The property with what this edit set put back to what it was.
  func restored(_ value: Value, to former: Value) -> Value
  /// See `PhotoEdit.rebased(_:from:onto:)`.
  func rebased(_ own: Value, from former: Value, onto theirs: Value) -> Value
  /// Writes the property of a photo.
  var editSidecar: any EditSidecarUseCase { get }
  /// Why that failed, in words.
  func reason(_ error: SidecarError) -> String
}

extension PropertyEdit {
  public func edited(_ photo: Photo) -> Photo {
    photo.with(property, edited(photo[keyPath: property]))
  }

  public func restored(_ value: Value, to former: Value) -> Value { former }

  public func rebased(_ own: Value, from former: Value, onto theirs: Value) -> Value {
    own == former ? theirs : own
  }

  public func isSame(_ one: Photo, _ other: Photo) -> Bool {
    one[keyPath: property] == other[keyPath: property]
  }

  public func copying(from other: Photo, to photo: Photo) -> Photo {
    photo.with(property, other[keyPath: property])
  }

  public func rebased(_ own: Photo, from former: Photo, onto theirs: Photo) -> Photo {
    own.with(
      property,
      rebased(
        own[keyPath: property], from: former[keyPath: property], onto: theirs[keyPath: property]))
  }

  public func restored(_ photo: Photo, to former: Photo) -> Photo {
    photo.with(property, restored(photo[keyPath: property], to: former[keyPath: property]))
  }

  public func perform(
    on targets: [EditTarget], progress: @escaping (EditProgress) -> Void,
    completion: @escaping (EditReport) -> Void
  ) -> (any Cancellable)? {
    for target in targets {
      // The property alone: others may have changed since it was read.
      editSidecar.execute(
        copying(from: target.photo, to: target.former), over: target.former
      ) { result in
        completion(EditReport(outcomes: [outcome(result)]))
      }
    }
    return nil
  }

  private func outcome(_ result: Result<EditedPhoto, SidecarError>) -> EditReport.Outcome {
    switch result {
    case .success(let edited): edited.isChanged ? .done(edited.photo) : .unchanged(edited.photo)
    case .failure(.cancelled): .cancelled
    case .failure(.changedElsewhere(let name, let now)):
      .failed(reason: reason(.changedElsewhere(name: name, now: now)), now: now)
    case .failure(let error): .failed(reason: reason(error))
    }
  }
}

extension Photo {
  fileprivate func with<Value>(_ property: WritableKeyPath<Photo, Value>, _ value: Value) -> Photo {
    var photo = self
    photo[keyPath: property] = value
    return photo
  }
}
