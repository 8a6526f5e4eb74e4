import ExpectationSupport
import PictureProtocol
import Testing

@testable import PictureKit

/// Histograms through the loader.
@Suite(.timeLimit(.minutes(10)))
struct HistogramTests {
  private func answer(_ request: PictureRequest, _ payload: PicturePayload) -> WorkerAnswer {
    .picture(
      PictureAnswer(
        id: request.id, step: .sharp, format: .jpeg,
        sourceWidth: 4, sourceHeight: 4, payload: payload))
  }

  private func request(_ peer: Peer) async throws -> PictureRequest {
    let received = try #require(await peer.message())
    guard case .picture(let request) = received.message else { throw UnexpectedMessage() }
    return request
  }

  @Test func `a histogram is requested once and cached`() async throws {
    let fixture = try LoaderFixture()
    let file = try fixture.key("a.jpg").file
    let results = Inbox<Result<PictureHistogram, PictureFailure>>()
    let told = PictureHistogram(red: [1, 2, 3])

    let ticket = fixture.loader.requestHistogram(of: file) { results.put($0) }
    let peer = try await fixture.worker()
    let request = try await request(peer)
    #expect(request.look.output == .histogram && request.look.region == nil)
    peer.worker.say(answer(request, .histogram(told)))
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
