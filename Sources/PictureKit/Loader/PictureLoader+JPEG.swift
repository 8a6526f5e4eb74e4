import PictureProtocol

extension PictureLoader {
  /// A photo's picture as a JPEG for other files, made after all that screens want. Not remembered.
  ///
  /// Cancelling the task gives it up.
  ///
  /// - Parameter side: The most pixels of its longer side; smaller pictures are not enlarged.
  /// - Throws: `workerDied` also when no worker can be started; `problem` says why then.
  public func jpeg(of file: PictureFile, side: UInt32) async throws(PictureFailure) -> JPEGPicture {
    let key = PictureKey(
      file: file,
      // Cells of one pixel.
      target: PictureTarget(columns: side, rows: side, cellPixelWidth: 1, cellPixelHeight: 1),
      output: .jpeg)
    let result = await result(of: .picture(key), in: .background)
    guard case .picture(let picture) = try result.get(), case .jpeg(let jpeg) = picture.payload
    else { throw .badRequest }
    return jpeg
  }
}
