import ArgumentParser
import Dispatch
import GalleryData
import GalleryDomain
import GalleryPresentation
import Glibc
import NcursesTerminal
import Synchronization

/// A command that works on a source, without an interface: what all of them do besides their work. It opens the source, ends it with
/// its program, and writes what waits to be written, also when a signal ends the command.
@MainActor
struct SourceRun {
  let container: AppContainer
  let place: Place
  let opened: OpenSource

  /// Opens a source, works on it, and exits.
  ///
  /// - Parameters:
  ///   - stopsAtOnce: As for `work(with:…)`.
  ///   - locate: Refuses what the command can't work on.
  ///   - work: Returns the exit status, or throws why there is none: an `ExitCode` if that has been said.
  nonisolated static func exit(
    _ settings: @autoclosure @escaping @MainActor () -> Settings = Settings.ofFile(),
    stopsAtOnce: Bool = false,
    locate: @escaping @MainActor (AppContainer) throws(Complaint) -> Place,
    work: @escaping @MainActor (SourceRun) async throws -> Int32
  ) -> Never {
    exit { await run(settings(), stopsAtOnce, locate, work) }
  }

  private static func run(
    _ settings: Settings, _ stopsAtOnce: Bool,
    _ locate: @MainActor (AppContainer) throws(Complaint) -> Place,
    _ work: @escaping @MainActor (SourceRun) async throws -> Int32
  ) async -> Int32 {
    let container = AppContainer(settings: settings)
    do throws(Complaint) {
      let place = try locate(container)
      if let id = place.source.namedPhoto {
        throw Complaint("\(id) is a picture; name its folder")
      }
      let opened = try container.open(place.source)
      let run = SourceRun(container: container, place: place, opened: opened)
      return await Self.work(with: container, program: opened.program, stopsAtOnce: stopsAtOnce) {
        do {
          return try await work(run)
        } catch {
          // What a signal has left where it was says nothing.
          return stopsAtOnce && caught.load(ordering: .relaxed) != 0 ? 1 : failed(error)
        }
      }
    } catch {
      return failed(error)
    }
  }

  /// - Returns: The exit status.
  private static func failed(_ error: any Error) -> Int32 {
    switch error {
    case let code as ExitCode: return code.rawValue
    case let error as Complaint: StandardError.complain(error.words)
    case PhotoSourceError.cancelled: StandardError.complain("interrupted")
    case let error as PhotoSourceError: StandardError.complain(ErrorText.line(for: error))
    default: break
    }
    return 1
  }

  /// Exits with the status that asynchronous work returns, or that of the `ExitCode` that it throws.
  nonisolated static func exit(_ work: @escaping @MainActor () async throws -> Int32) -> Never {
    Task { @MainActor in
      do {
        Glibc.exit(try await work())
      } catch {
        Glibc.exit((error as? ExitCode)?.rawValue ?? 1)
      }
    }
    dispatchMain()
  }

  // MARK: Its end

  private enum Event {
    case done(Int32)
    case signal
  }

  /// Held until the process ends.
  private static var signals: CaughtSignals?
  /// The signal that ends the process; 0 for none.
  nonisolated private static let caught = Atomic<Int32>(0)
  /// How long work that leaves what it has done may go on after a signal.
  nonisolated private static let exitLimit = DispatchTimeInterval.seconds(1)

  /// Works, and writes then what waits to be written. A signal ends the program first, cancels the work, and has the process end
  /// by it afterwards; a second one ends the process even if something hangs. Neither waits for the main thread.
  ///
  /// - Parameters:
  ///   - program: That of the source.
  ///   - stopsAtOnce: Whether a signal leaves the work where it is, because what it has done so far can stay.
  static func work(
    with container: AppContainer, program: ProgramRepository? = nil, stopsAtOnce: Bool,
    _ work: @escaping @MainActor () async -> Int32
  ) async -> Int32 {
    // A reader that stops early (`| head`) is not an error.
    signal(SIGPIPE, SIG_IGN)
    // Last, so that the process ends by the signal.
    atexit {
      let number = SourceRun.caught.load(ordering: .relaxed)
      if number > 0 { CaughtSignals.end(by: number) }
    }
    let (events, continuation) = AsyncStream<Event>.makeStream()
    let task = Task { @MainActor in
      let status = await work()
      continuation.yield(.done(status))
      return status
    }
    let signals = CaughtSignals([SIGHUP, SIGTERM, SIGQUIT, SIGINT]) { number in
      guard caught.exchange(number, ordering: .relaxed) == 0 else { return leave(by: number) }
      continuation.yield(.signal)
      if stopsAtOnce {
        // Sendable, as it isn't run on the main actor.
        DispatchQueue.global().asyncAfter(deadline: .now() + exitLimit) { @Sendable in
          leave(by: number)
        }
      }
      program?.end()
    }
    Self.signals = signals
    var status: Int32 = 0
    for await event in events {
      if case .done(let code) = event {
        status = code
        break
      }
      task.cancel()
      if stopsAtOnce { break }
    }
    program?.end()
    await container.pictureLoader.finishWriting()
    await container.network.finishWriting()
    container.network.removeTemporaryFiles()
    container.pictureLoader.shutDown()
    // Work that a signal has ended is not work that failed.
    signals.settle()
    return status
  }

  nonisolated private static func leave(by number: Int32) {
    DispatchQueue.global().asyncAfter(deadline: .now() + exitLimit) {
      CaughtSignals.end(by: number)
    }
    Glibc.exit(128 + number)
  }
}
