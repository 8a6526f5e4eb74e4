import Foundation

/// The system's own words for its errors.
public enum SystemError {
  /// What an `errno` means, such as `Permission denied`.
  public static func reason(_ code: Int32) -> String {
    // The buffer belongs to this thread (glibc 2.32).
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
