import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A server that speaks TLS on loopback and answers everything with the same bytes.
///
/// With the network library's own TLS: `FeedServer` has none.
final class EncryptedServer: Sendable {
  let port: Int
  private let channel: any Channel
  private let received: ReceivedBytes

  init(certificate: TestCertificate, answer: String) async throws {
    let chain = try NIOSSLCertificate.fromPEMBytes(Array(certificate.pem.utf8))
    let key = try NIOSSLPrivateKey(bytes: Array(TestCertificate.key.utf8), format: .pem)
    let context = try NIOSSLContext(
      configuration: .makeServerConfiguration(
        certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key)))
    let received = ReceivedBytes()
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHandler(NIOSSLServerHandler(context: context))
          try pipeline.addHandler(AnswerHandler(answer: answer, received: received))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    port = channel.localAddress?.port ?? 0
    self.received = received
  }

  /// What came over all connections, decrypted.
  var receivedText: String {
    String(decoding: received.bytes.withLock { $0 }, as: UTF8.self)
  }

  func stop() async {
    try? await channel.close()
  }
}

private final class ReceivedBytes: Sendable {
  let bytes = Mutex<[UInt8]>([])
}

private final class AnswerHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let answer: String
  private let received: ReceivedBytes

  init(answer: String, received: ReceivedBytes) {
    self.answer = answer
    self.received = received
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let bytes = Array(unwrapInboundIn(data).readableBytesView)
    let isWhole = received.bytes.withLock { all in
      all += bytes
      return all.suffix(4) == [13, 10, 13, 10]
    }
    guard isWhole else { return }
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
