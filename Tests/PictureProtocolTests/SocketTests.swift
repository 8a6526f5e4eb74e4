import ExpectationSupport
import Foundation
import Glibc
import PictureProtocol
import Testing

/// Messages and open files over a real socket pair.
struct SocketTests {
  @Test func `files arrive with their messages, in order`() throws {
    let (one, other) = try PictureSocket.pair()
    let sender = PictureSocket(descriptor: one.number)
    var receiver = MessageReceiver<WorkerRequest>(PictureSocket(descriptor: other.number))
    let paths = ["/dev/null", "/dev/zero", "/"]

    for (index, path) in paths.enumerated() {
      let file = OwnedDescriptor(open(path, O_RDONLY | O_CLOEXEC))
      let request = WorkerRequest.metadata(id: UInt32(index))
      try sender.send(request, descriptors: [file.number])
      try sender.send(WorkerRequest.cancel(id: 100))
    }

    for path in paths {
      let received = try #require(try receiver.receive())
      expectEqual(received.descriptors.count, 1)
      expectEqual(Self.identity(received.descriptors[0].number), Self.identity(path))
      try expectEqual(receiver.receive()?.message, .cancel(id: 100))
    }
  }

  @Test func `two files in one message keep their order`() throws {
    let (one, other) = try PictureSocket.pair()
    var receiver = MessageReceiver<WorkerRequest>(PictureSocket(descriptor: other.number))
    let paths = ["/dev/zero", "/dev/null"]
    let files = paths.map { (path: String) in OwnedDescriptor(open(path, O_RDONLY | O_CLOEXEC)) }

    try PictureSocket(descriptor: one.number).send(
      WorkerRequest.metadata(id: 1, hasSidecar: true), descriptors: files.map(\.number))

    let received = try #require(try receiver.receive())
    let found = received.descriptors.map { Self.identity($0.number) }
    expectEqual(found, paths.map { (path: String) in Self.identity(path) })
  }

  @Test func `a received file is closed with its message, and on exec`() throws {
    let (one, other) = try PictureSocket.pair()
    var receiver = MessageReceiver<WorkerRequest>(PictureSocket(descriptor: other.number))
    let file = OwnedDescriptor(open("/dev/null", O_RDONLY | O_CLOEXEC))
    try PictureSocket(descriptor: one.number).send(
      WorkerRequest.metadata(id: 1), descriptors: [file.number])

    let received = try #require(try receiver.receive())

    #expect(fcntl(received.descriptors[0].number, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test func `the wrong number of files is an error before anything is sent`() throws {
    let (one, _) = try PictureSocket.pair()
    let socket = PictureSocket(descriptor: one.number)

    #expect(throws: PictureProtocolError.damaged) {
      try socket.send(WorkerRequest.metadata(id: 1))
    }
  }

  @Test func `the end of the stream is distinguished from the middle of a message`() throws {
    let (one, other) = try PictureSocket.pair()
    var receiver = MessageReceiver<WorkerRequest>(PictureSocket(descriptor: other.number))
    let socket = PictureSocket(descriptor: one.number)
    try socket.send(WorkerRequest.cancel(id: 1))
    _ = try socket.send([9, 0, 0, 0, 4])

    try expectEqual(receiver.receive()?.message, .cancel(id: 1))

    shutdown(one.number, Int32(SHUT_RDWR))
    #expect(throws: PictureProtocolError.damaged) { try receiver.receive() }
  }

  @Test func `messages are found in a stream that arrives byte by byte`() throws {
    let (one, other) = try PictureSocket.pair()
    var receiver = MessageReceiver<WorkerAnswer>(PictureSocket(descriptor: other.number))
    let socket = PictureSocket(descriptor: one.number)

    for answer in Samples.answers {
      let frame = answer.frame()
      for byte in frame.dropLast() {
        _ = try socket.send([byte])
        try expectEqual(receiver.receive(milliseconds: 0)?.message, nil)
      }
      _ = try socket.send(frame.suffix(1))
      try expectEqual(receiver.receive(milliseconds: 0)?.message, answer)
    }
  }

  @Test func `sending to a closed end is an error and not a signal`() throws {
    let (one, other) = try PictureSocket.pair()
    shutdown(other.number, Int32(SHUT_RDWR))

    #expect(throws: PictureProtocolError.socket(errno: EPIPE)) {
      try PictureSocket(descriptor: one.number).send(WorkerRequest.cancel(id: 1))
    }
  }

  @Test func `a signal doesn't end a wait`() throws {
    let (one, other) = try PictureSocket.pair()
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    sigaction(SIGWINCH, &action, nil)
    let waiting = pthread_self()
    let descriptor = one.number
    let sender = Thread {
      for _ in 0..<50 {
        pthread_kill(waiting, SIGWINCH)
        // The pace of the signals: some come while the other thread waits.
        poll(nil, 0, 1)
      }
      _ = write(descriptor, "x", 1)
    }
    sender.start()

    #expect(PictureSocket(descriptor: other.number).wait(for: POLLIN, milliseconds: 60_000))
    expectEqual(
      read(other.number, UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1), 1), 1)
  }

  private static func identity(_ descriptor: Int32) -> [UInt64] {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : []
  }

  private static func identity(_ path: String) -> [UInt64] {
    var status = stat()
    return stat(path, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : []
  }
}
