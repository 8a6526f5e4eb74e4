/// Why a measurement could not be made.
enum BenchError: Error, CustomStringConvertible {
  case system(call: String, code: Int32)
  case failed(program: String, status: Int32)
  case missing(String)

  var description: String {
    switch self {
    case .system(let call, let code): "\(call): error \(code)"
    case .failed(let program, let status): "\(program) ended with status \(status)"
    case .missing(let what): "\(what) is missing"
    }
  }
}
