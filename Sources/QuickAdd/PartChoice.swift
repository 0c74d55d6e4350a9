/// Chooses one of several parts of the same kind; the others remain text.
///
/// A day that is added to a title is at the end or at the beginning of the line: “Prepare Monday meeting tomorrow”. Of
/// several parts, the last one in the group of parts at the end of the line is taken, otherwise the last one in the
/// group at the beginning, otherwise the last one of all.
struct PartChoice {
  let parts: [QuickAddPart]

  init(_ found: [QuickAddPart], in utf8: [UInt8]) {
    func isBlank(_ range: Range<Int>) -> Bool {
      utf8[range].allSatisfy {
        $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ".")
      }
    }
    // The beginning of the group of parts at the end of the line, and the size of the group at its beginning.
    var trailing = found.count
    var end = utf8.count
    while trailing > 0, isBlank(found[trailing - 1].range.upperBound..<end) {
      end = found[trailing - 1].range.lowerBound
      trailing -= 1
    }
    var leading = 0
    var start = 0
    while leading < found.count, isBlank(start..<found[leading].range.lowerBound) {
      start = found[leading].range.upperBound
      leading += 1
    }

    func chosen(_ says: (QuickAddMeaning) -> Bool) -> Int? {
      let all = found.indices.filter { says(found[$0].meaning) }
      // “remind me tomorrow to call Ann on Monday”: the first phrase says explicitly when.
      return all.first { found[$0].text.lowercased().hasSuffix(" to") } ?? all.last {
        $0 >= trailing
      } ?? all.last { $0 < leading } ?? all.last
    }

    let day = chosen { if case .due(_?, _) = $0 { true } else { false } }
    var time = chosen { if case .due(nil, _) = $0 { true } else { false } }
    if let day, case .due(_, _?) = found[day].meaning { time = nil }
    let beginning = chosen { if case .start = $0 { true } else { false } }
    let recurrence = chosen { if case .recurrence = $0 { true } else { false } }
    let priority = chosen { if case .priority = $0 { true } else { false } }
    let person = chosen { if case .person = $0 { true } else { false } }
    let list = chosen { if case .list = $0 { true } else { false } }
    let single = Set([day, time, beginning, recurrence, priority, person, list].compactMap(\.self))
    parts = found.indices.filter { index in
      switch found[index].meaning {
      case .tag, .reminder: true
      // The end of a repeat may be a separate part.
      case .recurrence(let one):
        if let recurrence, case .recurrence(let other) = found[recurrence].meaning {
          index == recurrence || one.isSame(butForEndOf: other)
        } else {
          false
        }
      default: single.contains(index)
      }
    }.map { found[$0] }
  }

  /// The repeat that counts.
  static func recurrence(of found: [QuickAddPart]) -> QuickAddRecurrence? {
    let all = found.compactMap { part in
      if case .recurrence(let recurrence) = part.meaning { recurrence } else { nil }
    }
    return all.last
  }
}
