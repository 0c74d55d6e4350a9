import Basics
import Core

// A defined order, so that a story is the same each time it is played. Swift considers some names equal that differ in
// their bytes, such as “é” and “é” with a combining accent; otherwise their order would be that of a dictionary.

extension Sequence<String> {
  /// Sorts by bytes.
  func inOrder() -> [String] { sorted { $0.precedesExactly($1) } }
}

extension Sequence<RecordKey> {
  /// Sorts by the bytes of the IDs, then by kind.
  func inOrder() -> [RecordKey] {
    sorted {
      $0.id.isExactly($1.id)
        ? $0.kind.rawValue < $1.kind.rawValue : $0.id.precedesExactly($1.id)
    }
  }
}
