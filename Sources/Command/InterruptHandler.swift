import Dispatch
import Glibc

/// Calls a closure on Control-C and on the termination signal, as long as it exists.
@MainActor
final class InterruptHandler {
  private(set) var wasInterrupted = false
  private var sources: [any DispatchSourceSignal] = []

  init(_ onSignal: @escaping @MainActor () -> Void) {
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { [weak self] in
        MainActor.assumeIsolated {
          self?.wasInterrupted = true
          onSignal()
        }
      }
      source.resume()
      return source
    }
  }

  isolated deinit {
    for source in sources { source.cancel() }
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
  }
}
