/// Marks the user's own photos, one after the other.
public protocol MarkPhotosUseCase {
  /// - Parameters:
  ///   - progress: Called after every photo, with the number of photos done.
  ///   - completion: Called once, also after `cancel()`, with what was done until then.
  /// - Returns: A token that stops it after the photo that is being marked.
  func execute(
    _ photos: [Photo], as mark: SaleMark, progress: @escaping (Int) -> Void,
    completion: @escaping (MarkedPhotos) -> Void
  ) -> any Cancellable

  /// Undoes marks, the latest first. Marks not undone because of `cancel()` count as failures.
  ///
  /// - Parameter completion: Called once, with the photos as they are afterwards.
  func takeBack(
    _ marks: [MarkedPhoto], progress: @escaping (Int) -> Void,
    completion: @escaping (RestoredPhotos) -> Void
  ) -> any Cancellable
}

/// The result of marking photos.
public struct MarkedPhotos: Sendable {
  /// In the order in which they were marked.
  public var marked: [MarkedPhoto]
  /// Photos that others have marked differently since they were shown, with those marks. Marking them again replaces
  /// the others' marks.
  public var conflicts: [Photo]
  /// The first error, and the number of failures.
  public var firstError: SidecarError?
  public var failureCount: Int
  public var wasCancelled: Bool

  public init(
    marked: [MarkedPhoto] = [], conflicts: [Photo] = [], firstError: SidecarError? = nil,
    failureCount: Int = 0, wasCancelled: Bool = false
  ) {
    self.marked = marked
    self.conflicts = conflicts
    self.firstError = firstError
    self.failureCount = failureCount
    self.wasCancelled = wasCancelled
  }
}

/// The result of undoing marks.
public struct RestoredPhotos: Sendable {
  public var photos: [Photo]
  public var firstError: SidecarError?
  public var failureCount: Int

  public init(photos: [Photo] = [], firstError: SidecarError? = nil, failureCount: Int = 0) {
    self.photos = photos
    self.firstError = firstError
    self.failureCount = failureCount
  }
}

@MainActor
public final class DefaultMarkPhotosUseCase: MarkPhotosUseCase {
  private let repository: any SaleMarkRepository
  private let listed: LocalQueryRepository?

  /// - Parameter listed: Caches photos, and therefore has to know which ones have changed.
  public init(repository: any SaleMarkRepository, listed: LocalQueryRepository? = nil) {
    self.repository = repository
    self.listed = listed
  }

  public func execute(
    _ photos: [Photo], as mark: SaleMark, progress: @escaping (Int) -> Void,
    completion: @escaping (MarkedPhotos) -> Void
  ) -> any Cancellable {
    MainActorTask { [repository, listed] in
      var result = MarkedPhotos()
      for (index, photo) in photos.enumerated() {
        guard !Task.isCancelled else { break }
        do throws(SidecarError) {
          result.marked.append(try await repository.mark(photo, as: mark))
        } catch .cancelled {
          break
        } catch .markedElsewhere(_, let theirs) {
          var photo = photo
          (photo.saleStatus, photo.price) = (theirs.status, theirs.price)
          result.conflicts.append(photo)
        } catch {
          result.firstError = result.firstError ?? error
          result.failureCount += 1
        }
        progress(index + 1)
      }
      result.wasCancelled = Task.isCancelled
      await listed?.photosChanged(
        result.marked.filter(\.isChanged).map(\.photo) + result.conflicts)
      completion(result)
    }
  }

  public func takeBack(
    _ marks: [MarkedPhoto], progress: @escaping (Int) -> Void,
    completion: @escaping (RestoredPhotos) -> Void
  ) -> any Cancellable {
    MainActorTask { [listed] in
      var result = RestoredPhotos()
      for (index, mark) in marks.reversed().enumerated() {
        do throws(SidecarError) {
          result.photos.append(try await mark.takeBack())
        } catch {
          result.firstError = result.firstError ?? error
          result.failureCount += 1
        }
        progress(index + 1)
      }
      await listed?.photosChanged(result.photos)
      completion(result)
    }
  }
}
