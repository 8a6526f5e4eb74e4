import Foundation
import GalleryDomain
import GalleryTestSupport
import Testing

@testable import GalleryStore

/// What the stores keep behind a lock, used and cancelled by many tasks at once; each test only has to end
/// (decision 70).
@Suite(.timeLimit(.minutes(10)))
struct StoreLockStressTests {
  @Test func `many change and read a basket, and cancel`() async throws {
    let fixture = try BasketFixture()
    let basket = fixture.basket()
    await withTaskGroup { group in
      for number in 0..<60 {
        let reader = Task { _ = try? await basket.basket() }
        let edit = Task { _ = try? await basket.apply(.add([.stub(id: "\(number % 7)")])) }
        group.addTask { if number % 3 == 0 { edit.cancel() } }
        group.addTask {
          await edit.value
          reader.cancel()
          await reader.value
        }
      }
    }
    _ = try await basket.apply(.remove(["0"]))
  }

  @Test func `many store and read pages, and cancel`() async throws {
    let fixture = try StoreFixture()
    await withTaskGroup { group in
      for number in 0..<60 {
        let task = Task {
          await fixture.save([.stub(id: "\(number)")], page: number % 5 + 1)
          _ = await fixture.pages.page(for: .stub(page: number % 5 + 1))
        }
        group.addTask { if number % 2 == 0 { task.cancel() } }
        group.addTask { await task.value }
      }
    }
    await fixture.store.finishWriting()
  }
}
