import ExpectationSupport
import GalleryDomain
import PictureProtocol
import Testing

/// The one place where both sides know the names of details.
struct DetailNamesTests {
  @Test func `the domain has the same names for details as the workers`() {
    expectEqual(
      PhotoMetadata.Field.allCases.map(\.rawValue), PhotoDetail.Kind.allCases.map(\.rawValue))
  }
}
