import CGLib

/// The memory of the process.
package enum Memory {
  /// Gives unused memory back to the system. The allocator would keep it, in pieces between blocks that are in use.
  ///
  /// It takes some milliseconds; call it at the end of work that used much memory.
  package static func trim() async { _ = malloc_trim(0) }
}
