/// The style of texts for users: decision 42.
enum WordStyle {
  /// Words that occur in no string and on no page for users, because there is a better one.
  static let glossary: [(banned: String, instead: String)] = [
    ("the person", "you, or the user"), ("one's own", "your own"), ("anew", "again"),
    ("called off", "cancelled"), ("call off", "cancel"), ("calls off", "cancels"),
    ("the one before", "the previous one"),
    ("to be had", "available"), ("of before", "previous"), ("came to be", "was created"),
    ("dearest", "highest price"),
    ("is no picture", "is not a picture"), ("is no folder", "is not a folder"),
    ("is no feed", "is not a feed"),
    ("is no file", "is not a file"), ("is no address", "is not a URL"), ("likeness", "placeholder"),
    ("sieve", "filter"),
    ("wish", "request"), ("wishes", "requests"), ("satellite date", "GPS date"),
    ("what was seen", "what was loaded"),
    ("not all was understood", "Ignored …: expected …"),
  ]

  /// Words that are fine on pages but too long for a line on the screen.
  static let shorter: [(banned: String, instead: String)] = [
    ("at once", "immediately"), ("call the order off", "cancel the order"),
    ("taken away", "removed"),
    ("take away", "remove"), ("take out", "remove"), ("taken out", "removed"), ("put in", "added"),
    ("left out", "skipped"),
    ("leave out", "skip"), ("leaving out", "skipping"), ("was seen", "was loaded"),
    ("meanwhile", "now"),
    ("lies in", "is in"), ("holds no", "has no"),
    ("understood", "what was ignored, and what was expected"),
    ("could not be", "can't …"), ("cannot", "can't"), ("there is no", "no …"),
    ("there are no", "no …"),
    ("so many", "this many"), ("such as", "e.g."), ("look again", "refresh"),
    ("look further", "search further"),
    ("looked through", "searched"), ("try again", "retry"), ("farther", "zoom out"),
    ("nearer", "zoom in"),
    ("satellite", "GPS"), ("sensitivity", "ISO"), ("chosen", "selected"), ("speaks", "supports"),
    ("is needed", "is required"), ("is missing", "required, or missing …"),
    ("a line's end", "a newline"),
  ]

  /// Turns of phrase that read like a translation: comments, names of tests and pages say who does what.
  static let habits: [(banned: String, instead: String)] = [
    ("is told", "says, reports, shows"), ("are told", "say, report, show"),
    ("was told", "was reported, was asked to"), ("were told", "were reported, were asked to"),
    ("tells of", "reports"), ("tell of", "report"),
    ("tells apart", "distinguishes"), ("told apart", "distinguished"),
    ("whoever", "the caller, the user, a program that"), ("nobody", "no caller, no user, nothing"),
    ("somebody", "a user, another program"), ("everybody", "all users"),
    ("goes along", "moves, too"), ("go along", "move, too"),
    ("lets go of", "releases"), ("let go of", "release"),
    ("gone through", "read, searched, visited"), ("passed over", "skipped"),
    ("passes over", "skips"),
    ("comes of", "the result of"), ("came of", "the result of"),
    ("stands in", "is in"), ("stand in", "are in"), ("stood in", "was in"),
    ("stands at", "is at"), ("stands behind", "follows"), ("stand behind", "follow"),
    ("stands beside", "is next to"), ("stand beside", "are next to"), ("stands on", "is on"),
    ("stands there", "is there"), ("stands where", "is where"), ("what stands", "the contents of"),
    ("stands for itself", "is literal"), ("where it stands", "where it is"),
    ("goes on", "continues"), ("went on", "continued"), ("at the most", "at most"),
    ("had at once", "available immediately"), ("is called off", "is cancelled"),
    ("was called off", "was cancelled"), ("is none", "isn't one"), ("are none", "aren't any"),
    ("is no", "isn't a"), ("are no", "aren't"),
  ]

  /// What may contain a habit's words and is English all the same.
  private static let idioms = [
    "there is none", "there are none", "there is no", "there are no", "is no longer",
    "are no longer", "is no more", "are no more", "is no way", "called off the main",
  ]

  static func faults(in string: String, of file: String) -> [String] {
    let text = UserWords.withoutInterpolations(string)
    var faults = bannedWords(in: text) + banned(in: text, by: shorter)
    if text.contains("..."), !text.contains(" ...") {
      faults.append("an ellipsis is one character: …")
    }
    if text.contains(where: "“”‘’".contains) { faults.append("quotes are straight: ' and \"") }
    if text.contains(/\d %/) || text.contains("… %") { faults.append("no space before %") }
    if isNotice(text, of: file), text.hasSuffix(".") { faults.append("no period at the end") }
    return faults
  }

  static func bannedWords(in text: String) -> [String] { banned(in: text, by: glossary) }

  /// The words that are banned in comments, in names of tests and on pages; code in backticks doesn't count.
  static func habits(in text: String) -> [String] {
    var plain = " \(words(in: text.replacing(/`[^`]*`/, with: "…")).joined(separator: " ")) "
    for idiom in idioms { plain = plain.replacing(" \(idiom) ", with: " … ") }
    return banned(in: plain, by: glossary + habits)
  }

  /// Compares words only, ignoring everything between them.
  private static func banned(in text: String, by list: [(banned: String, instead: String)])
    -> [String]
  {
    let line = " \(words(in: text).joined(separator: " ")) "
    return list.filter { line.contains(" \($0.banned) ") }.map {
      "not \"\($0.banned)\": \($0.instead)"
    }
  }

  private static func words(in text: String) -> [Substring] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "…" }
  }

  /// Texts on screens; help for the command line, and texts in e-mails and files, are sentences.
  private static func isNotice(_ text: String, of file: String) -> Bool {
    ["GalleryScreens/", "GalleryPresentation/", "TerminalKit/", "PictureKit/"].contains(
      where: file.hasPrefix)
  }
}
