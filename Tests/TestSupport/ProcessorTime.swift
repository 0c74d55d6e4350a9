import Glibc

/// The processor time that work takes on this thread, the minimum of three runs. Other programs do not count, so two
/// such times can be compared even if the computer is busy.
public func processorTime(of work: () throws -> Void) rethrows -> Duration {
  var least: Duration?
  for _ in 0..<3 {
    let begin = processorTimeOfThread()
    try work()
    let spent = processorTimeOfThread() - begin
    least = least.map { min($0, spent) } ?? spent
  }
  return least ?? .zero
}

private func processorTimeOfThread() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
