import ExpectationSupport
import FeedFormats
import GalleryDomain
import GalleryTestSupport
import Testing

@testable import GalleryData

@Suite struct PresetFilesTests {
  @Test func `no shipped preset has a fault`() {
    expectEqual(ShippedPresets.library.problems, [])
    #expect(ShippedPresets.library.presets.count > 20)
  }

  @Test func `your own folder adds and replaces, and a bad file stops no other`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("shop.toml", ExamplePreset.toml)
    _ = try folder.write("bad.toml", "nonsense")
    let picsum = ExamplePreset.toml.replacing("\"shop\"", with: "\"picsum\"")
    _ = try folder.write("picsum.toml", picsum)
    _ = try folder.write("README.md", "not a preset")

    let library = PresetLibrary(shipped: ShippedPresets.folder, own: folder.reference)

    expectEqual(library.problems.map(\.file), ["bad.toml"])
    expectEqual(library.preset(named: "shop")?.isOwn, true)
    expectEqual(library.preset(named: "picsum")?.title, "Shop")
    expectEqual(library.preset(named: "openverse")?.isOwn, false)
  }
}
