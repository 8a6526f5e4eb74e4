import Foundation
import Glibc
import PictureKit
import PictureProtocol

/// The files one after the other, two at a time, through the same loader as the program's.
@MainActor
final class CorpusRun {
  /// Twice the longest limit that the program itself sets for a request: it must have reported a failure by then.
  private static let patience = Duration.seconds(60)

  private let folder: String
  private let loader = PictureLoader(cacheByteLimit: 1 << 20)
  private var table = CorpusTable()
  private var workers = WorkerWatch()
  private var files: ArraySlice<(index: Int, path: [UInt8])> = []

  init(folder: String) {
    self.folder = folder
  }

  /// - Returns: Whether nothing but pictures was lost.
  func run() async -> Bool {
    let all = FolderFiles.all(below: folder)
    guard !all.isEmpty else {
      print("vitrine-corpus: nothing in \(folder)")
      return false
    }
    files = ArraySlice(all.enumerated().map { ($0.offset, $0.element) })
    let start = ContinuousClock.now
    async let first: Void = takeFiles()
    async let second: Void = takeFiles()
    _ = await (first, second)
    let time = start.duration(to: .now)
    let problem = loader.problem

    workers.look()
    loader.shutDown()
    let left = await workers.thoseLeft()
    table.print(files: all.count, in: time, peakKilobytes: workers.peakKilobytes)
    if let problem { print("FAILED: no more pictures: \(problem.words)") }
    for pid in left { print("FAILED: worker \(pid) was left behind") }
    let program = ProgramRun(folder: folder).run(photos: all.count)
    let isWell = problem == nil && left.isEmpty && table.isAnswered && program
    print(isWell ? "PASS" : "FAIL")
    return isWell
  }

  private func takeFiles() async {
    while let (index, path) = files.popFirst() {
      for request in CorpusRequest.allCases {
        let start = ContinuousClock.now
        let outcome = await outcome(of: request, path: path, index: index)
        workers.look()
        table.note(outcome, of: request, path: path, after: start.duration(to: .now))
      }
    }
  }

  private func outcome(of request: CorpusRequest, path: [UInt8], index: Int) async -> CorpusOutcome
  {
    let task = Task { await answer(to: request, path: path, index: index) }
    // A loader that gives up reports `cancelled`; one that hangs does not even do that.
    let watch = Task {
      try await Task.sleep(for: Self.patience)
      task.cancel()
    }
    let outcome = await task.value
    watch.cancel()
    if task.isCancelled { return .unanswered }
    return outcome
  }

  private func answer(to request: CorpusRequest, path: [UInt8], index: Int) async -> CorpusOutcome {
    let file = PictureFile(path: path)
    do throws(PictureFailure) {
      if let key = request.key(of: file, index: index) {
        _ = try await loader.picture(key)
      } else {
        _ = try await loader.metadata(of: file)
      }
      return .done
    } catch {
      return .failed(error)
    }
  }
}
