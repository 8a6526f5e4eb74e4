import Glibc

/// The table that is printed while it is measured, a line a figure.
struct Report {
  private static let nameColumns = 52
  private static let valueColumns = 26

  func head() {
    line("", "measured (median)", "aim")
    print(String(repeating: "─", count: Self.nameColumns + Self.valueColumns + 20))
  }

  /// - Parameter aim: What is aimed at; empty where there is no aim.
  func line(_ name: String, _ value: String, _ aim: String = "") {
    print(padded(name, Self.nameColumns) + padded(value, Self.valueColumns) + aim)
    fflush(nil)
  }

  func skip(_ name: String, because reason: String) {
    line(name, "skipped", reason)
  }

  private func padded(_ text: String, _ columns: Int) -> String {
    text + String(repeating: " ", count: max(1, columns - text.count))
  }
}
