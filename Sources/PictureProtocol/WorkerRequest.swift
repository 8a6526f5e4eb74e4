/// A message from the main process to a worker.
public enum WorkerRequest: Hashable, Sendable {
  /// The most seconds of CPU for one request, after which the worker ends itself, in place of 20; three times as many for
  /// a large picture. Applies to the requests after it. For tests.
  case timeLimit(seconds: UInt32)
  /// With one descriptor, or two if a file of the thumbnail cache comes with it.
  case picture(PictureRequest)
  /// With one descriptor, or two if there is a sidecar.
  case metadata(MetadataRequest)
  /// Which libraries it uses; answered as they are after it has shut itself in.
  case libraries
  /// Cancels a request. Each request still gets exactly one last answer: `FailureAnswer` with `cancelled`, or its
  /// result if that was already on its way. An unknown id is ignored.
  case cancel(id: UInt32)
}

extension WorkerRequest: PictureMessage {
  public static var byteLimit: Int { PictureProtocolLimits.requestBytes }

  public var kind: UInt8 {
    switch self {
    case .timeLimit: 0x01
    case .picture: 0x02
    case .metadata: 0x03
    case .cancel: 0x04
    case .libraries: 0x07
    }
  }

  public var descriptorCount: Int {
    switch self {
    case .timeLimit, .cancel, .libraries: 0
    case .picture(let request): request.thumbnail?.hasCachedFile == true ? 2 : 1
    case .metadata(let request): request.hasSidecar ? 2 : 1
    }
  }

  public func encode(to writer: inout WireWriter) {
    switch self {
    case .timeLimit(let seconds): writer.put(seconds)
    case .picture(let request): writer.put(request)
    case .metadata(let request): writer.put(request)
    case .cancel(let id): writer.put(id)
    case .libraries: break
    }
  }

  public static func decode(
    from reader: inout WireReader, kind: UInt8
  ) throws(PictureProtocolError) -> WorkerRequest {
    switch kind {
    case 0x01: .timeLimit(seconds: try reader.uint32())
    case 0x02: .picture(try reader.pictureRequest())
    case 0x03: .metadata(try reader.metadataRequest())
    case 0x04: .cancel(id: try reader.uint32())
    case 0x07: .libraries
    default: throw .unknownKind(kind)
    }
  }
}
