/// What a worker says to the main process.
public enum WorkerAnswer: Hashable, Sendable {
  /// Once, before anything else.
  case hello(WorkerHello)
  case picture(PictureAnswer)
  case metadata(MetadataAnswer)
  case failure(FailureAnswer)
  /// Only after a last answer that announced it.
  case thumbnail(ThumbnailAnswer)
  case sheet(SheetAnswer)
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
    case .sheet: 0x86
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
    case .sheet(let answer): writer.put(answer)
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
    case 0x86: .sheet(try reader.sheetAnswer())
    default: throw .unknownKind(kind)
    }
  }
}
