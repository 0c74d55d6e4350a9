/// The names offered while the user types one after its mark.
package struct QuickAddCompletion: Hashable, Sendable {
  package enum Kind: Sendable {
    case tag, person, list
  }

  /// A name, with its index among the known names of that kind.
  package struct Offer: Hashable, Sendable {
    package let index: Int
    package let name: String
  }

  package let kind: Kind
  /// The range that a chosen name replaces, in the UTF-8 of the text; the mark is not included.
  package let range: Range<Int>
  /// At most eight names. Those that begin with the typed text come before those in which a later word does. A name that
  /// is typed completely is offered only if several lists have it.
  package let offers: [Offer]
}

extension QuickAddReader {
  /// The names offered at the cursor; nil if no name is being typed, or if none matches.
  /// - Parameters:
  ///   - offset: the position of the cursor in the UTF-8 of the text.
  ///   - decided: marks with names of lists, as typed, for which the user has chosen a list or plain text.
  package func completion(
    _ text: String, at offset: Int, decided: Set<String> = []
  ) -> QuickAddCompletion? {
    guard text.utf8.count <= TypedLine.longest else { return nil }
    let line = TypedLine(text)
    guard let end = line.offsets.firstIndex(of: offset) else { return nil }
    var place = end - 1
    while place >= 0, end - place <= Names.longest {
      if let kind = QuickAddCompletion.Kind(mark: line.characters[place]),
        Marks.isAlone(before: place, in: line)
      {
        let range = line.offsets[place + 1]..<offset
        var twins: [Int] = []
        if kind == .list {
          let utf8 = Array(text.utf8)
          let mark = String(decoding: utf8[line.offsets[place]..<offset], as: UTF8.self)
          let meant = marks.lists.meant(by: String(decoding: utf8[range], as: UTF8.self))
          if meant.count > 1, !decided.contains(mark) { twins = meant }
        }
        let offers = QuickAddReader.offers(
          names(of: kind), typed: Array(line.characters[place + 1..<end]), twins: twins)
        guard !offers.isEmpty else { return nil }
        return QuickAddCompletion(kind: kind, range: range, offers: offers)
      }
      place -= 1
    }
    return nil
  }

  /// The names offered for a tag typed on its own, with or without a `#`; nil if none matches.
  /// - Parameter own: tags that are not offered, in any spelling.
  package func completion(ofTag typed: String, without own: [String] = []) -> QuickAddCompletion? {
    let line = TypedLine(typed)
    guard typed.utf8.count <= TypedLine.longest, !line.characters.allSatisfy(\.isWhitespace) else {
      return nil
    }
    let characters = line.characters.filter { $0 != "#" }.drop(while: \.isWhitespace)
    let end = characters.lastIndex { !$0.isWhitespace }.map { $0 + 1 } ?? characters.startIndex
    let owned = Set(own.map { TypedLine($0).characters })
    let offers = QuickAddReader.offers(
      context.tags.map { owned.contains(TypedLine($0).characters) ? [] : [$0] },
      typed: Array(characters[..<end]))
    guard !offers.isEmpty else { return nil }
    return QuickAddCompletion(kind: .tag, range: 0..<typed.utf8.count, offers: offers)
  }

  private func names(of kind: QuickAddCompletion.Kind) -> [[String]] {
    switch kind {
    case .tag: context.tags.map { [$0] }
    case .person: context.people.map(\.names)
    case .list: context.lists.map { [$0.name] }
    }
  }

  /// - Parameters:
  ///   - names: for each item, all of its names; the first one is offered.
  ///   - twins: the items with the completely typed name, if it does not tell them apart. They come first.
  private static func offers(
    _ names: [[String]], typed: [Character], twins: [Int] = []
  ) -> [QuickAddCompletion.Offer] {
    var first = twins.compactMap { index in
      names[index].first.map { QuickAddCompletion.Offer(index: index, name: $0) }
    }
    var second: [QuickAddCompletion.Offer] = []
    for (index, names) in names.enumerated() where first.count < 8 {
      guard let name = names.first, !twins.contains(index) else { continue }
      let characters = names.map(Names.letters(of:))
      // A name that is typed completely is not offered.
      guard !characters.contains(typed) else { continue }
      if characters.contains(where: { $0.starts(with: typed) }) {
        first.append(.init(index: index, name: name))
      } else if second.count < 8, !typed.isEmpty, characters.contains(where: { hasWord($0, typed) })
      {
        second.append(.init(index: index, name: name))
      }
    }
    return Array((first + second).prefix(8))
  }

  /// Whether a word after the first one begins with the typed text.
  private static func hasWord(_ characters: [Character], _ typed: [Character]) -> Bool {
    characters.split(whereSeparator: { $0.isWhitespace || $0 == "-" }).dropFirst()
      .contains { $0.starts(with: typed) }
  }
}

extension QuickAddCompletion.Kind {
  fileprivate init?(mark: Character) {
    switch mark {
    case "#": self = .tag
    case "@": self = .person
    case "~", "/": self = .list
    default: return nil
    }
  }
}
