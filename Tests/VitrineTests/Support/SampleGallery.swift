import Foundation
import PseudoTerminalSupport

/// The gallery that is built into the program.
enum SampleGallery {
  static let photoCount = 33
  /// Titles by row; only those that are easy to compare.
  static let firstTitle = "Norðurljós"
  static let lastTitle = "Soap film, 1/4000 s"
  /// The first row that is not for sale, counted from 0.
  static let firstRowNotForSale = 6

  static func folder() throws -> String {
    let program = try BuiltProgram.path("vitrine")
    let products = program.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    return "\(products)/Vitrine_vitrine.resources/Resources/sample-gallery"
  }

  /// The path of a picture, such as `lake.jpg`.
  static func picture(_ name: String) throws -> String {
    try "\(folder())/pictures/\(name)"
  }

  /// The feed as it is written.
  static func feed() throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: folder() + "/feed.json"))
  }

  static func bytes(of picture: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: Self.picture(picture))))
  }
}
