/// How a country writes prices: separators, groups, and where the currency stands.
///
/// Based on Unicode CLDR 47, *standard* currency patterns and symbols of the locales named here, compared with ICU. Two
/// things differ from CLDR: spaces are plain ones (a terminal breaks no line in a price, and copied text should contain
/// what can be typed), and scripts written from right to left keep the plain form, because terminals do not agree on
/// their order. A short table instead of ICU's data, so that nothing has to be loaded at the start.
public struct PriceLocale: Hashable, Sendable {
  var decimalPoint = "."
  var groupSeparator = ","
  /// The fewest digits before the point that are grouped.
  var leastGroupedDigits = 4
  /// Whether groups after the first have two digits: lakhs and crores.
  var groupsByTwo = false
  /// Whether the currency stands before the amount.
  var isCurrencyFirst = true
  /// Whether a sign is separated from the amount; codes always are.
  var isSpaced = false
  /// In capitals, such as `AT`; empty if it is not known.
  var territory = ""

  /// `€1,200.00`, `CHF 80`: of no particular country.
  public static let plain = PriceLocale()

  /// - Parameter environment: Returns a variable's value; the first of `LC_ALL`, `LC_MONETARY` and `LANG` that is not
  ///   empty counts (POSIX, *Environment Variables*, 8.2).
  public init(environment: (String) -> String?) {
    let name = ["LC_ALL", "LC_MONETARY", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }
    self.init(name: name ?? "")
  }

  /// - Parameter name: As the environment names it, such as `de_AT.UTF-8@euro`. Plain for `C`, `POSIX`, and
  ///   languages that are not in the table.
  public init(name: String) {
    let parts = name.prefix { $0 != "." && $0 != "@" }.split { $0 == "_" || $0 == "-" }
    let language = parts.first.map { $0.lowercased() } ?? ""
    // A script may come between them: `sr_Latn_RS`.
    let last = parts.count > 1 ? parts.last : nil
    let territory = last.map { $0.utf8.count <= 3 ? $0.uppercased() : "" } ?? ""
    guard var locale = Self.locale(language, territory) else {
      self = .plain
      return
    }
    locale.territory = territory
    self = locale
  }

  init(
    decimalPoint: String = ".", groupSeparator: String = ",", leastGroupedDigits: Int = 4,
    groupsByTwo: Bool = false, isCurrencyFirst: Bool = true, isSpaced: Bool = false
  ) {
    self.decimalPoint = decimalPoint
    self.groupSeparator = groupSeparator
    self.leastGroupedDigits = leastGroupedDigits
    self.groupsByTwo = groupsByTwo
    self.isCurrencyFirst = isCurrencyFirst
    self.isSpaced = isSpaced
  }
}
