import Core

/// How far before a time that is known to ask for changes.
///
/// `updatedAt` is the time at which the server began to deal with a commit; others see the commit a
/// little later, when a query may have read past that time already. Asking twice for the last
/// moments costs a few documents; their versions tell that they are known.
enum FirestoreOverlap {
  /// Longer than any commit takes: a request may last 60 seconds.
  static let length = Duration.seconds(120)

  /// The time to ask from.
  /// - Parameter time: as the server wrote it.
  static func start(of time: String) -> Timestamp? {
    RFC3339.parse(time).map {
      let earliest = Timestamp(milliseconds: -62_135_596_800_000)  // 0001-01-01
      return max(earliest, $0.adding(.zero - length))
    }
  }
}
