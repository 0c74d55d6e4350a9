import Core

/// Decides how far before an already known time to ask for changes.
///
/// `updatedAt` is the time at which the server began to process a commit; the commit becomes visible a little later,
/// when a query may already have read past that time. Reading the last minutes again costs a few documents, which are
/// recognised by their versions. If there are many, as after an import, they are read again only once, when no document
/// can arrive late any more. So each document is read three times at most, however often the server is asked.
enum FirestoreLookback {
  /// Longer than any commit takes: a request may last 60 seconds.
  static let length = Duration.seconds(120)
  /// How long a period with many documents is left out.
  static let longestWait = Duration.seconds(240)

  /// The time from which to ask.
  static func start(of place: FirestoreCursor.Changes) -> String? {
    guard let unsure = place.unsure else { return start(of: place.since).flatMap(RFC3339.format) }
    return isComplete(place) ? unsure : place.since
  }

  /// Where to begin after a listing.
  /// - Parameters:
  ///   - time: when the listing began.
  ///   - isMuch: whether the last minutes may contain many documents.
  static func first(at time: String, isMuch: Bool) -> FirestoreCursor.Changes {
    .init(since: time, unsure: isMuch ? start(of: time).flatMap(RFC3339.format) : nil)
  }

  /// Where to begin the next round.
  /// - Parameters:
  ///   - place: where this round is.
  ///   - isMuch: whether this round returned more documents than should be read again.
  ///   - time: when this round began.
  static func next(
    after place: FirestoreCursor.Changes, isMuch: Bool, at time: String
  ) -> FirestoreCursor.Changes {
    var next = FirestoreCursor.Changes(since: later(place.since, time))
    if place.unsure != nil, !isComplete(place) {
      next.unsure = place.unsure
    } else if isMuch {
      next.unsure = start(of: next.since).flatMap(RFC3339.format)
    }
    return next
  }

  /// The time from which to ask when few documents are read again.
  /// - Parameter time: as the server wrote it.
  static func start(of time: String) -> Timestamp? {
    RFC3339.parse(time).map {
      let earliest = Timestamp(milliseconds: -62_135_596_800_000)  // 0001-01-01
      return max(earliest, $0.adding(.zero - length))
    }
  }

  /// Whether nothing of the left-out period can arrive late any more.
  static func isComplete(_ place: FirestoreCursor.Changes) -> Bool {
    guard let unsure = place.unsure.flatMap(RFC3339.parse), let since = RFC3339.parse(place.since)
    else { return true }
    return since >= unsure.adding(longestWait)
  }

  private static func later(_ a: String, _ b: String) -> String {
    RFC3339.microseconds(b) ?? .min > RFC3339.microseconds(a) ?? .min ? b : a
  }
}
