import ExpectationSupport
import PictureProtocol
import Testing

@testable import PictureKit

@Suite struct WorkerPlacesTests {
  /// The setting, then next to the program, then in libexec.
  @Test(
    arguments: [
      (["/my/worker", "/opt/bin/vitrine-pictures"], "/my/worker", "/my/worker"),
      (["/opt/bin/vitrine-pictures"], "", "/opt/bin/vitrine-pictures"),
      (["/opt/bin/vitrine-pictures", installed], nil, "/opt/bin/vitrine-pictures"),
      ([installed], nil, installed), ([], nil, nil),
      // A setting that is not a program is an error and not ignored.
      (["/opt/bin/vitrine-pictures"], "/nowhere", nil),
    ] as [([String], String?, String?)])
  func `the worker is where it is set or installed`(
    programs: [String], setting: String?, path: String?
  ) throws {
    let locator = WorkerLocator(
      environment: setting.map { ["VITRINE_PICTURES": $0] } ?? [:],
      programPath: { "/opt/bin/vitrine" }, isExecutable: { programs.contains($0) })
    if let path {
      try expectEqual(locator.locate(), path)
    } else {
      #expect(
        throws: setting.map(WorkerProblem.settingNotExecutable) ?? WorkerProblem.notFound
      ) { try locator.locate() }
    }
  }

  nonisolated private static let installed = "/opt/bin/../libexec/vitrine/vitrine-pictures"

  @Test func `a folder is not a program, nor is a file without permission`() {
    #expect(WorkerLocator.isExecutableFile("/bin/sh"))
    #expect(!WorkerLocator.isExecutableFile("/bin"))
    #expect(!WorkerLocator.isExecutableFile("/etc/passwd"))
    #expect(!WorkerLocator.isExecutableFile("/bin/sh/x"))
  }

  @Test func `a worker's environment is small`() {
    let environment = WorkerEnvironment.forWorker(from: [
      "LANG": "C.UTF-8", "VIPS_CONCURRENCY": "8", "HOME": "/root", "API_KEY": "secret",
      "LC_ALL": "de_AT.UTF-8", "VITRINE_GRAPHICS": "sixel",
    ])

    expectEqual(environment, ["LANG=C.UTF-8", "LC_ALL=de_AT.UTF-8", "SWIFT_BACKTRACE=enable=no"])
  }

  @Test func `sidecars are looked for by the full name and by the name without its extension`() {
    expectEqual(
      sidecars("/a/photo.jpg"),
      ["/a/photo.jpg.xmp", "/a/photo.jpg.XMP", "/a/photo.xmp", "/a/photo.XMP"])
    expectEqual(sidecars("/a.b/photo"), ["/a.b/photo.xmp", "/a.b/photo.XMP"])
    expectEqual(sidecars("/a/.hidden"), ["/a/.hidden.xmp", "/a/.hidden.XMP"])
    expectEqual(sidecars("x.tar.png").last, "x.tar.XMP")
    #expect(sidecars("/a/").isEmpty)
    #expect(sidecars("").isEmpty)
    // A file is never its own sidecar.
    #expect(!sidecars("/a/photo.xmp").contains("/a/photo.xmp"))
  }

  private func sidecars(_ path: String) -> [String] {
    SidecarName.paths(of: Array(path.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }
}
