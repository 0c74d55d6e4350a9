import Core
import Foundation
import TestSupport
import XCTest

@testable import Service

@MainActor
final class ServerRepositoryTests: XCTestCase {
  func testAProfileThatCouldNotBeSentIsSentAfterALaterRound() async throws {
    let proxy = try FaultProxy()
    addTeardownBlock { proxy.stop() }
    proxy.always(.answer(status: 503, body: ""))
    let store = try TodoStore.inMemory()
    let account = Account(
      firestore: try FirestoreSettings(project: "p", host: proxy.host, user: "ann"))
    try await store.connect(account)
    let folder = NSTemporaryDirectory() + UUID().uuidString
    addTeardownBlock { try? FileManager.default.removeItem(atPath: folder) }
    let repository = ServerRepository(
      store: store, cacheFolder: folder, retryPause: .zero, tokens: { _ in nil })
    let person = Person(id: "ann", username: "ann", fullname: "Ann", isFindable: false)
    try await repository.save(person, changing: Person.allFields, of: account.id)
    repository.start()
    // The start sends it too.
    await eventually("it is tried") { !proxy.requests.isEmpty }
    _ = await repository.sendPending(of: account.id)
    let before = proxy.requests.count
    try await store.noteSync(of: account.id)
    await eventually("it is tried again") { proxy.requests.count > before }
    await repository.stop()
  }
}
