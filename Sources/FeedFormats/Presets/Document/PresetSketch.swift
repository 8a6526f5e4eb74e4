/// The beginning of a response with its lists cut to their first objects: enough to recognise a service by its
/// structure.
///
/// Read once for all presets. Reading a 64 MB response of an unknown kind once for each preset took minutes.
struct PresetSketch {
  /// How much is read; the first items are enough to recognise a response.
  static let byteLimit = 4 << 20
  /// Values in all objects together; a product with 250 variants has 6,000.
  private static let valueLimit = 65_536
  /// Values in the elements of a list after the first object.
  private static let restLimit = 256

  let root: JSONValue

  /// nil if the part that is read is not JSON.
  init?(_ bytes: [UInt8]) {
    let isCut = bytes.count > Self.byteLimit
    let beginning = isCut ? Array(bytes.prefix(Self.byteLimit)) : bytes
    var pencil = Pencil()
    var reader = JSONReader(beginning, at: PresetWrapping.start(of: beginning))
    var root = pencil.value(&reader)
    if let fault = pencil.fault,
      PresetWrapping.hasEscapedApostrophe(at: fault.offset, in: beginning)
    {
      pencil = Pencil()
      reader = JSONReader(
        PresetWrapping.withPlainApostrophes(beginning), at: PresetWrapping.start(of: beginning))
      root = pencil.value(&reader)
    }
    // A text that was cut, here or by its server, ends too early; `PresetDocument` says so.
    if let fault = pencil.fault, fault.offset < reader.bytes.count - Self.cutMargin { return nil }
    self.root = root
  }

  /// An escape or a word that was cut is noticed at its start.
  private static let cutMargin = 8

  /// The first object among the items, where a preset would find them; nil if there is none.
  ///
  /// Makes the same choice as `PresetOutline.chosen`.
  func firstItem(_ candidates: [PresetItems]) -> JSONValue? {
    var lists: [[JSONValue]] = []
    var single: JSONValue?
    for candidate in candidates {
      guard let value = PresetPath(steps: candidate.steps).values(in: root).first
      else { continue }
      switch (candidate.kind, value) {
      case (.list, .array(let elements)), (.values, .array(let elements)): lists.append(elements)
      case (.values, .object(let members)): lists.append(members.map(\.value))
      case (.single, .object): single = single ?? value
      default: break
      }
    }
    guard !lists.isEmpty else { return single }
    let list = lists.first { !$0.isEmpty } ?? []
    return list.first { if case .object = $0 { true } else { false } }
  }

  /// Keeps what was read up to the point where the text is cut.
  private struct Pencil {
    var fault: JSONFault?
    private var left = PresetSketch.valueLimit

    /// Recursive, at most `JSONReader.depthLimit` levels deep.
    mutating func value(_ reader: inout JSONReader) -> JSONValue {
      left -= 1
      do throws(JSONFault) {
        switch reader.peek() {
        case UInt8(ascii: "{"): return object(&reader)
        case UInt8(ascii: "["): return array(&reader)
        default: return try reader.readValue()
        }
      } catch {
        fault = error
        return .null
      }
    }

    private mutating func object(_ reader: inout JSONReader) -> JSONValue {
      var (pencil, members) = (self, [JSONMember]())
      do throws(JSONFault) {
        try reader.readObject { (reader, key) throws(JSONFault) in
          guard pencil.left > 0 else { return try reader.skipValue() }
          let name = JSONText.decode(key, in: reader.bytes)
          members.append(JSONMember(name: name, value: pencil.value(&reader)))
          if let fault = pencil.fault { throw fault }
        }
      } catch {
        pencil.fault = error
      }
      self = pencil
      return .object(members)
    }

    private mutating func array(_ reader: inout JSONReader) -> JSONValue {
      var (pencil, elements) = (self, [JSONValue]())
      var hasObject = false
      var rest = PresetSketch.restLimit
      do throws(JSONFault) {
        try reader.readArray { (reader) throws(JSONFault) in
          let isObject = reader.peek() == UInt8(ascii: "{")
          let isFirstObject = isObject && !hasObject
          guard pencil.left > 0, rest > 0 || isFirstObject else { return try reader.skipValue() }
          let before = pencil.left
          reader.foundInvalidUTF8 = false
          let value = pencil.value(&reader)
          if let fault = pencil.fault { throw fault }
          // Items that are not UTF-8 are skipped.
          if isObject, reader.foundInvalidUTF8 { return }
          if isFirstObject { hasObject = true } else { rest -= before - pencil.left }
          elements.append(value)
        }
      } catch {
        pencil.fault = error
      }
      self = pencil
      return .array(elements)
    }
  }
}
