import Sync

/// Whether a word is a misspelling of another.
enum Similarity {
  /// Whether two words differ by one or two typing errors: a missing, additional or wrong letter, or two swapped
  /// letters.
  static func isTypo(_ a: String, _ b: String) -> Bool {
    let (a, b) = (Array(a), Array(b))
    guard !a.isEmpty, !b.isEmpty, max(a.count, b.count) <= 64 else { return false }
    return distance(a, b) <= (max(a.count, b.count) > 4 ? 2 : 1)
  }

  /// The number of such errors between two words.
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var rows = [Array(0...b.count)]
    for i in 1...a.count {
      var row = [i]
      for j in 1...b.count {
        let isSame = a[i - 1] == b[j - 1]
        var best = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (isSame ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          best = min(best, rows[i - 2][j - 2] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
