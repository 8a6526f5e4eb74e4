/// The version, as `--version` prints it.
enum VitrineVersion {
  static let current = "0.1.0"
}
