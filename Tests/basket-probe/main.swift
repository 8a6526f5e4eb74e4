import Foundation
import GalleryDomain
import GalleryStore
import GalleryTestSupport
import Logging

// basket-probe script FOLDER SOURCE           runs BasketScript for ever
// basket-probe add FOLDER SOURCE NAME COUNT   adds NAME-0, NAME-1 … once a line has arrived on standard input
//
// Prints a line for each edit that is done.

let arguments = CommandLine.arguments
guard arguments.count >= 4 else { exit(64) }
let logger = Logger(label: "basket-probe") { _ in SwiftLogNoOpLogHandler() }
let basket = SQLiteStateStore(folder: arguments[2], logger: logger).basket(of: arguments[3])

/// Unbuffered, so that a kill loses no line.
func say(_ text: String) {
  FileHandle.standardOutput.write(Data("\(text)\n".utf8))
}

func apply(_ edit: BasketEdit) async {
  do throws(BasketError) {
    _ = try await basket.apply(edit)
  } catch {
    FileHandle.standardError.write(Data("basket-probe: \(error)\n".utf8))
    exit(1)
  }
}

switch arguments[1] {
case "script":
  var number = 0
  while true {
    await apply(BasketScript.edit(number))
    say("\(number)")
    number += 1
  }
case "add" where arguments.count == 6:
  _ = readLine()
  for number in 0..<(Int(arguments[5]) ?? 0) {
    await apply(.add([.stub(id: "\(arguments[4])-\(number)", second: Double(number))]))
    say("\(number)")
  }
default: exit(64)
}
