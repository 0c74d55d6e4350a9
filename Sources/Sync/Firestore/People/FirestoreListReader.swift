import Basics
import Core

/// Finds a user's own lists and those in which the user is a member.
struct FirestoreListReader: Sendable {
  /// Lists and their sort keys.
  struct Found: Sendable {
    var lists: [(entry: CatalogueEntry, position: String)] = []
    var skipped = 0
    var readAt: Timestamp

    /// In the order of the main list: by position, then by ID.
    var inOrder: [CatalogueEntry] {
      lists.sorted { a, b in
        guard a.position.isExactly(b.position) else {
          return a.position.precedesExactly(b.position)
        }
        if a.entry.id != b.entry.id {
          return a.entry.id.rawValue.precedesExactly(b.entry.id.rawValue)
        }
        return a.entry.owner.precedesExactly(b.entry.owner)
      }.map(\.entry)
    }
  }

  /// The user's membership in a list of another person.
  struct Share: Sendable {
    let owner: String
    let list: String
    let role: ListRole
  }

  private static let listFields = ["deleted", "name", "position"]
  private static let memberFields = ["deleted", "listID", "role", "user"]
  /// How many lists of others are requested at once.
  private static let batch = 100

  let reader: FirestoreReader
  let pageSize: Int

  private var user: String { reader.settings.user }

  func own() async throws(SyncError) -> Found {
    var found = Found(readAt: Timestamp(milliseconds: 0))
    var listing = FirestoreListing(
      .init(collection: "lists"), below: ["users", user], fields: Self.listFields,
      pageSize: pageSize, reader: reader)
    var seen = 0
    while true {
      let page = try await listing.next()
      if seen == 0 { found.readAt = page.readAt }
      for document in page.documents { add(document, owner: user, role: nil, to: &found) }
      seen += page.documents.count
      if page.isLast { return found }
      if seen >= FirestoreCatalogue.most || listing.isTooLong {
        found.skipped += 1
        return found
      }
    }
  }

  /// If the server does not say who is a member of what, the shared lists are unknown; that counts as one
  /// unreadable list.
  func shared() async throws(SyncError) -> Found {
    var found = Found(readAt: Timestamp(milliseconds: 0))
    let shares: [Share]
    do throws(SyncError) {
      (shares, found.skipped) = try await self.shares(acceptedIn: accepted())
    } catch {
      guard case .rejected = error else { throw error }
      found.skipped = 1
      return found
    }
    for start in stride(from: 0, to: shares.count, by: Self.batch) {
      let part = Array(shares[start..<min(start + Self.batch, shares.count)])
      for (share, result) in zip(part, try await documents(of: part)) {
        switch result {
        // A deleted list is left out.
        case .success(nil): continue
        case .success(let document?):
          add(document, owner: share.owner, role: share.role, to: &found)
        case .failure: found.skipped += 1
        }
      }
    }
    return found
  }

  // MARK: Lists

  private func add(
    _ document: FirestoreDocument, owner: String, role: ListRole?, to found: inout Found
  ) {
    let fields = FirestoreFieldReader(fields: document.fields)
    do throws(FirestoreDecodingError) {
      if try fields.bool("deleted") ?? false { return }
      let name = try fields.requiredString("name")
      guard let id = reader.path(ofDocument: document.name)?.last,
        let created = RFC3339.parse(document.createTime)
      else { throw FirestoreDecodingError(detail: "document without its name or time") }
      let entry = CatalogueEntry(
        id: ListID(rawValue: id), name: name, owner: owner, role: role, openCount: nil)
      found.lists.append((entry, try fields.string("position") ?? PositionKey.initial(at: created)))
    } catch {
      found.skipped += 1
    }
  }

  // MARK: Memberships

  /// The names of the user's answers that accept a list.
  private func accepted() async throws(SyncError) -> Set<ExactText> {
    var listing = FirestoreListing(
      .init(collection: "consents", field: "choice", value: Consent.Choice.accepted.rawValue),
      below: ["users", user], fields: ["choice"], pageSize: pageSize, reader: reader)
    var names: Set<ExactText> = []
    while true {
      let page = try await listing.next()
      names.formUnion(
        page.documents.compactMap { reader.path(ofDocument: $0.name)?.last.map { ExactText($0) } })
      if page.isLast || names.count >= FirestoreCatalogue.most { return names }
    }
  }

  /// Unaccepted invitations are left out: strangers may write any number of them.
  private func shares(acceptedIn accepted: Set<ExactText>) async throws(SyncError)
    -> (shares: [Share], skipped: Int)
  {
    var listing = FirestoreListing(
      .init(collection: "members", isGroup: true, field: "user", value: user),
      fields: Self.memberFields, pageSize: pageSize, reader: reader)
    var shares: [Share] = []
    var skipped = 0
    var seen = 0
    while true {
      let page = try await listing.next()
      for document in page.documents {
        do throws(FirestoreDecodingError) {
          guard let share = try share(document) else { continue }
          let consent = Consent.id(of: share.owner, ListID(rawValue: share.list))
          if accepted.contains(ExactText(consent)) { shares.append(share) }
        } catch {
          skipped += 1
        }
      }
      seen += page.documents.count
      if page.isLast { return (shares, skipped) }
      if seen >= FirestoreCatalogue.most || listing.isTooLong { return (shares, skipped + 1) }
    }
  }

  /// Nil for a membership that has ended, and for one in the user's own tree, where the user is the owner.
  private func share(_ document: FirestoreDocument) throws(FirestoreDecodingError) -> Share? {
    let fields = FirestoreFieldReader(fields: document.fields)
    if try fields.bool("deleted") ?? false { return nil }
    let list = try fields.requiredString("listID")
    guard let path = reader.path(ofDocument: document.name), path.count == 4,
      path[0].isExactly("users"),
      path[3].isExactly(ListMember.id(of: user, in: ListID(rawValue: list))),
      FirestorePaths.isDocumentID(list),
      let role = ListRole(rawValue: try fields.requiredString("role"))
    else { throw FirestoreDecodingError(detail: "not a part in a list") }
    return path[1].isExactly(user) ? nil : Share(owner: path[1], list: list, role: role)
  }

  /// Reads all at once; one by one if some may not be read.
  private func documents(of shares: [Share]) async throws(SyncError)
    -> [Result<FirestoreDocument?, SyncError>]
  {
    do throws(SyncError) {
      let found = try await reader.documents(shares.map(name))
      return shares.map { .success(found[ExactText(name($0))]) }
    } catch {
      guard case .rejected = error else { throw error }
    }
    return try await FirestoreCatalogue.inParallel(shares) {
      (share: Share) async throws(SyncError) -> Result<FirestoreDocument?, SyncError> in
      do throws(SyncError) {
        return .success(try await reader.documents([name(share)]).values.first)
      } catch {
        guard case .rejected = error else { throw error }
        return .failure(error)
      }
    }
  }

  private func name(_ share: Share) -> String {
    reader.rootName + "users/\(share.owner)/lists/\(share.list)"
  }
}
