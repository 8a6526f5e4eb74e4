/// A message from a worker to the main process.
public enum WorkerAnswer: Hashable, Sendable {
  /// Once, before anything else.
  case hello(WorkerHello)
  case picture(PictureAnswer)
  case metadata(MetadataAnswer)
  case failure(FailureAnswer)
  /// Only after a last answer that announced it.
  case thumbnail(ThumbnailAnswer)
  /// The answer to `WorkerRequest.libraries`.
  case libraries([LibraryVersion])
  /// The worker has shut itself in; once, after its hello.
  case cell(WorkerCell)
  /// A library made a system call with this number, which the worker's filter does not list; it failed. For logs; each
  /// number once.
  case unlistedCall(UInt32)
}

extension WorkerAnswer: PictureMessage {
  public static var byteLimit: Int { PictureProtocolLimits.answerBytes }

  public var kind: UInt8 {
    switch self {
    case .hello: 0x81
    case .picture: 0x82
    case .metadata: 0x83
    case .failure: 0x84
    case .thumbnail: 0x85
    case .unlistedCall: 0x87
    case .cell: 0x88
    case .libraries: 0x8B
    }
  }

  public var descriptorCount: Int { 0 }

  public func encode(to writer: inout WireWriter) {
    switch self {
    case .hello(let hello): writer.put(hello)
    case .picture(let answer): writer.put(answer)
    case .metadata(let answer): writer.put(answer)
    case .failure(let answer): writer.put(answer)
    case .thumbnail(let answer): writer.put(answer)
    case .unlistedCall(let number): writer.put(number)
    case .cell(let cell): writer.put(cell)
    case .libraries(let libraries): writer.put(libraries)
    }
  }

  public static func decode(
    from reader: inout WireReader, kind: UInt8
  ) throws(PictureProtocolError) -> WorkerAnswer {
    switch kind {
    case 0x81: .hello(try reader.workerHello())
    case 0x82: .picture(try reader.pictureAnswer())
    case 0x83: .metadata(try reader.metadataAnswer())
    case 0x84: .failure(try reader.failureAnswer())
    case 0x85: .thumbnail(try reader.thumbnailAnswer())
    case 0x87: .unlistedCall(try reader.uint32())
    case 0x88: .cell(try reader.workerCell())
    case 0x8B: .libraries(try reader.libraries())
    default: throw .unknownKind(kind)
    }
  }
}
