import CChafa
import CVips
import PictureProtocol

/// What the worker says of itself.
enum Hello {
  static let version = "0.1.0"

  static var versionText: String {
    let vips = "\(vips_version(0)).\(vips_version(1)).\(vips_version(2))"
    return "vitrine-pictures \(version), protocol \(PictureProtocolVersion.current) "
      + "(libvips \(vips), libchafa)"
  }

  static func make() -> WorkerHello {
    WorkerHello(
      versionText: versionText,
      readableFormats: PictureFormat.allCases.filter { format in
        Vips.canRead(format) || Vips.isLoadable(format)
      })
  }
}
