/// The headers of a request or a response in order; names are case-insensitive (RFC 9110, 5.1).
public struct HTTPHeaders: Hashable, Sendable {
  public struct Field: Hashable, Sendable {
    public var name: String
    /// As received, not cleaned.
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  public var fields: [Field]

  public init(_ fields: [Field] = []) {
    self.fields = fields
  }

  /// The first value for a name; setting replaces all values, and nil removes them.
  public subscript(name: String) -> String? {
    get { values(of: name).first }
    set {
      let lowercased = name.lowercased()
      fields.removeAll { $0.name.lowercased() == lowercased }
      if let newValue { fields.append(Field(name: name, value: newValue)) }
    }
  }

  /// All values for a name, in order.
  public func values(of name: String) -> [String] {
    let name = name.lowercased()
    return fields.filter { $0.name.lowercased() == name }.map(\.value)
  }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }
}
