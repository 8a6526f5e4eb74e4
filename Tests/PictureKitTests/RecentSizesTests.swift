import ExpectationSupport
import PictureProtocol
import Testing

@testable import PictureKit

@Suite(.timeLimit(.minutes(10))) struct RecentSizesTests {
  @Test func `similar sizes are found, the latest first`() {
    var sizes = RecentSizes()
    for columns: UInt32 in [9, 30, 40] { sizes.note(.stub("a", columns: columns)) }

    expectEqual(sizes.similar(to: .stub("a", columns: 42)).map(\.look.target.columns), [40, 30])
    expectEqual(sizes.similar(to: .stub("a", columns: 40)).map(\.look.target.columns), [30])
    expectEqual(sizes.similar(to: .stub("a", columns: 10)).map(\.look.target.columns), [9])
    #expect(sizes.similar(to: .stub("b", columns: 40)).isEmpty)
  }

  @Test func `another output or part of the picture is not the same picture`() {
    var sizes = RecentSizes()
    sizes.note(.stub("a", columns: 30))
    var part = PictureKey.stub("a", columns: 31)
    part.look.region = PictureRegion(x: 0, y: 0, width: 0.5, height: 0.5)
    var enlarged = PictureKey.stub("a", columns: 31)
    enlarged.look.enlargement = 2
    var blocks = PictureKey.stub("a", columns: 31)
    blocks.look.output = .symbols(SymbolOptions(symbolSet: .halfBlocks))
    var rotated = PictureKey.stub("a", columns: 31)
    rotated.look.rotation = .right

    #expect(sizes.similar(to: part).isEmpty)
    #expect(sizes.similar(to: enlarged).isEmpty)
    #expect(sizes.similar(to: rotated).isEmpty)
    #expect(sizes.similar(to: blocks).isEmpty)
  }

  @Test func `neither many files nor many sizes fill it`() {
    var sizes = RecentSizes(fileLimit: 2)
    for columns: UInt32 in 30..<40 { sizes.note(.stub("a", columns: columns)) }
    #expect(sizes.similar(to: .stub("a")).isEmpty)
    expectEqual(
      sizes.similar(to: .stub("a", columns: 41)).map(\.look.target.columns), [39, 38, 37, 36])

    sizes.note(.stub("b"))
    sizes.note(.stub("c"))

    #expect(sizes.similar(to: .stub("a", columns: 41)).isEmpty)
  }

  @Test func `after a change of size the old picture is shown until the new one has arrived`()
    async throws
  {
    let fixture = try LoaderFixture()
    let (before, after) = (
      try fixture.key("a", columns: 10), try fixture.key("a", columns: 11)
    )
    fixture.loader.setVisible([before])
    let peer = try await fixture.worker()
    peer.answer(try await peer.pictureRequest(), "old")
    try await fixture.changes { fixture.isReady(before) }

    fixture.loader.setVisible([after])

    guard case .loading(.some(let standing)) = fixture.loader.picture(for: after) else {
      throw UnexpectedMessage()
    }
    expectEqual(standing.payload, .cells(.stub("old")))
    peer.answer(try await peer.pictureRequest(), "new")
    try await fixture.changes { fixture.isReady(after) }
  }
}
