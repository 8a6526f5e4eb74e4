import Foundation
import GalleryDomain
import GalleryPresentation
import Glibc

/// Lets the user change a text in the program that `VISUAL` or `EDITOR` names, which has the terminal meanwhile.
@MainActor
struct TextEditor {
  let programs: ProgramRunner
  /// The ending tells the program what the text is.
  var fileName = "names.txt"

  func edit(_ text: [UInt8]) -> Result<[UInt8], Complaint> {
    let editor = ["VISUAL", "EDITOR"].compactMap(processVariable).first { !$0.isEmpty } ?? "vi"
    let manager = FileManager.default
    var name = Array("\(manager.temporaryDirectory.path)/vitrine-XXXXXX".utf8CString)
    // Readable only by this user (mkdtemp(3)).
    let isMade = mkdtemp(&name) != nil
    let folder = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    let file = "\(folder)/\(fileName)"
    defer { if isMade { try? manager.removeItem(atPath: folder) } }
    // The shell takes the program and its options apart, as for git.
    guard isMade, manager.createFile(atPath: file, contents: Data(text)),
      var command = try? UserCommand(
        name: "editor", words: ["sh", "-c", "\(editor) \"$@\"", editor, file])
    else { return .failure("Can't write to \(folder)") }
    command.mode = .foreground
    var outcome = UserCommandOutcome(totalCount: 1, failure: .stopped)
    programs.run(command, command.runs(for: [], focus: nil)) { outcome = $0 }
    guard outcome.failure == nil else {
      return .failure(Complaint(UserCommandText.done(command, outcome, leftOutCount: 0)))
    }
    return manager.contents(atPath: file).map { .success(Array($0)) }
      ?? .failure("editor removed its file")
  }
}
