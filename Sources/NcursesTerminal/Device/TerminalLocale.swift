import Glibc

/// The character set of the terminal.
nonisolated enum TerminalLocale {
  /// Sets the process's `LC_CTYPE`, which ncurses uses for output, and returns whether it is UTF-8.
  ///
  /// The user's locale is used if it is installed and has a character set. If it says nothing (`C`, `POSIX`), or is not
  /// installed but ends in UTF-8 (common over ssh), `C.UTF-8` is used, provided that the terminal looks like UTF-8: a
  /// pseudo-terminal of an emulator or sshd has the line mode `IUTF8`. A plain line does not, and gets ASCII. Only
  /// `LC_CTYPE` is set, so that numbers are still written with a decimal point.
  ///
  /// - Parameter isUTF8Line: Whether the terminal's line mode `IUTF8` is set.
  static func prepare(isUTF8Line: Bool, environment: (String) -> String?) -> Bool {
    let isInstalled = setlocale(LC_CTYPE, "") != nil
    let codeset = nl_langinfo(nl_item(CODESET)).map { String(cString: $0) } ?? ""
    switch choice(
      codeset: isInstalled ? codeset : "", isUTF8Line: isUTF8Line, environment: environment)
    {
    case .asSet(let isUTF8): return isUTF8
    case .portableUTF8:
      return setlocale(LC_CTYPE, "C.UTF-8") != nil || setlocale(LC_CTYPE, "en_US.UTF-8") != nil
    }
  }

  enum Choice: Equatable {
    case asSet(isUTF8: Bool)
    case portableUTF8
  }

  /// - Parameter codeset: The character set of the user's locale; empty if that is not installed.
  static func choice(
    codeset: String, isUTF8Line: Bool, environment: (String) -> String?
  ) -> Choice {
    if codeset == "UTF-8" { return .asSet(isUTF8: true) }
    let name =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
    let lowered = name.lowercased()
    if lowered.contains("utf-8") || lowered.contains("utf8") { return .portableUTF8 }
    let saysNothing = codeset.isEmpty || codeset == "ANSI_X3.4-1968"
    return saysNothing && isUTF8Line ? .portableUTF8 : .asSet(isUTF8: false)
  }
}
