/// Why a text could not be changed in the user's editor, in words.
public struct EditorFailure: Error {
  public let reason: String
  public init(reason: String) { self.reason = reason }
}
