import ExpectationSupport
import FeedFormats
import PictureProtocol
import TerminalKit
import Testing

@testable import NcursesTerminal
@testable import PictureKit
@testable import vitrine

struct ReportPrivacyTests {
  @Test(arguments: [
    ("/home/ann/.config/x", "~/.config/x"), ("/home/ann", "~"), ("/home/ann/", "~/"),
    ("/home/anna/x", "(elsewhere)"), ("/etc/x", "(elsewhere)"), ("/home/ann/../bob", "(elsewhere)"),
    ("/", "(elsewhere)"),
  ])
  func `a path is below the home folder, or elsewhere`(_ path: String, _ shown: String) {
    expectEqual(ReportPrivacy(home: "/home/ann/").path(path), shown)
  }

  @Test(arguments: [nil, "", "/", "relative"])
  func `without a home folder every path is elsewhere`(_ home: String?) {
    let privacy = ReportPrivacy(home: home)

    expectEqual(privacy.path("/home/ann/x"), "(elsewhere)")
    expectEqual(privacy.shown("see /home/ann/x and /"), "see (elsewhere) and /")
  }

  @Test(arguments: [
    ("can't read /home/ann b/x: no such file", "can't read ~/x: no such file"),
    ("/home/ann b", "~"), ("\"/home/ann b\"", "\"~\""), ("x=/home/ann b/y", "x=~/y"),
    ("/home/ann bc/x", "(elsewhere) bc/x"), ("(/etc/passwd), /srv.", "((elsewhere)), (elsewhere)."),
    ("see https://me:pw@host/a/b now", "see https:… now"),
    ("clickhouse:http://h/x, y", "clickhouse:http:…, y"), ("file:///etc/x", "file:…"),
    ("OpenSSL/3.0.17 ~/x 24 / 80", "OpenSSL/3.0.17 ~/x 24 / 80"), ("a//b", "a//b"),
    ("\u{1B}[31mred\u{9B}0m\u{202E}", "red"), ("", ""),
  ])
  func `paths and addresses in a text are shortened, and it is cleaned`(
    _ text: String, _ shown: String
  ) {
    expectEqual(ReportPrivacy(home: "/home/ann b").shown(text), shown)
  }
}

/// What follows from the facts.
struct DoctorReportTests {
  private func facts(_ change: (inout DoctorFacts) -> Void = { _ in }) -> DoctorFacts {
    var facts = DoctorFacts()
    facts.privacy = ReportPrivacy(home: "/home/ann")
    facts.libraries = [("libcurl", "7.88.1"), ("libssh", "0.10.6")]
    facts.formats = PictureFormat.allCases
    facts.worker = .success(examination())
    facts.thumbnails = DoctorFacts.Store(path: "/home/ann/.cache/thumbnails")
    facts.feeds = DoctorFacts.Store(path: "/home/ann/.cache/vitrine", freeByteCount: 1 << 40)
    facts.library = DoctorFacts.Store(path: "/home/ann/.cache/vitrine/library.sqlite")
    change(&facts)
    return facts
  }

  private func examination(
    _ failures: [PictureFormat: PictureFailure] = [:], cell: WorkerCell = WorkerCell()
  ) -> WorkerExamination {
    WorkerExamination(hello: WorkerHello(), cell: cell, libraries: [], failures: failures)
  }

  private func terminal(
    _ method: GraphicsMethod = .symbols, _ reason: GraphicsReason,
    _ change: (inout TerminalReport) -> Void = { _ in }
  ) -> TerminalReport {
    var report = TerminalReport(
      type: "xterm", isTypeKnown: true, isSuitable: true,
      answers: TerminalAnswers(graphics: GraphicsSupport(method: method)),
      graphicsReason: reason, size: Size(columns: 80, rows: 24), colorDepth: .truecolor,
      isUnicode: true)
    change(&report)
    return report
  }

  @Test func `without faults all is well`() {
    let report = DoctorReport(facts())

    expectEqual(report.findings, [])
    expectEqual(report.exitStatus, 0)
    #expect(report.text(columns: 80, facts().privacy).hasSuffix("\n\nAll is well.\n"))
    #expect(report.json(facts().privacy).hasSuffix("  \"findings\": []\n}\n"))
  }

  @Test(arguments: [
    (PictureFormat.jpeg, true), (.png, true), (.webp, true), (.gif, true), (.heic, false),
    (.avif, false), (.jpegXL, false), (.raw, false),
  ])
  func `only the loss of a common format is a failure`(_ format: PictureFormat, _ isBroken: Bool) {
    let failure = PictureFailure.broken("heif: No decoding plugin in /usr/lib/x")
    let facts = facts { $0.worker = .success(examination([format: failure])) }
    let report = DoctorReport(facts)

    expectEqual(report.findings.map(\.isBroken), [isBroken])
    expectEqual(report.exitStatus, isBroken ? 1 : 0)
    let text = report.text(columns: 80, facts.privacy)
    #expect(text.contains("\(format.name) pictures can't be opened: heif: No decoding"))
    #expect(!text.contains("/usr"))
  }

  @Test func `a missing loader is named as such`() {
    var examination = examination([.svg: .broken("unknown format")])
    examination.hello.readableFormats = [.jpeg]
    let report = DoctorReport(facts { $0.worker = .success(examination) })

    expectEqual(
      report.findings.map(\.what), ["SVG pictures can't be opened: libvips has no loader for it"])
  }

  @Test func `an open sandbox is a weak point`() {
    let open = WorkerCell(filtersCalls: false, landlockVersion: 0)
    let report = DoctorReport(facts { $0.worker = .success(examination(cell: open)) })

    expectEqual(report.findings.map(\.isBroken), [false, false])
    #expect(report.findings[0].what.contains("no seccomp"))
    #expect(report.findings[1].what.contains("no Landlock"))
  }

