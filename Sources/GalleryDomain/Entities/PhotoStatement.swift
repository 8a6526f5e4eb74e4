/// A part of what the user says about a photo in its sidecar, which others may change apart from the rest.
public struct PhotoStatement: Sendable {
  /// The field of a caption; nil for anything else. What a sidecar says of a field is all that there is.
  public let field: PhotoCaption.Field?
  public let isSame: @Sendable (Photo, Photo) -> Bool
  /// Sets it to that of the second photo.
  public let copy: @Sendable (inout Photo, Photo) -> Void

  private init<Value: Equatable & SendableMetatype>(
    _ path: any WritableKeyPath<Photo, Value> & Sendable, _ field: PhotoCaption.Field? = nil,
    isSame: @escaping @Sendable (Value, Value) -> Bool = { $0 == $1 }
  ) {
    self.field = field
    self.isSame = { isSame($0[keyPath: path], $1[keyPath: path]) }
    // Photos share their properties until one is set.
    copy = { if $0[keyPath: path] != $1[keyPath: path] { $0[keyPath: path] = $1[keyPath: path] } }
  }

  public static let all = [
    PhotoStatement(\.userRating.stars), PhotoStatement(\.userRating.label),
    PhotoStatement(\.saleMark), PhotoStatement(\.caption.title, .title),
    PhotoStatement(\.description, .caption), PhotoStatement(\.copyright, .copyright),
    PhotoStatement(\.altText, .alt), PhotoStatement(\.tags, .keywords) { Set($0) == Set($1) },
    PhotoStatement(\.author, .creator) {
      PhotoCaption.names(in: $0) == PhotoCaption.names(in: $1)
    },
  ]
}

extension Photo {
  public var caption: PhotoCaption {
    get { PhotoCaption(of: self) }
    set { self = newValue.applied(to: self) }
  }

  /// Whether the user says the same of both.
  public func isMarked(like other: Photo) -> Bool {
    PhotoStatement.all.allSatisfy { $0.isSame(self, other) }
  }

  public func marked(like other: Photo) -> Photo {
    var photo = self
    for statement in PhotoStatement.all { statement.copy(&photo, other) }
    return photo
  }

  /// The changes from `former` to this photo, applied to what others have made of it.
  public func rebased(from former: Photo, onto theirs: Photo) -> Photo {
    var photo = self
    for statement in PhotoStatement.all where statement.isSame(self, former) {
      statement.copy(&photo, theirs)
    }
    // Keywords that are added or removed don't contradict others' changes.
    guard theirs.tags != former.tags else { return photo }
    let removed = Set(former.tags).subtracting(self.tags)
    let known = Set(former.tags + theirs.tags)
    photo.tags = theirs.tags.filter { !removed.contains($0) }
    photo.tags += self.tags.filter { !known.contains($0) }
    return photo
  }
}
