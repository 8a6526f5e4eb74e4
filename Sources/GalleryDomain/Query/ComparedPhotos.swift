/// The photos with the states that filters have asked for and that are known of all photos together, such as `is:similar`; since
/// the source was last read again.
final class ComparedPhotos {
  private(set) var photos: [PhotoState: Set<Photo.ID>] = [:]
  private var forgottenCount = 0

  /// What is found meanwhile answers what was asked before, and isn't kept.
  func forget() {
    photos = [:]
    forgottenCount += 1
  }

  /// Finds the photos with the states that a filter asks for, unless they are known.
  ///
  /// - Parameter ask: Compares all photos of the repository.
  nonisolated(nonsending) func find(
    for filter: FilterExpression, in repository: any PhotoRepository,
    _ ask:
      nonisolated(nonsending) (ComparisonQuestion) async throws(PhotoSourceError) ->
      PhotoComparison
  ) async throws(PhotoSourceError) {
    for state in filter.comparedStates {
      while photos[state] == nil, let question = state.question {
        let count = forgottenCount
        let groups = try await ask(question).groups
        let found = await Self.photos(
          of: groups, leavingOut: state.leavesOutLargest, in: repository)
        // Not all of their sizes and dates have been read then.
        guard !Task.isCancelled else { throw .cancelled }
        if count == forgottenCount { photos[state] = found }
      }
    }
  }

  /// The photos of groups; perhaps without the largest of each group, and without those with companions: the raw file of a pair
  /// is in no other of the group.
  nonisolated(nonsending) private static func photos(
    of groups: [[Photo.ID]], leavingOut leavesOutLargest: Bool, in repository: any PhotoRepository
  ) async -> Set<Photo.ID> {
    guard leavesOutLargest else { return Set(groups.joined()) }
    let found = await repository.photos(withIDs: groups.flatMap(\.self))
    var photos: [Photo.ID: Photo] = [:]
    for photo in await repository.details(of: found) { photos[photo.id] = photo }
    return groups.reduce(into: []) { others, group in
      // A file may have gone meanwhile.
      let members = group.compactMap { photos[$0] }
      guard let largest = Photo.indexOfLargest(among: members) else { return }
      others.formUnion(members.lazy.filter(\.companions.isEmpty).map(\.id))
      others.remove(members[largest].id)
    }
  }
}
