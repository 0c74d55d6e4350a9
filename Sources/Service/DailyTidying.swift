/// Makes the daily backup and empties the trash of what is old also while a window stays open for weeks.
@MainActor
package final class DailyTidying {
  private let run: @MainActor () async -> Void
  private var observation: AnyObject?
  private var work: Task<Void, Never>?

  /// - Parameter run: does what is due, if it is; it runs when the day or the clock has changed.
  package init(clock: any DayClock, _ run: @escaping @MainActor () async -> Void) {
    self.run = run
    observation = clock.observe { [weak self] in self?.begin() }
  }

  private func begin() {
    guard work == nil else { return }
    work = Task { [weak self] in
      await self?.run()
      self?.work = nil
    }
  }

  /// Waits for the end of what is under way.
  package func waitUntilIdle() async { await work?.value }

  /// Runs nothing more, and waits for the end of what is under way.
  package func end() async {
    observation = nil
    await waitUntilIdle()
  }
}
