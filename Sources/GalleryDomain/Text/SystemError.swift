import Foundation

/// The system's own words for its errors.
public enum SystemError {
  /// What an `errno` means, such as `Permission denied`.
  public static func reason(_ code: Int32) -> String {
    // The system says "Connection timed out" of a mount, too.
    if code == ETIMEDOUT { return "No answer" }
    // The buffer belongs to this thread (glibc 2.32).
    return strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
