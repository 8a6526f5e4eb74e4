import ArgumentParser

/// `vitrine doctor`: what a report of a problem needs, and what is missing or weak.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Show what a bug report needs, and what to fix.",
    discussion: """
      Asks the terminal, a picture worker, the libraries and the caches, and says what to do about each weak point. Paste \
      its output into a bug report: paths outside your home folder, values of settings, and addresses are not shown. Exits \
      with status 1 if pictures, a common format, servers or a setting of yours don't work. It changes nothing.
      """)

  @Flag(help: "One JSON object.")
  var json = false

  func run() throws {
    let (json, columns) = (json, min(CellSize.ofTerminal().columns, 80))
    CacheCommand.exit {
      let facts = await DoctorFacts.gather()
      let report = DoctorReport(facts)
      try StandardOutput.write(
        json ? report.json(facts.privacy) : report.text(columns: columns, facts.privacy))
      guard report.exitStatus == 0 else { throw ExitCode(report.exitStatus) }
    }
  }
}
