import Foundation
import GalleryDomain
import GalleryScreens
import Processes

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

  func open(_ url: URL, completion: @escaping (Complaint?) -> Void) {
    guard let address = Self.argument(of: url) else { return completion(.refusedAddress) }
    guard hasDesktop else { return completion("no desktop here") }
    let name = TextCleaner.line(program.first ?? "")
    let process: ChildProcess
    do throws(ChildProcess.Failure) {
      process = try ChildProcess((program + [address]).map { Array($0.utf8) })
    } catch {
      return completion("\(name) \(error.isMissing ? "is not installed" : "failed")")
    }
    Task { @MainActor in
      let end = await process.output(until: .now + Self.patience).end
      completion(end?.isSuccess ?? true ? nil : "\(name) failed")
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
}
