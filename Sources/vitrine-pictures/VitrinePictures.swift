import CChafa
import CGexiv2
import CLinux
import Glibc
import PictureProtocol

/// The picture worker of Vitrine: decodes pictures and reads metadata, away from the interface.
///
/// Its standard input is a socket; `PictureProtocol` defines the messages.
@main
enum VitrinePictures {
  /// EX_PROTOCOL of sysexits.h.
  static let protocolFault: Int32 = 76

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    if let path = getenv(Askpass.variable) {
      exit(Askpass.run(socketPath: String(cString: path), prompt: arguments.first ?? ""))
    }
    if arguments.first == "--version" {
      print(Hello.versionText)
      exit(0)
    }
    // The seconds of CPU that a request may take; only tests give other ones.
    let timeLimit = arguments.first.map { UInt32($0) } ?? 20
    guard isSocket(STDIN_FILENO), let timeLimit, arguments.count <= 1 else {
      let line = "vitrine-pictures: decodes pictures for vitrine, which starts it by itself.\n"
      _ = line.utf8.withContiguousStorageIfAvailable {
        write(STDERR_FILENO, $0.baseAddress, $0.count)
      }
      exit(64)
    }
    setlocale(LC_ALL, "C.UTF-8")
    ProcessLimits.apply()
    guard vitrine_end_with_socket() == 0, Vips.start() else { exit(70) }
    chafa_set_n_threads(1)
    gexiv2_log_set_level(GEXIV2_LOG_LEVEL_MUTE)
    TagReader.registerNamespaces()
    do throws(PictureProtocolError) {
      try Worker(PictureSocket(descriptor: STDIN_FILENO), timeLimit: timeLimit).run()
    } catch {
      _exit(protocolFault)
    }
  }

  private static func isSocket(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }
}
