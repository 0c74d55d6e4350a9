import Basics
import Core

// The same order each time a story is played: names that Swift takes for equal, as it does “é” and “é” with a combining
// accent, would else come in that of a dictionary.

extension Sequence<String> {
  /// In the order of their bytes.
  func inOrder() -> [String] { sorted { $0.precedesExactly($1) } }
}

extension Sequence<RecordKey> {
  /// In the order of the bytes of their names, then by kind.
  func inOrder() -> [RecordKey] {
    sorted {
      $0.id.isExactly($1.id)
        ? $0.kind.rawValue < $1.kind.rawValue : $0.id.precedesExactly($1.id)
    }
  }
}
