import GalleryDomain
import PictureProtocol
import Testing

/// The one place where both sides of a further fact are known.
struct DetailNamesTests {
  @Test func `what workers tell, the domain knows by the same name`() {
    #expect(
      PhotoMetadata.Field.allCases.map(\.rawValue) == PhotoDetail.Kind.allCases.map(\.rawValue))
  }
}
