import Basics
import Core
import FoundationEssentials

/// How far one collection has been read. Its times are the server's, as the server wrote them.
enum FirestoreCursor: Hashable, Sendable {
  /// In the middle of a listing of everything, in the order of the IDs.
  case listing(Listing)
  /// Everything up to a time is known; perhaps in the middle of reading what changed since.
  case changes(Changes)

  struct Listing: Hashable, Sendable, Codable {
    /// The ID of the last document told; nil at the beginning.
    var after: String?
    /// When the first page was read; nil before that. What changes later may be missing in the pages.
    var startedAt: String?
    /// How many documents to ask for, if fewer than usual.
    var limit: Int?
    /// What was read of it so far.
    var amount: FirestoreAmount?
  }

  struct Changes: Hashable, Sendable, Codable {
    var since: String
    /// From when on there may be documents that were not visible yet; nil: a little before `since`. Told
    /// where there is so much that it is not read again in each round.
    var unsure: String?
    /// How many documents the pages of this round before have told; nil at its beginning.
    var told: Int?
    /// The last document told in this round; nil at its beginning.
    var after: Place?
    /// When the first page of the round was read.
    var startedAt: String?
    /// How many documents to ask for, if fewer than usual.
    var limit: Int?
    /// What was read in this round so far.
    var amount: FirestoreAmount?
  }

  /// A document in the order of `updatedAt`, which many may share.
  struct Place: Hashable, Sendable, Codable {
    let time: String
    let id: String
  }

  private struct ListingForm: Codable {
    let listing: Listing
  }

  /// Nil for a token that this type has not written.
  init?(_ cursor: SyncCursor, of kind: RecordKind) {
    let data = Data(cursor.token.utf8)
    let decoder = JSONDecoder()
    if let form = try? decoder.decode(ListingForm.self, from: data) {
      let listing = form.listing
      guard let started = listing.startedAt, Self.isTime(started), let after = listing.after,
        FirestorePaths.isRecordID(after, of: kind), listing.limit ?? 1 > 0
      else { return nil }
      self = .listing(listing)
    } else if let changes = try? decoder.decode(Changes.self, from: data) {
      guard Self.isTime(changes.since), changes.unsure.map(Self.isTime) ?? true,
        changes.startedAt.map(Self.isTime) ?? true,
        changes.after.map({
          Self.isTime($0.time) && FirestorePaths.isRecordID($0.id, of: kind)
        }) ?? true,
        (changes.after == nil) == (changes.startedAt == nil), changes.limit ?? 1 > 0
      else { return nil }
      self = .changes(changes)
    } else {
      return nil
    }
  }

  init(_ listing: Listing) { self = .listing(listing) }

  init(_ changes: Changes) { self = .changes(changes) }

  /// The form that is kept in the database.
  func stored() throws(SyncError) -> SyncCursor {
    let data =
      switch self {
      case .listing(let listing): try FirestoreBackend.encode(ListingForm(listing: listing))
      case .changes(let changes): try FirestoreBackend.encode(changes)
      }
    return SyncCursor(token: String(decoding: data, as: UTF8.self))
  }

  /// The time up to which everything is known; nil at the beginning of a listing.
  var since: String? {
    switch self {
    case .listing(let listing): listing.startedAt
    case .changes(let changes): changes.since
    }
  }

  private static func isTime(_ text: String) -> Bool { RFC3339.parse(text) != nil }
}
