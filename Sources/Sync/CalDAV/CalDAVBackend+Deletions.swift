import Basics
import Core

// What a round finds missing was deleted, unless it is too much.

extension CalDAVBackend {
  /// Adds deletions for the missing resources, or holds them back where they are more than half of a list.
  func deletions(
    _ rest: CalDAVRound, since place: CalDAVCursor, _ records: inout [RemoteRecord]
  ) -> [(path: String, deletions: HeldDeletions)] {
    var byPath: [String: [RemoteRecord]] = [:]
    var lostTodos = 0
    var moved: [String: Int] = [:]
    let lostSizes = rest.sizes.filter { rest.collections[$0.key] == nil }.map(\.value).reduce(0, +)
    for resource in rest.missing.values.sorted(by: { $0.path.precedesExactly($1.path) }) {
      let path = DAVPath(href: resource.path)?.parent.text ?? ""
      if rest.found[ExactText(resource.key.id)] != nil {
        // It is at another place now.
        moved[path, default: 0] += 1
        continue
      }
      if rest.collections[path] == nil { lostTodos += 1 }
      byPath[path, default: []].append(
        RemoteRecord(
          key: resource.key, state: .deleted,
          // A resource that could not be read has no base here, so its deletion deletes nothing.
          version: .gone(resource.key)
        ).askedAfter(resource))
    }
    var held: [(path: String, deletions: HeldDeletions)] = []
    // A missing calendar counts with all its to-dos that are here, including those that earlier rounds found missing by
    // name.
    for path in byPath.keys { lostTodos += rest.unknown[path] ?? 0 }
    for (path, deleted) in byPath.sorted(by: { $0.key.precedesExactly($1.key) }) {
      let size = rest.sizes[path] ?? deleted.count
      // If a whole calendar is gone, the rule of the list itself applies: another device may be sending the list again.
      let isGone = rest.collections[path] == nil
      let (lost, known) = isGone ? (lostTodos, lostSizes) : (deleted.count, size)
      let isMuch =
        known >= Self.fewestHeld && 2 * lost > known - (moved[path] ?? 0)
        || isGone && lost >= Self.fewestHeld
      if isMuch || place.places[path]?.isHeld == true {
        held.append(
          (path, HeldDeletions(list: list(path, rest, place), known: size, records: deleted)))
      } else {
        records += deleted
      }
    }
    return held
  }

  func list(_ path: String, _ rest: CalDAVRound, _ place: CalDAVCursor) -> ListID {
    rest.collections[path]?.list ?? place.places[path].map { ListID(rawValue: $0.list) }
      ?? DAVPath(href: path).map { CalDAVCollection.list(at: $0, of: account) }
      ?? ListID(rawValue: path)
  }
}
