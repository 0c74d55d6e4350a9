import Core
import TestSupport
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class SharedStoreTests: XCTestCase {
  private actor Opener {
    private(set) var count = 0
    private let failures: Int
    private let folder: TemporaryFolder

    init(failures: Int = 0) throws {
      self.failures = failures
      folder = try TemporaryFolder()
    }

    func open() async -> Result<TodoStore, StoreError> {
      count += 1
      if count <= failures { return .failure(.busy) }
      do throws(StoreError) {
        return .success(try TodoStore.open(at: folder.file()))
      } catch {
        return .failure(error)
      }
    }
  }

  @MainActor
  func testTheFileIsOpenedOnceForAll() async throws {
    let opener = try Opener()
    let shared = SharedStore { await opener.open() }
    async let first = shared.open()
    async let second = shared.open()
    let stores = try await (first.get(), second.get())
    XCTAssertTrue(stores.0 === stores.1)
    let count = await opener.count
    XCTAssertEqual(count, 1)
  }

  @MainActor
  func testAFailureIsTriedAgain() async throws {
    let opener = try Opener(failures: 1)
    let shared = SharedStore { await opener.open() }
    let first = await shared.open()
    XCTAssertThrowsError(try first.get())
    let second = await shared.open()
    XCTAssertNoThrow(try second.get())
  }

  @MainActor
  func testClosedItIsOpenedAnew() async throws {
    let opener = try Opener()
    let shared = SharedStore { await opener.open() }
    let first = try await shared.open().get()
    await shared.close()
    do {
      _ = try await first.lists()
      XCTFail("it is closed")
    } catch {}
    _ = try await shared.open().get().lists()
    let count = await opener.count
    XCTAssertEqual(count, 2)
  }

  @MainActor
  func testItIsOpenedBeforeItIsAskedFor() async throws {
    let opener = try Opener()
    let shared = SharedStore { await opener.open() }
    shared.begin()
    let isBegun = await TestSupport.eventually { await opener.count == 1 }
    XCTAssertTrue(isBegun)
    _ = try await shared.open().get().lists()
    let count = await opener.count
    XCTAssertEqual(count, 1)
  }
}
