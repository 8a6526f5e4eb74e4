import PictureProtocol

extension PictureLoader {
  /// How bright a file's picture is where, made after all that screens want to show.
  ///
  /// It stays in memory as every picture does; the next request for it is answered from there.
  ///
  /// - Parameter completion: Called once, on the main actor, never before this function has returned.
  public func requestHistogram(
    of file: PictureFile, completion: @escaping (Result<PictureHistogram, PictureFailure>) -> Void
  ) -> PictureTicket {
    let task = Task {
      let result: Result<PictureHistogram, PictureFailure>
      do throws(PictureFailure) {
        result = .success(try await histogram(of: file))
      } catch {
        result = .failure(error)
      }
      completion(result)
    }
    return PictureTicket { task.cancel() }
  }

  private func histogram(
    of file: PictureFile
  ) async throws(PictureFailure) -> PictureHistogram {
    let result = await result(of: .picture(.histogram(of: file)), in: .background)
    guard case .picture(let picture) = try result.get(),
      case .histogram(let histogram) = picture.payload
    else { throw .badRequest }
    return histogram
  }
}

extension PictureKey {
  /// The histogram of a file; the target is but a form.
  nonisolated static func histogram(of file: PictureFile) -> PictureKey {
    PictureKey(file: file, target: PictureTarget(columns: 1, rows: 1), output: .histogram)
  }
}
