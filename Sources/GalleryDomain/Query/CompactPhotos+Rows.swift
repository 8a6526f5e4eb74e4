extension CompactPhotos {
  /// The rows, of which what many photos share is kept once: 48 bytes each, where a `Row` has 96.
  struct Rows: RandomAccessCollection, Sendable {
    /// What is a photo's own.
    struct Own: BitwiseCopyable, Sendable {
      fileprivate var createdAt: Double
      fileprivate var version: UInt64
      fileprivate var fileSize: Int
      fileprivate(set) var start: UInt32
      fileprivate(set) var folder: UInt32
      fileprivate var exposure: UInt32
      /// The number of the rest.
      fileprivate(set) var shared: UInt32
      fileprivate var flagBits: Flags.RawValue
      fileprivate(set) var idByteCount: UInt16
      fileprivate var rating: Int16
      fileprivate var format: UInt16

      var flags: Flags { Flags(rawValue: flagBits) }
    }

    /// What most photos of a day, a camera or a photographer have in common.
    struct Shared: BitwiseCopyable, Hashable, Sendable {
      fileprivate var utcOffset: Int32
      /// 1 or 0: the bytes are kept as they are, and a `Bool` would leave some of them undefined.
      fileprivate var isFileDate: UInt32
      fileprivate var width: Int32
      fileprivate var height: Int32
      fileprivate(set) var camera: UInt32
      fileprivate(set) var lens: UInt32
      fileprivate(set) var author: UInt32
      fileprivate var dateText: UInt32
      fileprivate var label: UInt32
      fileprivate var licence: UInt32
      fileprivate var price: UInt32
      fileprivate(set) var places: UInt32
    }

    private(set) var own: [Own] = []
    private var pool = Pool<Shared>()

    init() {}

    /// Rows as they were made once.
    init(_ own: [Own], _ shared: [Shared]) {
      (self.own, pool) = (own, Pool(shared))
    }

    var shared: [Shared] { pool.values }

    var startIndex: Int { 0 }
    var endIndex: Int { own.count }

    subscript(index: Int) -> Row {
      @inline(__always) get {
        let own = own[index]
        return Row(own, pool.values[Int(own.shared) - 1])
      }
      set { own[index] = parts(of: newValue) }
    }

    mutating func append(_ row: Row) { own.append(parts(of: row)) }

    /// Adds a row of the rows that these were the first of.
    mutating func append(rowOf other: Rows, at index: Int) { own.append(other.own[index]) }

    /// The first ones, with room for the rest.
    func first(_ count: Int) -> Rows {
      var rows = self
      rows.own = []
      rows.own.reserveCapacity(self.count)
      rows.own += own.prefix(count)
      return rows
    }

    private mutating func parts(of row: Row) -> Own {
      let shared = Shared(
        utcOffset: row.utcOffset, isFileDate: row.isFileDate ? 1 : 0, width: row.width,
        height: row.height, camera: row.camera, lens: row.lens, author: row.author,
        dateText: row.dateText, label: row.label, licence: row.licence, price: row.price,
        places: row.places)
      return Own(
        createdAt: row.createdAt, version: row.version, fileSize: row.fileSize,
        start: UInt32(row.start), folder: row.folder, exposure: row.exposure,
        shared: pool.number(of: shared), flagBits: row.flags.rawValue, idByteCount: row.idByteCount,
        rating: row.rating, format: row.format)
    }

    /// Rows in memory that stays where it is.
    struct Buffer: RandomAccessCollection {
      let own: UnsafeBufferPointer<Own>
      fileprivate let pool: UnsafeBufferPointer<Shared>

      /// - Parameter number: That of a row.
      @inline(__always)
      func shared(_ number: UInt32) -> Shared { pool[Int(number) - 1] }

      var startIndex: Int { 0 }
      var endIndex: Int { own.count }

      @inline(__always)
      subscript(index: Int) -> Row {
        let own = own[index]
        return Row(own, shared(own.shared))
      }
    }

    @inline(__always)
    func withUnsafeBufferPointer<Result>(_ body: (Buffer) -> Result) -> Result {
      own.withUnsafeBufferPointer { own in
        pool.values.withUnsafeBufferPointer { body(Buffer(own: own, pool: $0)) }
      }
    }
  }
}

extension CompactPhotos.Row {
  @inline(__always)
  fileprivate init(_ own: CompactPhotos.Rows.Own, _ shared: CompactPhotos.Rows.Shared) {
    (createdAt, version, fileSize) = (own.createdAt, own.version, own.fileSize)
    (start, folder, exposure) = (Int(own.start), own.folder, own.exposure)
    flags = own.flags
    (idByteCount, rating, format) = (own.idByteCount, own.rating, own.format)
    (utcOffset, width, height) = (shared.utcOffset, shared.width, shared.height)
    isFileDate = shared.isFileDate != 0
    (camera, lens, author) = (shared.camera, shared.lens, shared.author)
    (dateText, label) = (shared.dateText, shared.label)
    (licence, price, places) = (shared.licence, shared.price, shared.places)
  }
}
