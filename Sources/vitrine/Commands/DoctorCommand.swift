import ArgumentParser
import PictureKit

/// `vitrine doctor`: what a report of a problem needs.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Show what a bug report needs.",
    discussion: """
      Asks the terminal, a picture worker and the libraries, and marks what doesn't work with an exclamation mark. Paste its \
      output into a bug report: paths outside your home folder, values of settings, and addresses are not shown. Exits with \
      status 1 if pictures, a common format, servers or a setting of yours don't work. It changes nothing.
      """)

  func run() throws {
    SourceRun.exit {
      let report = await DoctorReport(environment: WorkerEnvironment.ofThisProcess())
      try StandardOutput.write(report.lines.map { $0 + "\n" }.joined())
      return report.isBroken ? 1 : 0
    }
  }
}
