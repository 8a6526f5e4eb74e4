/// Bridges a repository of marks to closures on the main actor.
@MainActor
public final class DefaultMarkPhotosUseCase: MarkPhotosUseCase {
  private let repository: any SaleMarkRepository
  private let listed: LocalQueryRepository?

  /// - Parameter listed: Keeps photos that it has read, and so is told which have changed.
  public init(repository: any SaleMarkRepository, listed: LocalQueryRepository? = nil) {
    self.repository = repository
    self.listed = listed
  }

  public func execute(
    _ photos: [Photo], as mark: SaleMark, progress: @escaping (Int) -> Void,
    completion: @escaping (MarkedPhotos) -> Void
  ) -> any Cancellable {
    let (repository, listed) = (repository, listed)
    let task = Task { @MainActor in
      var result = MarkedPhotos()
      for (index, photo) in photos.enumerated() {
        guard !Task.isCancelled else { break }
        do throws(SaleMarkError) {
          result.marked.append(try await repository.mark(photo, as: mark))
        } catch .cancelled {
          break
        } catch {
          result.firstError = result.firstError ?? error
          result.failureCount += 1
        }
        progress(index + 1)
      }
      result.wasCancelled = Task.isCancelled
      await listed?.photosChanged(result.marked.filter(\.isChanged).map(\.photo))
      completion(result)
    }
    return TaskCancellable(task)
  }

  public func takeBack(
    _ marks: [MarkedPhoto], progress: @escaping (Int) -> Void,
    completion: @escaping (RestoredPhotos) -> Void
  ) -> any Cancellable {
    let listed = listed
    let task = Task { @MainActor in
      var result = RestoredPhotos()
      for (index, mark) in marks.reversed().enumerated() {
        do throws(SaleMarkError) {
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
    return TaskCancellable(task)
  }
}
