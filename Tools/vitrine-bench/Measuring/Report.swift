import Glibc

/// The table of figures, printed during the measurements, one figure a line.
final class Report {
  private static let nameColumns = 58
  private static let valueColumns = 22
  private static let aimColumns = 16

  /// How many figures missed their aims.
  private(set) var missed = 0

  func head() {
    line("", "measured (median)", "aim")
    print(String(repeating: "─", count: Self.nameColumns + Self.valueColumns + Self.aimColumns + 8))
  }

  /// - Parameter aim: The aim; empty if there is none.
  func line(_ name: String, _ value: String, _ aim: String = "") {
    print(padded(name, Self.nameColumns) + padded(value, Self.valueColumns) + aim)
    fflush(nil)
  }

  /// A figure with an aim, and whether it is reached.
  ///
  /// - Parameter note: What belongs to the value, such as a maximum or the time of another program.
  func figure(
    _ name: String, _ value: Double, _ unit: String = "", digits: Int = 0, aim: Aim = .none,
    note: String = ""
  ) {
    let space = unit.isEmpty || unit == "×" ? unit : " " + unit
    var aimText = aim.text(digits: aimDigits(aim), unit: space)
    let isMet = aim.isMet(by: value)
    if isMet == false { missed += 1 }
    if let isMet {
      aimText = padded(aimText, Self.aimColumns) + (isMet ? "ok" : "missed")
    }
    line(name, value.text(digits: digits) + space, aimText + (note.isEmpty ? "" : "   " + note))
  }

  /// Aims are round numbers; those below ten may have a digit.
  private func aimDigits(_ aim: Aim) -> Int {
    switch aim {
    case .atMost(let limit), .atLeast(let limit): limit == limit.rounded() || limit >= 100 ? 0 : 2
    case .none: 0
    }
  }

  func skip(_ name: String, because reason: String) {
    line(name, "skipped", reason)
  }

  private func padded(_ text: String, _ columns: Int) -> String {
    text + String(repeating: " ", count: max(1, columns - text.count))
  }
}
