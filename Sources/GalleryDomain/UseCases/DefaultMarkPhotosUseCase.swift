/// Bridges a repository of marks to closures on the main actor.
@MainActor
public final class DefaultMarkPhotosUseCase: MarkPhotosUseCase {
  private let repository: any SaleMarkRepository

  public init(repository: any SaleMarkRepository) {
    self.repository = repository
  }

  public func execute(
    _ photos: [Photo], as mark: SaleMark, progress: @escaping (Int) -> Void,
    completion: @escaping (MarkedPhotos) -> Void
  ) -> any Cancellable {
    let repository = repository
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
      completion(result)
    }
    return TaskCancellable(task)
  }

  public func takeBack(
    _ marks: [MarkedPhoto], progress: @escaping (Int) -> Void,
    completion: @escaping (RestoredPhotos) -> Void
  ) -> any Cancellable {
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
      completion(result)
    }
    return TaskCancellable(task)
  }
}
