import ExpectationSupport
import PictureProtocol
import Testing

@testable import PictureKit

/// Histograms through the loader.
@Suite(.timeLimit(.minutes(10)))
struct HistogramTests {
  @Test func `a histogram is requested once and cached`() async throws {
    let fixture = try LoaderFixture()
    let file = try fixture.key("a.jpg").file
    let results = Inbox<Result<PictureHistogram, PictureFailure>>()
    let told = PictureHistogram(red: [1, 2, 3])

    let ticket = fixture.loader.requestHistogram(of: file) { results.put($0) }
    let peer = try await fixture.worker()
    let request = try await peer.pictureRequest()
    #expect(request.look.output == .histogram && request.look.region == nil)
    peer.answer(request, .histogram(told))
    try expectEqual(#require(await results.next()), .success(told))

    let again = fixture.loader.requestHistogram(of: file) { results.put($0) }
    try expectEqual(#require(await results.next()), .success(told))
    withExtendedLifetime((ticket, again)) {}
  }

  @Test func `a cancelled request says so`() async throws {
    let fixture = try LoaderFixture()
    let file = try fixture.key("a.jpg").file
    let results = Inbox<Result<PictureHistogram, PictureFailure>>()

    let ticket = fixture.loader.requestHistogram(of: file) { results.put($0) }
    ticket.cancel()

    try expectEqual(#require(await results.next()), .failure(.cancelled))
  }
}
