import CGLib

/// The memory of the process.
package enum Memory {
  /// Gives memory that is no longer used back to the system. The allocator keeps it otherwise, in pieces
  /// between what is used.
  ///
  /// It takes some milliseconds; for the end of work that used much.
  package static func giveBack() async { _ = malloc_trim(0) }
}
