import Testing

@testable import sample_gallery

@Suite struct GraphicsTests {
  @Test func `the same seed gives the same numbers, another seed others`() {
    var (first, again, other) = (Random(seed: 5), Random(seed: 5), Random(seed: 6))
    let numbers = (0..<8).map { _ in first.bits() }

    #expect((0..<8).map { _ in again.bits() } == numbers)
    #expect((0..<8).map { _ in other.bits() } != numbers)
  }

  @Test func `a picture does not depend on how its rows are shared out`() {
    let scene = { @Sendable (x: Float, y: Float, random: inout Random) in
      Vector3(x, y, random.unit())
    }
    let first = Canvas.render(width: 40, height: 30, samples: 3, scene)
    let second = Canvas.render(width: 40, height: 30, samples: 3, scene)

    #expect(first.pixels == second.pixels)
  }

  @Test func `noise is continuous across the cells of its lattice`() {
    for place: Float in [-3, 0, 1, 7] {
      let before = Noise.gradient(place - 1e-4, 0.3)
      let after = Noise.gradient(place + 1e-4, 0.3)
      #expect(abs(before - after) < 0.01)
    }
  }

  @Test func `white stays white in every profile`() {
    for profile in [ColourProfile.sRGB, .displayP3, .adobeRGB] {
      let white = profile.encode(Vector3(1))
      #expect(abs(white.x - 1) < 0.001)
      #expect(abs(white.y - 1) < 0.001)
      #expect(abs(white.z - 1) < 0.001)
    }
  }

  @Test func `a profile says its own length`() throws {
    for profile in [ColourProfile.displayP3, .adobeRGB] {
      let bytes = try #require(profile.icc)
      let length = bytes[0..<4].reduce(0) { $0 << 8 | Int($1) }
      #expect(length == bytes.count)
      #expect(Array(bytes[36..<40]) == Array("acsp".utf8))
    }
  }
}
