import Core

/// The observers of one kind of change.
@MainActor
package final class Observers {
  private var handlers: [ObjectIdentifier: @MainActor () -> Void] = [:]

  package func notify() {
    for handler in handlers.values { handler() }
  }

  /// - Returns: keeps the observation alive.
  package func add(_ onChange: @escaping @MainActor () -> Void) -> AnyObject {
    let observation = Observation(self)
    handlers[ObjectIdentifier(observation)] = onChange
    return observation
  }

  @MainActor
  private final class Observation {
    weak var observers: Observers?

    init(_ observers: Observers) {
      self.observers = observers
    }

    isolated deinit {
      observers?.handlers[ObjectIdentifier(self)] = nil
    }
  }
}
