import Glibc

/// The character set of the terminal, which is UTF-8.
nonisolated enum TerminalLocale {
  /// Sets the process's `LC_CTYPE`, which ncurses uses for output.
  ///
  /// The user's locale is used if it is installed and UTF-8. If it says nothing (`C`, `POSIX`), or is not installed
  /// (common over ssh), `C.UTF-8` is used. Only `LC_CTYPE` is set, so that numbers are still written with a decimal
  /// point.
  ///
  /// - Throws: `.notUTF8` if the user's locale has another character set, `.system` if no UTF-8 locale is installed.
  static func prepare(environment: (String) -> String?) throws(TerminalError) {
    let variable = ["LC_ALL", "LC_CTYPE", "LANG"].first { environment($0)?.isEmpty == false }
    let locale = variable.flatMap(environment) ?? "C"
    let isInstalled = setlocale(LC_CTYPE, locale) != nil
    let codeset = isInstalled ? nl_langinfo(nl_item(CODESET)).map { String(cString: $0) } : nil
    guard isUTF8(locale: locale, codeset: codeset) else {
      throw .notUTF8(variable: variable ?? "LANG", locale: locale)
    }
    guard codeset != "UTF-8" else { return }
    guard setlocale(LC_CTYPE, "C.UTF-8") != nil || setlocale(LC_CTYPE, "en_US.UTF-8") != nil else {
      throw .system(call: "setlocale", code: errno)
    }
  }

  /// Whether a locale has UTF-8, or names no character set.
  ///
  /// - Parameter codeset: The locale's character set; nil if it is not installed.
  static func isUTF8(locale: String, codeset: String?) -> Bool {
    // ASCII, of `C` and `POSIX`.
    if let codeset { return ["UTF-8", "ANSI_X3.4-1968"].contains(codeset) }
    // language_TERRITORY.charset@modifier
    let named = locale.prefix { $0 != "@" }.split(separator: ".").dropFirst().first
    return named.map { $0.lowercased().filter { $0 != "-" } == "utf8" } ?? true
  }
}
