import ExpectationSupport
import PictureProtocol
import Testing

@testable import PictureKit

@Suite struct WorkerPlacesTests {
  @Test func `the setting takes precedence`() throws {
    let locator = locator(["/my/worker", "/opt/bin/vitrine-pictures"], setting: "/my/worker")

    try expectEqual(locator.locate(), "/my/worker")
  }

  @Test func `a setting that is not a program is an error and not ignored`() {
    let locator = locator(["/opt/bin/vitrine-pictures"], setting: "/nowhere")

    #expect(throws: WorkerProblem.settingNotExecutable(path: "/nowhere")) {
      try locator.locate()
    }
  }

  @Test func `an empty setting counts as not set`() throws {
    let locator = locator(["/opt/bin/vitrine-pictures"], setting: "")

    try expectEqual(locator.locate(), "/opt/bin/vitrine-pictures")
  }

  @Test func `then it is next to the program, then in libexec`() throws {
    let installed = "/opt/bin/../libexec/vitrine/vitrine-pictures"

    try expectEqual(
      locator(["/opt/bin/vitrine-pictures", installed]).locate(), "/opt/bin/vitrine-pictures")
    try expectEqual(locator([installed]).locate(), installed)
    #expect(throws: WorkerProblem.notFound) { try locator([]).locate() }
  }

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

    expectEqual(
      environment,
      [
        "LANG=C.UTF-8", "LC_ALL=de_AT.UTF-8",
        "SWIFT_BACKTRACE=enable=no",
      ])
  }

  @Test func `sidecars are looked for by the full name and by the name without its extension`() {
    expectEqual(
      sidecars("/a/photo.jpg"),
      [
        "/a/photo.jpg.xmp", "/a/photo.jpg.XMP", "/a/photo.xmp", "/a/photo.XMP",
      ])
    expectEqual(sidecars("/a.b/photo"), ["/a.b/photo.xmp", "/a.b/photo.XMP"])
    expectEqual(sidecars("/a/.hidden"), ["/a/.hidden.xmp", "/a/.hidden.XMP"])
    expectEqual(sidecars("x.tar.png").last, "x.tar.XMP")
    #expect(sidecars("/a/").isEmpty)
    #expect(sidecars("").isEmpty)
  }

  @Test func `a file is never its own sidecar`() {
    #expect(!sidecars("/a/photo.xmp").contains("/a/photo.xmp"))
  }

  private func locator(_ programs: [String], setting: String? = nil) -> WorkerLocator {
    WorkerLocator(
      environment: setting.map { ["VITRINE_PICTURES": $0] } ?? [:],
      programPath: { "/opt/bin/vitrine" }, isExecutable: { programs.contains($0) })
  }

  private func sidecars(_ path: String) -> [String] {
    SidecarName.paths(of: Array(path.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }
}
