import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import Testing

/// The information panel's side of the photo.
struct InformationTests {
  /// Answers when the test says so.
  private final class Information: FetchPhotoInformationUseCase {
    private final class Ticket: Cancellable {
      var isCancelled = false
      func cancel() { isCancelled = true }
    }

    private var waiting: [(ticket: Ticket, complete: (PhotoInformation) -> Void)] = []
    private(set) var asked: [Photo.ID] = []

    func execute(
      _ photo: Photo, completion: @escaping (PhotoInformation) -> Void
    ) -> (any Cancellable)? {
      asked.append(photo.id)
      let ticket = Ticket()
      waiting.append((ticket, completion))
      return ticket
    }

    /// Every load that was not cancelled comes to its end.
    func answer(_ text: String) {
      let waiting = waiting
      self.waiting = []
      for (ticket, complete) in waiting where !ticket.isCancelled {
        complete(PhotoInformation(details: [PhotoDetail(kind: .flash, text: text)]))
      }
    }
  }

  private let service = PagingService()
  private let information = Information()
  private let list: PhotoListViewModel

  init() {
    list = PhotoListViewModel(apiService: service, pageSize: 10)
    service.source = { _ in PhotoPage(photos: Photo.stubs(3)) }
    list.initFetch()
  }

  private func open() throws -> PhotoDetailViewModel {
    let indexPath = IndexPath(row: 0, section: 0)
    let sut = PhotoDetailViewModel(
      photo: try #require(list.photo(at: indexPath)), at: indexPath, in: list,
      fetchInformation: information)
    sut.viewDidLoad()
    return sut
  }

  private func flash(_ sut: PhotoDetailViewModel) -> String? {
    sut.informationGroups.flatMap(\.rows).first { $0.label == "Flash" }?.value
  }

  @Test func `nothing is read until the information is opened`() throws {
    let sut = try open()
    sut.next()

    #expect(information.asked.isEmpty)
    expectEqual(sut.informationGroups.first?.rows.first?.value, "photo 1")
  }

  @Test func `what the file says arrives later, and is announced`() throws {
    let sut = try open()
    var updates = 0
    sut.updateInformationClosure = { updates += 1 }

    sut.informationRequested()
    #expect(updates == 1 && flash(sut) == nil)
    information.answer("Fired")

    #expect(updates == 2 && flash(sut) == "Fired")
    sut.informationRequested()
    expectEqual(information.asked, ["0"])
  }

  @Test func `the next photo's is read too, and a late answer for the previous photo is dropped`()
    throws
  {
    let sut = try open()
    sut.informationRequested()

    sut.next()
    information.answer("of the second")

    expectEqual(information.asked, ["0", "1"])
    expectEqual(flash(sut), "of the second")
    sut.previous()
    expectEqual(flash(sut), nil)
  }

  @Test func `a closed panel reads no more`() throws {
    let sut = try open()
    var updates = 0
    sut.informationRequested()
    sut.updateInformationClosure = { updates += 1 }

    sut.informationDismissed()
    information.answer("Fired")
    sut.next()

    #expect(information.asked == ["0"] && updates == 0)
    expectEqual(flash(sut), nil)
  }

  @Test func `a list that is loaded again with the same photo reads nothing again`() throws {
    let sut = try open()
    sut.informationRequested()
    information.answer("Fired")

    list.refresh()

    expectEqual(information.asked, ["0"])
    expectEqual(flash(sut), "Fired")
  }
}
