/// A terminal's side of sixel pictures, as much of DEC STD 070 as a strict check takes.
struct SixelReader {
  enum Fault: Error, Equatable {
    case noRasterAttributes
    case unexpected(UInt8)
    case outside(column: Int, row: Int)
    case noRegister(Int)
  }

  private(set) var width = 0
  private(set) var height = 0
  /// The registers that were set, in hundredths.
  private(set) var registers: [Int: [Int]] = [:]
  /// The register of each pixel; nil where nothing was drawn.
  private(set) var pixels: [Int?] = []

  /// - Throws: For a pixel outside the picture, a register that was not set, or any other byte.
  init(_ bytes: [UInt8]) throws {
    var place = 0
    func numbers() -> [Int] {
      var numbers = [0]
      while place < bytes.count {
        let byte = bytes[place]
        if byte == 0x3B {
          numbers.append(0)
        } else if (0x30...0x39).contains(byte) {
          numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte - 0x30)
        } else {
          break
        }
        place += 1
      }
      return numbers
    }

    guard bytes.first == 0x22 else { throw Fault.noRasterAttributes }
    place = 1
    let raster = numbers()
    guard raster.count == 4, raster[0] == 1, raster[1] == 1 else { throw Fault.noRasterAttributes }
    (width, height) = (raster[2], raster[3])
    pixels = Array(repeating: nil, count: width * height)

    var column = 0
    var band = 0
    var register = 0
    var repeats = 1
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      switch byte {
      case 0x21: repeats = numbers()[0]
      case 0x23:
        let values = numbers()
        register = values[0]
        if values.count == 5 { registers[register] = Array(values[2...]) }
        guard registers[register] != nil else { throw Fault.noRegister(register) }
      case 0x24: column = 0
      case 0x2D:
        column = 0
        band += 1
      case 0x3F...0x7E:
        for _ in 0..<repeats {
          for bit in 0..<6 where (byte - 0x3F) >> bit & 1 == 1 {
            let row = band * 6 + bit
            guard column < width, row < height else {
              throw Fault.outside(column: column, row: row)
            }
            pixels[row * width + column] = register
          }
          column += 1
        }
        repeats = 1
      default: throw Fault.unexpected(byte)
      }
    }
  }

  /// A pixel's red, green and blue in hundredths; nil where nothing was drawn.
  func color(_ column: Int, _ row: Int) -> [Int]? {
    pixels[row * width + column].flatMap { registers[$0] }
  }
}
