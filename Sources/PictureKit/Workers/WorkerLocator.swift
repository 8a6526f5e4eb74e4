import Glibc

/// Finds the program `vitrine-pictures`.
nonisolated public struct WorkerLocator: Sendable {
  private let environment: [String: String]
  private let programPath: @Sendable () -> String?
  private let isExecutable: @Sendable (String) -> Bool

  /// - Parameters:
  ///   - environment: May contain `VITRINE_PICTURES`; an empty value counts as not set.
  ///   - programPath: The program's real path; called when a worker is needed.
  ///   - isExecutable: Whether a path is a file that can be executed.
  public init(
    environment: [String: String] = WorkerEnvironment.ofThisProcess(),
    programPath: @escaping @Sendable () -> String? = Self.realProgramPath,
    isExecutable: @escaping @Sendable (String) -> Bool = Self.isExecutableFile
  ) {
    self.environment = environment
    self.programPath = programPath
    self.isExecutable = isExecutable
  }

  /// The worker's path: `$VITRINE_PICTURES` if it is set; otherwise next to the program; otherwise in
  /// `../libexec/vitrine`.
  public func locate() throws(WorkerProblem) -> String {
    if let path = environment["VITRINE_PICTURES"], !path.isEmpty {
      guard isExecutable(path) else { throw .settingNotExecutable(path: path) }
      return path
    }
    guard let program = programPath(), let slash = program.lastIndex(of: "/") else {
      throw .notFound
    }
    let folder = program[..<slash]
    for candidate in [
      "\(folder)/vitrine-pictures", "\(folder)/../libexec/vitrine/vitrine-pictures",
    ] where isExecutable(candidate) {
      return candidate
    }
    throw .notFound
  }

  /// The target of `/proc/self/exe`; links to the program are resolved.
  public static func realProgramPath() -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  public static func isExecutableFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, X_OK) == 0
  }
}
