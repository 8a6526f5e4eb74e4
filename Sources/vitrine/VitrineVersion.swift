/// The version, as `--version` prints it.
enum VitrineVersion {
  static let current = "0.9.0"
}
