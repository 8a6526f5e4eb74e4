/// Rewrites dates from Korean, Japanese, Chinese and Hungarian software, and dates after a weekday, in a form that
/// `DateScanner` reads.
///
/// The forms are those that Universal Feed Parser has found in feeds: OnBlog's `2004년 05월 28일 01:31:15`, Nate's
/// `2004-05-25 오후 11:23:17`, `2004-július-13T9:15-05:00`, `Fri, 2006/09/15 08:19:53 EDT`.
enum LocalDate {
  /// The rewritten date, and the time zone of software that uses this form, in seconds east of UTC.
  struct Rewritten {
    var text: String
    var offset: Int?
  }

  private static let lengthLimit = 100

  /// - Returns: nil if the text is in none of these forms.
  static func rewritten(_ line: String) -> Rewritten? {
    guard line.utf8.count <= lengthLimit else { return nil }
    return eastAsian(line) ?? hungarian(line) ?? withoutWeekday(line)
  }

  // MARK: Korean, Japanese, Chinese

  private static let korea = 9 * 3_600
  private static let dayMarks: [(year: String, month: String, day: String)] = [
    ("년", "월", "일"), ("年", "月", "日"),
  ]
  private static let halfMarks = [
    ("오전", "AM"), ("오후", "PM"), ("午前", "AM"), ("午後", "PM"), ("上午", "AM"), ("下午", "PM"),
  ]

  private static func eastAsian(_ line: String) -> Rewritten? {
    var text = line
    var (isKorean, isFound) = (false, false)
    for marks in dayMarks where text.contains(marks.year) {
      for mark in [marks.year, marks.month] {
        text = text.replacing("\(mark) ", with: mark).replacing(mark, with: "-")
      }
      text = text.replacing(marks.day, with: " ")
      (isKorean, isFound) = (marks.year == "년", true)
    }
    for (mark, half) in halfMarks where text.contains(mark) {
      text = text.replacing(mark, with: " ") + " " + half
      (isKorean, isFound) = (isKorean || mark.hasPrefix("오"), true)
    }
    guard isFound else { return nil }
    let words = text.split(separator: " ").joined(separator: " ")
    return Rewritten(text: words, offset: isKorean ? korea : nil)
  }

  // MARK: Hungarian

  private static func hungarian(_ line: String) -> Rewritten? {
    let parts = line.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let month = MonthName.number(String(parts[1])) else { return nil }
    return Rewritten(text: "\(parts[0])-\(month)-\(parts[2])")
  }

  // MARK: A weekday before a year

  private static let weekdays: Set<String> = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  private static func withoutWeekday(_ line: String) -> Rewritten? {
    let words = line.split(separator: " ", maxSplits: 1)
    // `about 1890-05-03` is not such a day.
    guard words.count == 2, weekdays.contains(words[0].prefix(3).lowercased()),
      words[1].utf8.prefix(4).allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Rewritten(text: String(words[1]))
  }
}
