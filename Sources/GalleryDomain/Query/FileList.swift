/// Files as a folder lists them, in its order: where they are, and in which states.
public struct FileList: Sendable {
  /// Files of one folder that follow each other.
  public struct Part: Sendable {
    /// Absolute, without a separator at its end; empty for the root, nil if these aren't files.
    public var folder: [UInt8]?
    /// How many bytes there are before the name in the id of a photo, if that is the end of its path.
    public var idByteCount: Int
    public fileprivate(set) var places: Range<Int>
  }

  public private(set) var parts: [Part] = []
  /// Each with a zero byte at its end.
  private var names: [UInt8] = []
  private var ends: [Int] = []
  private var companions: [Int: [[UInt8]]] = [:]
  /// In which states the files are, by their places (`PhotoRepository.versions`).
  public var versions: [UInt64] = []

  public init() {}

  public var count: Int { ends.count }

  /// Begins the files of another folder, as `Part` has it.
  public mutating func begin(_ folder: [UInt8]?, idByteCount: Int) {
    parts.append(Part(folder: folder, idByteCount: idByteCount, places: count..<count))
  }

  /// Call after `begin`.
  ///
  /// - Parameter companions: The names of the files of the same shot.
  public mutating func append(_ name: some Collection<UInt8>, companions: [[UInt8]]) {
    if !companions.isEmpty { self.companions[count] = companions }
    names.append(contentsOf: name)
    names.append(0)
    ends.append(names.count)
    parts[parts.count - 1].places = parts[parts.count - 1].places.lowerBound..<count
  }

  /// - Parameter body: Called with the name, and a zero byte behind it.
  public func withName<Result>(
    at place: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    let start = place == 0 ? 0 : ends[place - 1]
    return try names.withUnsafeBufferPointer {
      try body(UnsafeBufferPointer(rebasing: $0[start..<(ends[place] - 1)]))
    }
  }

  func companions(at place: Int) -> [[UInt8]] { companions.isEmpty ? [] : companions[place] ?? [] }
}

/// A page of files of which no photos have been made.
public struct FilePage: Sendable {
  /// Without its photos.
  public var page: PhotoPage
  public var files: FileList
  /// Makes the photos of some of them, given by their places; nil for what can't be one.
  public var photos: @Sendable ([Int]) async -> [Photo?]

  public init(
    _ page: PhotoPage, _ files: FileList, photos: @escaping @Sendable ([Int]) async -> [Photo?]
  ) {
    (self.page, self.files, self.photos) = (page, files, photos)
  }
}
