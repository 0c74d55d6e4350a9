import Core

/// Finds the list that a person names in a terminal.
struct ListFinder {
  let lists: [TodoList]

  /// So many lists are named in a message.
  private static let most = 10

  /// The list of this name, or whose identifier begins so.
  ///
  /// The very name goes before one that differs in case, and that before an identifier.
  /// - Throws: ``CommandStatus/notFound`` if there is none, or more than one.
  func list(_ typed: String) throws(CommandFailure) -> TodoList {
    let wanted = TodoContent.normalized(typed) ?? ""
    let folded = wanted.lowercased()
    for found in [
      lists.filter { $0.name == wanted },
      lists.filter { $0.name.lowercased() == folded },
      wanted.count >= TodoStore.shortestID
        ? lists.filter { $0.id.rawValue.hasExactPrefix(wanted) } : [],
    ] where !found.isEmpty {
      if found.count == 1 { return found[0] }
      throw CommandFailure(
        .notFound,
        tr("Several lists are called “%s”. Name one by its ID:", Terminal.plain(typed))
          + lines(found) { "\(shortID(of: $0))  \(Terminal.plain($0.name))" })
    }
    throw CommandFailure(.notFound, complaint(typed, folded))
  }

  /// The beginning of an identifier that no other list's begins with.
  func shortID(of list: TodoList) -> String {
    let scalars = Array(list.id.rawValue.unicodeScalars)
    let shared = lists.filter { $0.id != list.id }.map { other in
      zip(scalars, other.id.rawValue.unicodeScalars).prefix { $0 == $1 }.count
    }
    var short = String.UnicodeScalarView()
    short.append(
      contentsOf: scalars.prefix(max(TodoStore.shortestID, (shared.max() ?? 0) + 1)))
    return Terminal.plain(String(short))
  }

  /// What the shells offer: each list by its name, or by its identifier where the name does not find it
  /// or cannot be typed.
  var candidates: [CompletionCandidate] {
    lists.compactMap { list in
      for word in [list.name, shortID(of: list)] where CompletionCandidate.isTypable(word) {
        let found = try? self.list(word)
        if found?.id == list.id {
          return CompletionCandidate(word, word == list.name ? "" : list.name)
        }
      }
      return nil
    }
  }

  // MARK: Parts

  private func complaint(_ typed: String, _ folded: String) -> String {
    let name = Terminal.plain(typed)
    guard !lists.isEmpty else {
      return tr("There is no list “%s”, nor any other.", name)
    }
    let similar = lists.filter { list in
      let other = list.name.lowercased()
      return !folded.isEmpty && (other.contains(folded) || folded.contains(other))
        || Similarity.isSlip(other, folded)
    }
    if !similar.isEmpty {
      return tr("There is no list “%s”. Similar ones:", name)
        + lines(similar) { Terminal.plain($0.name) }
    }
    return tr("There is no list “%s”. These are there:", name)
      + lines(lists) { Terminal.plain($0.name) }
  }

  private func lines(_ lists: [TodoList], _ text: (TodoList) -> String) -> String {
    lists.prefix(Self.most).map { "\n  " + text($0) }.joined()
      + (lists.count > Self.most ? "\n  …" : "")
  }
}