  @Test(arguments: [
    WorkerProblem.notFound, .settingNotExecutable(path: "/opt/worker"), .doesNotAnswer,
    .notStarted(errno: 13), .wrongVersion(found: 1, expected: 2), .keepsEnding(times: 5),
  ])
  func `without a worker nothing else of it is claimed`(_ problem: WorkerProblem) {
    let facts = facts { $0.worker = .failure(problem) }
    let report = DoctorReport(facts)
    let text = report.text(columns: 80, facts.privacy)

    expectEqual(report.findings.map(\.isBroken), [true])
    expectEqual(report.exitStatus, 1)
    #expect(
      text.contains("not tried without a worker") && text.contains("unknown without a worker"))
    #expect(!text.contains("/opt"))
  }

  @Test func `libraries for servers are missed by what needs them`() {
    let report = DoctorReport(
      facts {
        $0.libraries = [("libcurl", nil), ("libssh", nil)]
        $0.hasCertificates = false
        $0.hasResources = false
      })

    expectEqual(report.findings.map(\.isBroken), [true, true, true, false])
    #expect(report.findings[1].what.contains("libcurl"))
    #expect(report.findings[3].what.contains("sftp: addresses"))
  }

  @Test(arguments: [
    (GraphicsReason.tmux(.notPassedThrough), "set -g allow-passthrough on"),
    (.tmux(.tooOld(requires: "kitty 0.28")), "Update to kitty 0.28"),
    (.tmux(.unsupported(name: nil)), "outside it"), (.multiplexer, "outside it"),
    (.noAnswer, "set graphics in config.toml"), (.answeredNeither, "xterm -ti vt340"),
  ])
  func `coloured characters are a weak point, and the advice fits the reason`(
    _ reason: GraphicsReason, _ advice: String
  ) {
    let report = DoctorReport(facts { $0.terminal = terminal(.symbols, reason) })

    expectEqual(report.findings.count, 1)
    expectEqual(report.exitStatus, 0)
    #expect(report.findings[0].what.hasPrefix("Pictures are coloured characters: "))
    #expect(report.findings[0].advice.contains(advice))
  }

  @Test func `what the user has set is not criticised`() {
    let report = DoctorReport(
      facts {
        $0.terminal = terminal(.symbols, .chosen) { $0.colorDepth = .monochrome }
        $0.graphicsSetting = "VITRINE_GRAPHICS"
        $0.environment = ["NO_COLOR": "1"]
      })

    expectEqual(report.findings, [])
    let rows = report.sections.first { $0.title == "Terminal" }?.rows
    expectEqual(rows?.first { $0.name == "because" }?.words, "set by VITRINE_GRAPHICS")
  }

  @Test
  func `a terminal that lacks something is a weak point, and one that lacks everything is broken`()
  {
    let weak = DoctorReport(
      facts {
        $0.terminal = terminal(.sixel, .answeredSixel) {
          $0.isUnicode = false
          $0.isTypeKnown = false
          $0.colorDepth = .ansi16
        }
      })
    let broken = DoctorReport(
      facts { $0.terminal = terminal(.kitty, .answeredKitty) { $0.isSuitable = false } })

    // The type, the size of its cells, ASCII, colours.
    expectEqual(weak.findings.map(\.isBroken), [false, false, false, false])
    expectEqual(broken.findings.first?.isBroken, true)
    expectEqual(broken.exitStatus, 1)
  }

  @Test func `caches that can't be used are weak points, with their paths shortened`() {
    let facts = facts {
      $0.feeds = DoctorFacts.Store(path: "/srv/cache", isWritable: false, freeByteCount: 1000)
      $0.library?.problem = "/srv/cache/library.sqlite is from a newer Vitrine"
    }
    let report = DoctorReport(facts)
    let text = report.text(columns: 80, facts.privacy)

    expectEqual(report.findings.map(\.isBroken), [false, false, false])
    #expect(text.contains("\n- The cache of feeds can't be written: (elsewhere)\n"))
    #expect(text.contains("\n- The disk of the caches is full: 1.0 kB left\n"))
    #expect(text.contains("\n- The cache of library: (elsewhere) is from a newer Vitrine\n"))
    #expect(text.contains("\n3 could be better (-)\n"))
  }

  @Test func `a preset's fault is shown without the text that it quotes`() {
    let problem = PresetProblem(
      file: "shop.toml", line: 3, key: "fields.title", reason: "a bracket is open in \"s3cret[\"")
    let report = DoctorReport(facts { $0.presetProblems = [problem] })

    expectEqual(
      report.findings.map(\.what),
      ["A preset is not used: shop.toml, line 3: fields.title: a bracket is open in \"…\""])
  }

  @Test func `broken things come first`() {
    let report = DoctorReport(
      facts {
        $0.worker = .success(examination([.heic: .truncated]))
        $0.configurationMistakes = ["config.toml line 1: graphics: must be one of …"]
      })

    expectEqual(report.findings.map(\.isBroken), [true, false])
    #expect(
      report.text(columns: 80, facts().privacy).contains(
        "\n1 thing is broken (!), 1 could be better (-)\n! A setting is not used: "))
  }

  @Test(arguments: [0, 1, 30, 40, 80, 2000])
  func `lines keep to the width that is asked for, down to 30 columns`(_ columns: Int) {
    let facts = facts {
      $0.terminal = terminal(.symbols, .answeredNeither)
      $0.configurationMistakes = [String(repeating: "x", count: 500)]
    }
    let lines = DoctorReport(facts).text(columns: columns, facts.privacy).split(separator: "\n")

    #expect(lines.allSatisfy { $0.count <= max(30, columns) })
  }
}
