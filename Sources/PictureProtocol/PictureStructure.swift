/// What the known parts of a picture's file say about the rest of it.
///
/// A worker wrote it, so it may contain anything: callers that fetch the ranges limit their number and their total
/// length.
public struct PictureStructure: Hashable, Sendable {
  /// The ranges needed next, the most important first; not sorted otherwise, and they may be adjacent. Empty if no
  /// missing range would help.
  public var wanted: [Range<Int>]
  /// A picture file of its own, cut out of the known parts; empty if there is none.
  public var thumbnail: [UInt8]

  public init(wanted: [Range<Int>] = [], thumbnail: [UInt8] = []) {
    self.wanted = wanted
    self.thumbnail = thumbnail
  }
}

/// The purpose of reading a file's structure.
public enum StructurePurpose: UInt8, Hashable, Sendable, CaseIterable {
  /// The ranges that hold the metadata.
  case metadata = 1
  /// The small picture that a row shows: `thumbnail` as far as it is known, and the ranges of a better one.
  case thumbnail
}

/// Asks what the known parts of a file say. With one descriptor: a file of the full length, in which these parts are at
/// their positions and nothing else is read.
///
/// The answer is one `StructureAnswer` or one `FailureAnswer`.
public struct StructureRequest: Hashable, Sendable {
  public var id: UInt32
  public var generation: UInt32
  public var purpose: StructurePurpose
  /// In the order of the file, not adjacent.
  public var known: [Range<Int>]

  /// - Parameter known: Ranges beyond `PictureProtocolLimits.ranges` are dropped.
  public init(
    id: UInt32, generation: UInt32 = 0, purpose: StructurePurpose, known: [Range<Int>]
  ) {
    self.id = id
    self.generation = generation
    self.purpose = purpose
    self.known = Array(known.prefix(PictureProtocolLimits.ranges))
  }
}

/// The answer to a `StructureRequest`.
public struct StructureAnswer: Hashable, Sendable {
  public var id: UInt32
  public var generation: UInt32
  public var structure: PictureStructure

  public init(id: UInt32, generation: UInt32, structure: PictureStructure) {
    self.id = id
    self.generation = generation
    self.structure = structure
  }
}

extension WireWriter {
  mutating func put(_ request: StructureRequest) {
    put(request.id)
    put(request.generation)
    put(request.purpose.rawValue)
    put(request.known)
  }

  mutating func put(_ answer: StructureAnswer) {
    put(answer.id)
    put(answer.generation)
    put(answer.structure.wanted)
    put(bytes: answer.structure.thumbnail)
  }

  private mutating func put(_ ranges: [Range<Int>]) {
    let kept = ranges.prefix(PictureProtocolLimits.ranges)
    put(UInt16(truncatingIfNeeded: kept.count))
    for range in kept {
      put(UInt64(clamping: range.lowerBound))
      put(UInt64(clamping: range.upperBound))
    }
  }
}

extension WireReader {
  mutating func structureRequest() throws(PictureProtocolError) -> StructureRequest {
    let request = StructureRequest(
      id: try uint32(), generation: try uint32(), purpose: try choice("purpose"),
      known: try ranges("known"))
    var end = -1
    for range in request.known {
      guard range.lowerBound > end else { throw bad("known") }
      end = range.upperBound
    }
    return request
  }

  mutating func structureAnswer() throws(PictureProtocolError) -> StructureAnswer {
    let answer = StructureAnswer(
      id: try uint32(), generation: try uint32(),
      structure: PictureStructure(wanted: try ranges("wanted"), thumbnail: try data()))
    guard answer.structure.thumbnail.count <= PictureProtocolLimits.cutThumbnailBytes else {
      throw bad("thumbnail")
    }
    return answer
  }

  private mutating func ranges(
    _ field: String
  ) throws(PictureProtocolError) -> [Range<Int>] {
    let count = Int(try uint16())
    guard count <= PictureProtocolLimits.ranges else { throw bad(field) }
    var ranges: [Range<Int>] = []
    for _ in 0..<count {
      let (start, end) = (try uint64(), try uint64())
      // So that no sum of offsets overflows.
      guard start < end, end <= PictureProtocolLimits.fileBytes else { throw bad(field) }
      ranges.append(Int(start)..<Int(end))
    }
    return ranges
  }
}
