import GalleryDomain

/// How far a download is, in words.
nonisolated public enum TransferText {
  /// `3.4 of 12.0 MB · 28 %`; `3.4 MB` where the server does not say how much there is, or says less
  /// than came.
  public static func words(_ progress: ImageProgress) -> String {
    let received = progress.receivedByteCount
    guard let total = progress.expectedByteCount, total >= received, total > 0 else {
      return "\(megabytes(received)) MB"
    }
    let percent = Int(Double(received) / Double(total) * 100)
    return "\(megabytes(received)) of \(megabytes(total)) MB · \(percent)%"
  }

  private static func megabytes(_ byteCount: Int) -> String {
    let tenths = max(0, byteCount) / 100_000
    return "\(tenths / 10).\(tenths % 10)"
  }
}
