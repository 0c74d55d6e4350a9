import Core

/// The ticks and stars that the user has set and that are not stored yet. A row shows them although it is bound anew
/// meanwhile, and the next key reverses them.
struct TodoToggles {
  enum Mark {
    case done
    case star
  }

  private struct Toggle {
    let number: Int
    let mark: Mark
    let id: TodoID
    let isOn: Bool
  }

  private var waiting: [Toggle] = []
  private var lastNumber = 0

  /// Begins a command that sets or removes a mark.
  /// - Returns: the number to end it with.
  mutating func begin(_ mark: Mark, _ id: TodoID, _ isOn: Bool) -> Int {
    lastNumber += 1
    waiting.append(Toggle(number: lastNumber, mark: mark, id: id, isOn: isOn))
    return lastNumber
  }

  /// The command has succeeded or failed; a second call does nothing.
  mutating func end(_ number: Int) { waiting.removeAll { $0.number == number } }

  /// Whether a mark will be set once all commands have ended; nil if none of them changes it.
  func isOn(_ mark: Mark, _ id: TodoID) -> Bool? {
    waiting.last { $0.id == id && $0.mark == mark }?.isOn
  }
}
