import PictureProtocol
import TerminalKit

/// A histogram drawn with characters: brightness in large, then the three colours, each on a line or two.
///
/// Bars have eighths of a cell. Any value that occurs is visible. The ends
/// do not set the scale: a white sky would flatten everything else.
nonisolated struct HistogramText {
  var histogram: PictureHistogram

  /// The letter before a bar and a space.
  private static let labelColumns = 2
  private static let luminanceRows = 4
  private static let colorRows = 2

  /// Empty if there is nothing to count, or room for fewer than eight bars.
  func lines(columns: Int) -> [InfoLine] {
    guard let barCount = barCount(in: columns - Self.labelColumns) else { return [] }
    let channels: [(String, [UInt32], InfoLine.Role, Int)] = [
      ("L", histogram.luminance, .luminance, Self.luminanceRows),
      ("R", histogram.red, .red, Self.colorRows), ("G", histogram.green, .green, Self.colorRows),
      ("B", histogram.blue, .blue, Self.colorRows),
    ]
    guard channels.contains(where: { $0.1.contains { $0 > 0 } }) else { return [] }
    return channels.flatMap { label, counts, role, rows in
      let bars = bars(of: counts, count: barCount, rows: rows)
      return bars.enumerated().map { index, bar in
        var parts = [InfoLine.Part(column: Self.labelColumns, text: bar, role: role)]
        if index == rows - 1 { parts.insert(.init(column: 0, text: label, role: .label), at: 0) }
        return InfoLine(parts: parts)
      }
    }
  }

  /// The number of bars, each of the same number of values.
  private func barCount(in columns: Int) -> Int? {
    [PictureHistogram.stepCount, 32, 16, 8].first { $0 <= columns }
  }

  /// Lines from the top.
  private func bars(of counts: [UInt32], count: Int, rows: Int) -> [String] {
    let perBar = max(1, counts.count / count)
    let sums = (0..<count).map { bar in
      counts.dropFirst(bar * perBar).prefix(perBar).reduce(into: UInt64(0)) { $0 += UInt64($1) }
    }
    let inner = sums.dropFirst().dropLast().max() ?? 0
    let highest = max(1, inner > 0 ? inner : sums.max() ?? 0)
    let levels = Glyphs.bars
    let most = rows * (levels.count - 1)
    let heights = sums.map { sum -> Int in
      guard sum > 0 else { return 0 }
      let height = (Double(sum) / Double(highest) * Double(most)).rounded()
      return max(1, Int(min(height, Double(most))))
    }
    return (0..<rows).map { row in
      let below = (rows - 1 - row) * (levels.count - 1)
      return String(heights.map { levels[min(max(0, $0 - below), levels.count - 1)] })
    }
  }
}
