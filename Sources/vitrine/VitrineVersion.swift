/// The version, as `--version` prints it.
enum VitrineVersion {
  static let current = "1.1.0"
}
