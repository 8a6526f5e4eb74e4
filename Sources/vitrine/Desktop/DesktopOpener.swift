import CLinux
import Dispatch
import Foundation
import GalleryScreens
import Glibc

/// Opens URLs with `xdg-open`, or with the program in `config.toml`, without a shell.
@MainActor
final class DesktopOpener: AddressOpening {
  private let program: [String]
  /// Whether there is a graphical desktop where the program runs.
  private let hasDesktop: Bool

  /// A program that runs longer has started successfully.
  private static let patience = Duration.seconds(1)
  private static let schemes: Set<String> = ["http", "https", "mailto", "file"]

  /// - Parameters:
  ///   - program: The program and its arguments before the URL; nil for `xdg-open`.
  ///   - environment: Returns the value of a variable.
  init(program: [String]?, environment: (String) -> String?) {
    self.program = program ?? ["xdg-open"]
    // xdg-open starts `$BROWSER` if there is no desktop. Users who set a program know what it needs.
    hasDesktop =
      program != nil
      || ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"].contains { environment($0)?.isEmpty == false }
  }

  func open(_ url: URL, completion: @escaping (AddressOpeningError?) -> Void) {
    guard let address = Self.argument(of: url) else { return completion(.refused) }
    guard hasDesktop else { return completion(.noDesktop) }
    let name = CommandLineText.shown(program.first ?? "")
    var pid: pid_t = 0
    let code = Self.start(program + [address], &pid)
    guard code == 0 else {
      return completion(code == ENOENT ? .noProgram(name: name) : .failed(name: name))
    }
    wait(for: pid) { completion($0 == 0 ? nil : .failed(name: name)) }
  }

  /// - Parameter completion: Called once with the exit status, or with 0 if the program is still running.
  private func wait(for pid: pid_t, completion: @escaping (Int32) -> Void) {
    var isOver = false
    let finish = { (status: Int32) in
      guard !isOver else { return }
      isOver = true
      completion(status)
    }
    let (statuses, continuation) = AsyncStream.makeStream(of: Int32.self)
    // A separate thread for as long as it runs: a browser may stay open for hours.
    DispatchQueue(label: "vitrine.desktop").async {
      var status: Int32 = 0
      while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
      continuation.yield(status)
      continuation.finish()
    }
    Task { @MainActor in
      for await status in statuses { finish(status) }
    }
    Task { @MainActor in
      try? await Task.sleep(for: Self.patience)
      finish(0)
    }
  }

  /// A URL in a form that no program can mistake for an option or anything else.
  static func argument(of url: URL) -> String? {
    let text = url.absoluteString
    guard let scheme = url.scheme?.lowercased(), schemes.contains(scheme),
      text.utf8.count <= 32_768, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      !text.hasPrefix("-")
    else { return nil }
    if scheme == "file", let host = url.host(), !host.isEmpty, host != "localhost" { return nil }
    if scheme.hasPrefix("http"), url.host()?.isEmpty != false { return nil }
    return text
  }

  /// Starts it in a session of its own, without input and output, so that it cannot touch the terminal.
  ///
  /// - Returns: 0, or an `errno`.
  private static func start(_ arguments: [String], _ pid: inout pid_t) -> Int32 {
    guard let program = arguments.first else { return ENOENT }
    let words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    return vitrine_spawn(&pid, program, words, nil, -1, -1)
  }
}
