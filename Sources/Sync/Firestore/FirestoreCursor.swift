import Basics
import Core
import FoundationEssentials

/// How far one collection has been read. The times are server times, exactly as the server wrote them.
enum FirestoreCursor: Hashable, Sendable {
  /// Within a listing of everything, in ID order.
  case listing(Listing)
  /// Everything up to a time is known; possibly within a round that reads later changes.
  case changes(Changes)

  struct Listing: Hashable, Sendable, Codable {
    /// The ID of the last document returned; nil at the beginning.
    var after: String?
    /// When the first page was read; nil before that. Later changes may be missing in the pages.
    var startedAt: String?
    /// How many documents to request, if fewer than usual.
    var limit: Int?
    /// How much of it was read so far.
    var amount: FirestoreReadVolume?
  }

  struct Changes: Hashable, Sendable, Codable {
    var since: String
    /// Since when documents may have become visible late; nil for a little before `since`. Set when there are
    /// too many documents to read that period again in each round.
    var unsure: String?
    /// How many documents this round's earlier pages returned; nil at its beginning.
    var told: Int?
    /// The last document returned in this round; nil at its beginning.
    var after: Place?
    /// When the first page of the round was read.
    var startedAt: String?
    /// How many documents to request, if fewer than usual.
    var limit: Int?
    /// How much was read in this round so far.
    var amount: FirestoreReadVolume?
  }

  /// A place in the order of `updatedAt`, which many documents may share.
  struct Place: Hashable, Sendable, Codable {
    let time: String
    let id: String
  }

  private struct ListingForm: Codable {
    let listing: Listing
  }

  /// Nil for a token that this type did not write.
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

  /// The form that the database stores.
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
