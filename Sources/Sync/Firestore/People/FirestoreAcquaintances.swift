import Basics
import Core

/// Reads the profiles of people who are not findable but share a list with the user.
///
/// A request for a profile names no list, and the server's rules cannot search for one. So the user names the
/// list in a record of their own tree, `acquaintances/{person}`, and the rules verify it. If it is not true,
/// for example because somebody has not accepted an invitation, the next list is tried.
struct FirestoreAcquaintances: Sendable {
  let reader: FirestoreReader

  private static let collection = "acquaintances"
  private static let owner = "owner"
  private static let list = "listID"
  /// The most people that are read.
  private static let mostPeople = 1_000
  /// The most lists that are tried for one person.
  private static let mostLists = 8
  /// The most writes in one request.
  private static let batch = 200
  private static let readsAtOnce = 8

  /// A person who has not been read yet, and the lists that are left to try.
  private struct Awaited {
    let user: String
    var lists: [Acquaintance]
  }

  /// The user's own profile; nil if there is none that can be read. `isMissing` if the server has no such document.
  func own() async throws(SyncError) -> (person: Person?, isMissing: Bool) {
    let own = try await Self.profile(of: reader.settings.user, reader).get()
    return (own.person, own.isMissing)
  }

  /// - Parameter known: ordered so that the more promising list of a person comes first.
  /// - Returns: the people with a profile that may be read.
  func people(_ known: [Acquaintance]) async throws(SyncError) -> [Person] {
    var said = try await records(known)
    var awaited = Self.awaited(known, said: said)
    var people: [Person] = []
    for _ in 0..<Self.mostLists where !awaited.isEmpty {
      let next = awaited.compactMap(\.lists.first)
      try await say(next.filter { said[ExactText($0.user)] != $0 })
      for link in next { said[ExactText(link.user)] = link }
      let answers = try await profiles(of: awaited.map(\.user))
      people += answers.compactMap { $0?.person }
      awaited = zip(awaited, answers).compactMap { person, answer in
        guard answer == nil, person.lists.count > 1 else { return nil }
        return Awaited(user: person.user, lists: Array(person.lists.dropFirst()))
      }
    }
    return people
  }

  /// The list that was claimed last is tried first: that claim was true then.
  private static func awaited(
    _ known: [Acquaintance], said: [ExactText: Acquaintance]
  ) -> [Awaited] {
    var lists: [ExactText: [Acquaintance]] = [:]
    var order: [ExactText] = []
    for link in known
    where FirestorePaths.isDocumentID(link.user) && FirestorePaths.isDocumentID(link.owner)
      && FirestorePaths.isDocumentID(link.list.rawValue)
    {
      if lists[ExactText(link.user)] == nil { order.append(ExactText(link.user)) }
      let isSaid = said[ExactText(link.user)] == link
      lists[ExactText(link.user), default: []].insert(
        link, at: isSaid ? 0 : lists[ExactText(link.user)]?.count ?? 0)
    }
    return order.prefix(mostPeople).map { Awaited(user: $0.text, lists: lists[$0] ?? []) }
  }

  // MARK: Claims

  /// The claims in the user's own tree; none if the server has none.
  private func records(_ known: [Acquaintance]) async throws(SyncError)
    -> [ExactText: Acquaintance]
  {
    guard !known.isEmpty else { return [:] }
    var listing = FirestoreListing(
      .init(collection: Self.collection), below: own, fields: [Self.owner, Self.list],
      pageSize: Self.mostPeople, reader: reader)
    let page: FirestoreListing.Page
    do throws(SyncError) {
      page = try await listing.next()
    } catch {
      // The server's rules are older than these records.
      guard case .rejected = error else { throw error }
      return [:]
    }
    var said: [ExactText: Acquaintance] = [:]
    for document in page.documents {
      let fields = FirestoreFieldReader(fields: document.fields)
      guard let user = reader.path(ofDocument: document.name)?.last,
        let owner = try? fields.string(Self.owner), let list = try? fields.string(Self.list)
      else { continue }
      said[ExactText(user)] = Acquaintance(
        user: user, owner: owner, list: ListID(rawValue: list))
    }
    return said
  }

  private func say(_ links: [Acquaintance]) async throws(SyncError) {
    for start in stride(from: 0, to: links.count, by: Self.batch) {
      let writes = links[start..<min(start + Self.batch, links.count)].map { link in
        FirestoreCommit.Write(
          update: .init(
            name: reader.rootName + (own + [Self.collection, link.user]).joined(separator: "/"),
            fields: [
              Self.owner: .string(link.owner), Self.list: .string(link.list.rawValue),
            ]), updateMask: nil, updateTransforms: [], currentDocument: nil)
      }
      let body = try FirestoreCommit(writes: writes).json()
      do throws(SyncError) {
        _ = try await reader.exchange.send(.post, reader.paths.commitURL, body: body)
      } catch {
        // The profiles are requested anyway, and may be refused one by one.
        guard case .rejected = error else { throw error }
      }
    }
  }

  private var own: [String] { [FirestorePersonReader.collection, reader.settings.user] }

  // MARK: Profiles

  /// A person's profile, which may be missing or have no name.
  private struct Profile: Sendable {
    let person: Person?
    let isMissing: Bool
  }

  /// - Returns: one for each person; nil if the profile may not be read.
  private func profiles(of users: [String]) async throws(SyncError) -> [Profile?] {
    var profiles: [Profile?] = []
    for start in stride(from: 0, to: users.count, by: Self.readsAtOnce) {
      let part = Array(users[start..<min(start + Self.readsAtOnce, users.count)])
      let answers = await withTaskGroup(of: (Int, Result<Profile, SyncError>).self) { group in
        for (index, user) in part.enumerated() {
          group.addTask { [reader] in (index, await Self.profile(of: user, reader)) }
        }
        var answers: [Int: Result<Profile, SyncError>] = [:]
        for await (index, answer) in group { answers[index] = answer }
        return answers
      }
      for index in part.indices {
        switch answers[index] {
        case .success(let profile): profiles.append(profile)
        case .failure(.rejected(403, _)), nil: profiles.append(nil)
        case .failure(let error): throw error
        }
      }
    }
    return profiles
  }

  /// One at a time: the rules may look up only as many documents as one profile needs.
  private static func profile(of user: String, _ reader: FirestoreReader) async
    -> Result<Profile, SyncError>
  {
    let name = reader.rootName + FirestorePersonReader.collection + "/" + user
    do throws(SyncError) {
      let document = try await reader.documents([name])[ExactText(name)]
      return .success(
        Profile(
          person: document.flatMap {
            FirestorePersonReader.person(
              $0, id: user, fromLoopback: reader.settings.isLoopback)
          }, isMissing: document == nil))
    } catch {
      return .failure(error)
    }
  }
}
