import FeedFormats
import GalleryData
import GalleryDomain
import GalleryPresentation

/// The groups that `vitrine similar` prints.
struct SimilarOutput {
  let repository: LocalQueryRepository
  let isDuplicate: Bool
  /// Whether the largest of each group is marked, to be kept.
  let marksLargest: Bool
  let isJSON: Bool

  func text(of groups: [[Photo.ID]]) async -> String {
    var photos: [Photo.ID: Photo] = [:]
    let found = await repository.photos(withIDs: groups.flatMap(\.self))
    for photo in await repository.details(of: found) { photos[photo.id] = photo }
    var text = ""
    for (number, group) in groups.enumerated() {
      let members = group.compactMap { photos[$0] }
      // A file may have gone meanwhile.
      guard members.count > 1 else { continue }
      let kept = marksLargest ? Photo.indexOfLargest(among: members) : nil
      text += isJSON ? json(members, kept) : lines(members, kept, number: number + 1)
    }
    return text
  }

  private func lines(_ photos: [Photo], _ kept: Int?, number: Int) -> String {
    photos.enumerated().map { index, photo in
      let mark = kept.map { [index == $0 ? "keep" : "other"] } ?? []
      let columns =
        ["\(number)"] + mark
        + [photo.fileSize.map { "\($0)" } ?? "", path(of: photo).map(PathText.line) ?? photo.id]
      return columns.joined(separator: "\t") + "\n"
    }.joined()
  }

  private func json(_ photos: [Photo], _ kept: Int?) -> String {
    let members = photos.enumerated().map { index, photo in
      let path = path(of: photo)
      // Null for a path that isn't UTF-8, as in `PhotoRecord`; the address has the bytes of any.
      var members: [(String, JSONValue)] = [
        ("path", JSONValue(path.flatMap { String(validating: $0, as: UTF8.self) })),
        ("url", JSONValue(path.flatMap(FileReference.init(path:))?.url?.absoluteString)),
        ("size", JSONValue(photo.fileSize)), ("width", JSONValue(photo.width)),
        ("height", JSONValue(photo.height)), ("rating", JSONValue(photo.rating)),
      ]
      if let kept { members.append(("keep", .bool(index == kept))) }
      return JSONValue(members)
    }
    let kind = isDuplicate ? "duplicate" : "similar"
    return JSONOutput.line(JSONValue([("kind", .text(kind)), ("photos", .array(members))])) + "\n"
  }

  /// Without the dots of the folder as the user named it.
  private func path(of photo: Photo) -> [UInt8]? {
    photo.file.map { FilePath.withoutDots($0.path) }
  }
}
