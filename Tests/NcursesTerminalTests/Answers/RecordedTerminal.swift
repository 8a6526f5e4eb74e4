import TerminalKit
import Testing

@testable import NcursesTerminal

/// A terminal from a program's point of view: its environment, and its answers to the complete query.
struct RecordedTerminal: Sendable, CustomTestStringConvertible {
  let name: String
  var environment: [String: String] = [:]
  /// With `␛` for ESC, `␜` for ST and `␇` for BEL.
  let answers: String
  /// The values from `TIOCGWINSZ`.
  var window = (columns: UInt16(80), rows: UInt16(24), width: UInt16(0), height: UInt16(0))
  let method: GraphicsMethod
  var sharesMemory = false
  let cell: PixelSize?

  var testDescription: String { name }

  /// Byte for byte.
  var sent: String {
    [("␛", "\u{1B}"), ("␜", "\u{1B}\\"), ("␇", "\u{7}")].reduce(answers) {
      $0.replacing($1.0, with: $1.1)
    }
  }

  /// Recorded on Debian 12 under Xvfb (foot under weston), each in a window of its own.
  static let recorded = [
    RecordedTerminal(
      name: "kitty 0.26.5",
      environment: ["TERM": "xterm-kitty", "COLORTERM": "truecolor", "KITTY_WINDOW_ID": "1"],
      answers: "␛_Gi=2147400001;OK␜␛_Gi=2147400002;OK␜␛[?2026;2$y␛]10;rgb:dddd/dddd/dddd␜"
        + "␛]11;rgb:0000/0000/0000␜␛P>|kitty(0.26.5)␜␛[6;20;9t␛[4;560;891t␛[?62;c",
      window: (99, 28, 891, 560), method: .kitty, sharesMemory: true,
      cell: PixelSize(width: 9, height: 20)),
    RecordedTerminal(
      name: "Konsole 22.12.3",
      environment: [
        "TERM": "xterm-256color", "COLORTERM": "truecolor", "KONSOLE_VERSION": "221203",
      ],
      answers: "␛_Gi=2147400001;OK␜␛_Gi=2147400002;ENOTSUPPORTED:␜␛]10;rgb:fcfc/fcfc/fcfc␜"
        + "␛]11;rgb:2323/2626/2727␜␛P>|Konsole 22.12.3␜␛[6;18;8t␛[4;504;880t␛[?1;0;256S"
        + "␛[?2;0;16384;16384S␛[?62;1;4c",
      window: (110, 28, 882, 504), method: .kitty, cell: PixelSize(width: 8, height: 18)),
    RecordedTerminal(
      name: "foot 1.13.1", environment: ["TERM": "foot", "COLORTERM": "truecolor"],
      answers:
        "␛[?2026;2$y␛]10;rgb:dcdc/dcdc/cccc␜␛]11;rgb:1111/1111/1111␜␛P>|foot(1.13.1)␜␛[6;16;7t"
        + "␛[4;464;693t␛[?1;0;1024S␛[?2;0;10000;10000S␛[?62;4;22c",
      window: (99, 29, 693, 464), method: .sixel, cell: PixelSize(width: 7, height: 16)),
    RecordedTerminal(
      name: "xterm 379 -ti vt340",
      environment: ["TERM": "xterm", "XTERM_VERSION": "XTerm(379)"],
      answers:
        "␛[?2026;0$y␛]10;rgb:0000/0000/0000␜␛]11;rgb:ffff/ffff/ffff␜␛P>|XTerm(379)␜␛[?1;0;1024S"
        + "␛[?2;0;1000;1000S␛[?63;1;2;4;6;9;15;16;22;28c",
      window: (80, 24, 484, 316), method: .sixel, cell: PixelSize(width: 6, height: 13)),
    RecordedTerminal(
      name: "xterm 379", environment: ["TERM": "xterm", "XTERM_VERSION": "XTerm(379)"],
      answers:
        "␛[?2026;0$y␛]10;rgb:0000/0000/0000␜␛]11;rgb:ffff/ffff/ffff␜␛P>|XTerm(379)␜␛[?1;3S␛[?2;3S"
        + "␛[?64;1;2;6;9;15;16;17;18;21;22;28c",
      window: (80, 24, 484, 316), method: .symbols, cell: PixelSize(width: 6, height: 13)),
    RecordedTerminal(
      name: "mlterm 3.9.0", environment: ["TERM": "mlterm", "MLTERM": "3.9.0"],
      answers: "␛[?2026;0$y␛]10;rgb:0000/0000/0000␜␛]11;rgb:ffff/ffff/ffff␜␛[6;22;10t␛[4;528;800t"
        + "␛[?1;0;1024S␛[?1;3;0S␛[?63;1;2;3;4;6;7;15;18;22;29c",
      window: (80, 24, 800, 528), method: .sixel, cell: PixelSize(width: 10, height: 22)),
    RecordedTerminal(
      name: "VTE 0.70.6 (lxterminal)",
      environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor", "VTE_VERSION": "7006"],
      answers:
        "␛[?2026;4$y␛]10;rgb:aaaa/aaaa/aaaa␜␛]11;rgb:0000/0000/0000␜␛[4;456;640t␛[?1;1S␛[?2;1S"
        + "␛[?65;1;9c",
      method: .symbols, cell: PixelSize(width: 8, height: 19)),
    RecordedTerminal(
      name: "Alacritty 0.11", environment: ["TERM": "alacritty", "COLORTERM": "truecolor"],
      answers: "␛]10;rgb:c5c5/c8c8/c6c6␜␛]11;rgb:1d1d/1f1f/2121␜␛[4;588;792t␛[?6c",
      window: (88, 28, 792, 588), method: .symbols, cell: PixelSize(width: 9, height: 21)),
    RecordedTerminal(
      name: "Terminology 1.13",
      environment: ["TERM": "xterm-256color", "TERM_PROGRAM": "terminology"],
      answers: "␛]10;#AAAAAA␇␛]11;rgb:2020/2020/2020␜␛P>|terminology 1.13.0␜␛[?64;1;9;15;18;21;22c",
      method: .symbols, cell: nil),
    RecordedTerminal(
      name: "st 0.9", environment: ["TERM": "st-256color"],
      answers: "␛]10;rgb:e5e5/e5e5/e5e5␇␛]11;rgb:0000/0000/0000␇␛[?6c",
      window: (80, 24, 560, 312), method: .symbols, cell: PixelSize(width: 7, height: 13)),
    RecordedTerminal(
      name: "rxvt-unicode 9.30", environment: ["TERM": "rxvt-unicode-256color"],
      answers: "␛[?2026;0$y␛[4;316;496t␛[?1;2c",
      window: (80, 24, 480, 312), method: .symbols, cell: PixelSize(width: 6, height: 13)),
    RecordedTerminal(
      name: "PuTTY 0.78 (pterm), whose window has the size of a cell or two",
      environment: ["TERM": "xterm"], answers: "␛[4;314;496t␛[?6c",
      window: (80, 24, 14, 46), method: .symbols, cell: PixelSize(width: 6, height: 13)),
    RecordedTerminal(
      name: "tmux 3.3a, over ssh", environment: ["TERM": "tmux-256color"],
      answers: "␛P>|tmux 3.3a␜␛[?1;2c", window: (80, 23, 800, 460),
      method: .symbols, cell: PixelSize(width: 10, height: 20)),
    RecordedTerminal(
      name: "screen 4.9", environment: ["TERM": "screen", "STY": "31603.rec"],
      answers: "␛[?1;2c", method: .symbols, cell: nil),
  ]

