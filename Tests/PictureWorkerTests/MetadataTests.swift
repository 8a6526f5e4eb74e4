import ExpectationSupport
import PictureProtocol
import Testing

final class MetadataTests: WorkerTests {
  @Test func `EXIF, IPTC and XMP are read, and XMP takes precedence`() throws {
    let metadata = try worker.metadata(of: "metadata.jpg")

    expectEqual(metadata.title, "Вена")
    expectEqual(metadata.description, "in English")
    expectEqual(metadata.author, "A; B")
    expectEqual(metadata.licence, "CC BY 4.0")
    expectEqual(metadata.keywords, ["for sale", "Wien", "iptc"])
    expectEqual(metadata.rating, 4)
    expectEqual(metadata.dates.first, .init("2017:10:01 12:34:56", offset: "+02:00"))
    #expect(metadata.cameraMake == "NIKON" && metadata.cameraModel == "D500")
    expectEqual(metadata.lens, "50 mm f/1.8")
    #expect(metadata.focalLength == 50 && metadata.aperture == 1.8 && metadata.iso == 100)
    expectEqual(metadata.exposureTime, 0.005)
    let position = try #require(metadata.position)
    #expect(abs(position.latitude - 48.2) < 0.001 && abs(position.longitude + 16.37) < 0.001)
  }

  @Test func `the size is the upright one`() throws {
    let turned = try worker.metadata(of: "orientation-6.jpg")
    let container = try worker.metadata(of: "turned-by-container.avif")

    #expect(turned.orientation == 6 && turned.width == 64 && turned.height == 48)
    #expect(container.width == 64 && container.height == 48)
  }

  @Test func `a sidecar takes precedence over the file`() throws {
    let metadata = try worker.metadata(of: "metadata.jpg", sidecar: "sidecar.xmp")

    expectEqual(metadata.title, "Beside")
    expectEqual(metadata.keywords, ["sold"])
    expectEqual(metadata.description, "in English")
    expectEqual(metadata.cameraModel, "D500")
  }

  @Test func `a sidecar describes a file without metadata`() throws {
    let metadata = try worker.metadata(
      of: "quarters.svg", sidecar: "sidecar.xmp", wantsDetails: true)

    #expect(metadata.title == "Beside" && metadata.keywords == ["sold"])
    #expect(metadata.details.contains { $0.kind == .format })
    #expect(metadata.width == 64 && metadata.height == 48)
  }

  @Test(arguments: [("lr:hierarchicalSubject", "where|Wien"), ("digiKam:TagsList", "where/Wien")])
  func `keywords may be in a list of categories alone`(list: String, item: String) throws {
    let sidecar = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:lr="http://ns.adobe.com/lightroom/1.0/" xmlns:digiKam="http://www.digikam.org/ns/1.0/">
      <\(list)><rdf:Seq><rdf:li>\(item)</rdf:li><rdf:li>sea</rdf:li></rdf:Seq></\(list)>
      </rdf:Description></rdf:RDF></x:xmpmeta>
      """

    let metadata = try worker.metadata(of: "quarters.svg", sidecar: Array(sidecar.utf8))

    expectEqual(metadata.keywords, ["Wien", "sea"])
  }

  @Test func `rating and label are the sidecar's, else the file's own`() throws {
    let own = try worker.metadata(of: "labelled.svg")
    let other = try worker.metadata(of: "labelled.svg", sidecar: "sidecar.xmp")
    let rated = try worker.metadata(of: "labelled.svg", sidecar: "rated.xmp")

    #expect(own.rating == 3 && own.label == "Green")
    #expect(other.rating == 3 && other.label == "Green")
    #expect(rated.rating == 2 && rated.label == "Rot")
  }

  @Test func `a sidecar that is not XMP is as good as none`() throws {
    let metadata = try worker.metadata(of: "metadata.jpg", sidecar: "make.sh")

    expectEqual(metadata.title, "Вена")
  }

  @Test func `IPTC alone is enough`() throws {
    let metadata = try worker.metadata(of: "iptc.jpg")

    #expect(metadata.title == "Title" && metadata.description == "Caption")
    #expect(metadata.author == "Author")
    expectEqual(metadata.keywords, ["one", "two"])
    expectEqual(metadata.dates, [.init("2017-10-01T12:34:56+02:00")])
  }

  @Test func `AVIF says what JPEG says`() throws {
    let metadata = try worker.metadata(of: "metadata.avif")

    #expect(metadata.title == "Вена" && metadata.keywords == ["for sale", "Wien"])
    #expect(metadata.cameraModel == "D500" && metadata.iso == 100)
  }

  @Test(arguments: [
    "quarters.jpg", "quarters.png", "quarters.webp", "quarters.gif", "quarters.avif",
    "quarters.tiff", "quarters.heic", "quarters.svg", "quarters.jxl", "quarters.jp2",
  ])
  func `a file without metadata still has a size and a format`(name: String) throws {
    let metadata = try worker.metadata(of: name, wantsDetails: true)

    #expect(metadata.width == 64 && metadata.height == 48)
    #expect(metadata.details.contains { $0.kind == .format })
    #expect(metadata.title == nil && metadata.keywords.isEmpty && metadata.iso == nil)
  }

  @Test func `a file that is not a picture has no metadata`() throws {
    #expect(throws: PictureFailure.notAPicture) { try worker.metadata(of: "make.sh") }
  }
}
