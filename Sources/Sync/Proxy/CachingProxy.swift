public import Core
import Synchronization

/// A cache in front of a source, which answers at once while the server is asked again.
///
/// Readers get the cached answer first, if there is one, and then the server's. If the server cannot be read,
/// the error follows the cached answer. Readers that come while a request is running share it; it is
/// cancelled when nobody reads any more.
public final class CachingProxy<Value: Hashable & Sendable & Codable>: ServerSource {
  typealias Answer = ServerAnswer<Value>

  private struct State {
    var requests: [AccountID: SharedRequest<Value>] = [:]
    var forgetting: [AccountID: Task<Void, Never>] = [:]
    var count = 0

    mutating func makeNumber() -> Int {
      count += 1
      return count
    }
  }

  private let source: any ServerSource<Value>
  private let resource: String
  private let cache: CacheStore
  private let clock: any SyncClock
  private let state = Mutex(State())

  /// - Parameters:
  ///   - resource: the cache's name for this kind of value.
  public init(
    _ source: any ServerSource<Value>, resource: String, cache: CacheStore,
    clock: any SyncClock = SystemSyncClock()
  ) {
    self.source = source
    self.resource = resource
    self.cache = cache
    self.clock = clock
  }

  /// Reads an account's server. For a share, the member's account is used: the server is the same.
  public func read(_ account: AccountID) -> AsyncThrowingStream<ServerAnswer<Value>, any Error> {
    let account = account.root
    // Each answer replaces the one before, so a slow reader misses nothing.
    let (stream, continuation) = AsyncThrowingStream<Answer, any Error>.makeStream(
      bufferingPolicy: .bufferingNewest(8))
    let (request, reader) = state.withLock { state in
      let reader = state.makeNumber()
      if state.requests[account] == nil {
        let number = state.makeNumber()
        var request = SharedRequest<Value>(number: number)
        request.task = Task { await self.run(account, number) }
        state.requests[account] = request
      }
      state.requests[account]?.add(continuation, as: reader)
      return (state.requests[account]?.number, reader)
    }
    continuation.onTermination = { [weak self] _ in
      if let request { self?.remove(reader, from: request, account) }
    }
    return stream
  }

  /// Drops the cached answer of an account. An answer that arrives later is not stored, and its readers get
  /// the error that the user has signed out.
  public func forget(_ account: AccountID) async {
    let resource = resource
    let cache = cache
    let (request, forgetting) = state.withLock { state in
      let request = state.requests.removeValue(forKey: account)
      let earlier = state.forgetting[account]
      let forgetting = Task {
        await earlier?.value
        // An answer that is being stored right now would otherwise be written afterwards.
        await request?.keeping?.value
        await cache.forget(resource, of: account)
      }
      state.forgetting[account] = forgetting
      return (request, forgetting)
    }
    request?.task?.cancel()
    request?.end(throwing: SyncError.authentication)
    await forgetting.value
    state.withLock { state in
      if state.forgetting[account] == forgetting { state.forgetting[account] = nil }
    }
  }

  // MARK: Requests

  private func run(_ account: AccountID, _ number: Int) async {
    await state.withLock { $0.forgetting[account] }?.value
    let cached = await cached(account)
    if let cached { deliver(cached, to: number, account) }
    guard state.withLock({ $0.requests[account]?.number == number }) else { return }
    do {
      for try await answer in source.read(account) {
        if answer.isComplete {
          guard let isNews = await keep(answer, number, account) else { return }
          // The cached answer is newer. Readers have it already, unless it arrived meanwhile.
          let kept = isNews ? answer : await self.cached(account) ?? answer
          if isNews || kept != cached { deliver(kept, to: number, account) }
        } else if cached == nil {
          deliver(answer, to: number, account)
        }
      }
      end(number, account, throwing: nil)
    } catch {
      end(number, account, throwing: error)
    }
  }

  private func cached(_ account: AccountID) async -> Answer? {
    let cached: CachedAnswer<Value>? = await cache.answer(resource, of: account)
    return cached.map { Answer(value: $0.value, readAt: $0.readAt, skipped: $0.skipped) }
  }

  /// Stores an answer, unless the stored one is newer.
  /// - Returns: whether it is stored; nil if nobody waits for it any more.
  private func keep(_ answer: Answer, _ number: Int, _ account: AccountID) async -> Bool? {
    let keeping: Task<Bool, Never>? = state.withLock { state in
      guard state.requests[account]?.number == number else { return nil }
      let keeping = Task { [cache, resource, clock] in
        await cache.keep(
          CachedAnswer(value: answer.value, readAt: answer.readAt, skipped: answer.skipped),
          as: resource, of: account, now: clock.now())
      }
      state.requests[account]?.keeping = Task { _ = await keeping.value }
      return keeping
    }
    guard let keeping else { return nil }
    return await keeping.value
  }

  private func deliver(_ answer: Answer, to number: Int, _ account: AccountID) {
    state.withLock { state in
      guard state.requests[account]?.number == number else { return }
      state.requests[account]?.deliver(answer)
    }
  }

  private func end(_ number: Int, _ account: AccountID, throwing error: (any Error)?) {
    let request: SharedRequest<Value>? = state.withLock { state in
      guard state.requests[account]?.number == number else { return nil }
      return state.requests.removeValue(forKey: account)
    }
    request?.end(throwing: error)
  }

  private func remove(_ reader: Int, from number: Int, _ account: AccountID) {
    let task: Task<Void, Never>? = state.withLock { state in
      guard state.requests[account]?.number == number else { return nil }
      state.requests[account]?.readers[reader] = nil
      guard state.requests[account]?.readers.isEmpty == true else { return nil }
      return state.requests.removeValue(forKey: account)?.task
    }
    task?.cancel()
  }
}