  /// Not run here: assembled from their sources and documentation.
  static let documented = [
    // ghostty.org/docs/vt; Unicode placeholders and shared memory as kitty.
    RecordedTerminal(
      name: "Ghostty 1.1", environment: ["TERM": "xterm-ghostty", "TERM_PROGRAM": "ghostty"],
      answers: "␛_Gi=2147400001;OK␜␛_Gi=2147400002;OK␜␛[?2026;2$y␛]10;rgb:ffff/ffff/ffff␜"
        + "␛]11;rgb:2828/2c2c/3434␜␛P>|ghostty 1.1.3␜␛[6;34;16t␛[4;816;1280t␛[?62;22c",
      method: .kitty, sharesMemory: true, cell: PixelSize(width: 16, height: 34)),
    // wezterm/term: DA1 `?65;4;6;18;22c`; no shared memory (wezterm #986).
    RecordedTerminal(
      name: "WezTerm 20240203",
      environment: ["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"],
      answers:
        "␛_Gi=2147400001;OK␜␛[?2026;2$y␛P>|WezTerm 20240203-110809-5046fc22␜␛[6;22;10t␛[4;528;800t"
        + "␛[?1;0;65535S␛[?65;4;6;18;22c",
      method: .iTerm2, cell: PixelSize(width: 10, height: 22)),
    // iterm2.com/documentation-escape-codes; sixel since 3.3.
    RecordedTerminal(
      name: "iTerm2 3.5, over ssh",
      environment: ["TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"],
      answers:
        "␛[?2026;2$y␛]10;rgb:c7c7/c7c7/c7c7␇␛]11;rgb:0000/0000/0000␇␛P>|iTerm2 3.5.0␜␛[6;16;7t"
        + "␛[4;384;560t␛[?62;4c",
      method: .iTerm2, cell: PixelSize(width: 7, height: 16)),
    // mintty/wiki/CtrlSeqs.
    RecordedTerminal(
      name: "mintty 3.6",
      environment: ["TERM": "xterm", "TERM_PROGRAM": "mintty", "TERM_PROGRAM_VERSION": "3.6.4"],
      answers: "␛P>|mintty 3.6.4␜␛[6;16;8t␛[4;384;640t␛[?64;1;2;4;6;9;11;15;21;22;28;29c",
      method: .iTerm2, cell: PixelSize(width: 8, height: 16)),
    // microsoft/terminal, adaptDispatch: sixel since 1.22, on virtual cells of 10×20.
    RecordedTerminal(
      name: "Windows Terminal 1.22",
      environment: ["TERM": "xterm-256color", "WT_SESSION": "0b1f"],
      answers: "␛[?2026;2$y␛]10;rgb:cccc/cccc/cccc␜␛]11;rgb:0c0c/0c0c/0c0c␜␛[6;20;10t␛[4;600;1200t"
        + "␛[?61;4;6;7;14;21;22;23;24;28;32;42c",
      method: .sixel, cell: PixelSize(width: 10, height: 20)),
    // jerch/xterm-addon-image: DA1 `?62;4;9;22c` when images are on, `?1;2c` when not.
    RecordedTerminal(
      name: "VS Code with images",
      environment: ["TERM": "xterm-256color", "TERM_PROGRAM": "vscode"],
      answers: "␛[?62;4;9;22c", method: .iTerm2, cell: nil),
    RecordedTerminal(
      name: "VS Code", environment: ["TERM": "xterm-256color", "TERM_PROGRAM": "vscode"],
      answers: "␛[?1;2c", method: .symbols, cell: nil),
    // contour-terminal.org: sixel in DA1.
    RecordedTerminal(
      name: "Contour 0.4", environment: ["TERM": "contour", "TERM_PROGRAM": "contour"],
      answers: "␛[?2026;2$y␛P>|contour 0.4.3␜␛[6;20;10t␛[?1;0;256S"
        + "␛[?65;1;2;3;4;6;8;9;18;21;22;28;29;52;314c",
      method: .sixel, cell: PixelSize(width: 10, height: 20)),
    RecordedTerminal(
      name: "the Linux console", environment: ["TERM": "linux"], answers: "", method: .symbols,
      cell: nil),
    RecordedTerminal(
      name: "silence", environment: ["TERM": "xterm-256color"], answers: "", method: .symbols,
      cell: nil),
    RecordedTerminal(
      name: "garbage", environment: ["TERM": "xterm-256color"],
      answers: "␛[?c␛_G;;;␜␛P>|␜␛[6;0;0t␛[4;t␛]11;?␇␛_Gi=99999999999,OK␜␛[?2;0;0;0S␛[?;;;;;c"
        + "␛[6;99999999;1t",
      method: .symbols, cell: nil),
    RecordedTerminal(
      name: "answers to somebody else", environment: ["TERM": "xterm-256color"],
      answers: "␛_Gi=31;OK␜␛_Gi=1,p=2;OK␜␛_GI=2147400001;OK␜␛[?6c",
      method: .symbols, cell: nil),
    RecordedTerminal(
      name: "kitty that refuses", environment: ["TERM": "xterm-256color"],
      answers: "␛_Gi=2147400001;EINVAL:no␜␛[?62;c", method: .symbols, cell: nil),
    RecordedTerminal(
      name: "Alacritty started from WezTerm, with its variables",
      environment: ["TERM": "alacritty", "TERM_PROGRAM": "WezTerm"], answers: "␛[?6c",
      method: .symbols, cell: nil),
  ]

  static let all = recorded + documented
}
