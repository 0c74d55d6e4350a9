/// The words that `AdjacentWordFilter` knows: closed lists for each language.
extension AdjacentWordFilter {
  /// Words that join two days or times.
  static let joining: Set<String> = [
    "and", "or", "to", "through", "thru", "until", "till", "&", "+", "-", "–", "—", "~", "〜", "·",
    "・",
    "와", "과", "나", "이나", "및", "또는", "혹은", "と", "か", "や", "または", "と、",
  ]

  /// Words that make text of a day or time after them.
  static let before: Set<String> = [
    "to", "from", "except", "excluding", "than", "since", "after", "between", "past", "until",
    "till",
    "before", "during", "about", "of", "or", "not", "per",
  ]

  /// Words that make text of a weekday or month after them: “Last friday drinks”, “Second tuesday lunch”, “Black
  /// Friday”.
  static let beforeNames: Set<String> = [
    "last", "previous", "first", "second", "third", "fourth", "fifth", "black", "cyber", "good",
    "easter",
    "ash", "palm",
  ]

  /// Words that make text of a day or time before them.
  static let after: Set<String> = ["except", "excluding", "onwards", "or"]
}

extension English {
  /// Weekdays that are also other words.
  static let unclear: Set<String> = ["sat", "sun", "wed"]

  /// Words that say what something is for, if a day or time and then another word follow: “for 7pm show”, “before
  /// Friday meeting”.
  static let purposes: Set<String> = ["for", "before", "around"]

  /// Words that may follow a day or time without being the thing it belongs to: “for 7pm with Ann”.
  static let beginnings: Set<String> = [
    "with", "without", "at", "in", "on", "by", "to", "for", "from", "of", "about", "near", "via",
    "per", "until", "till", "before", "after", "and", "or", "but", "because", "since", "if",
    "unless", "so", "then", "when", "while", "as", "that", "every", "each", "daily", "weekly",
    "monthly", "yearly", "today", "tomorrow", "tonight", "the", "a", "an", "my", "our", "your",
    "his", "her", "their", "i", "we", "you", "he", "she", "they", "it", "is", "please", "sharp",
    "latest", "instead", "again", "too", "also", "only", "not", "except", "excluding", "remind",
    "starting", "though",
  ]
}

extension Korean {
  /// Endings of words that make text of a day or time after them.
  static let before = WordList(
    "지난|지난주|지난 주|지난달|지난 달|저번|저번주|저번 주|작년|첫째|둘째|셋째|넷째|마지막",
    "빼고|제외하고|제외|말고|또는|혹은", "시와|시나|반과|반이나|분과|분이나|일과|일이나|욜이나|늘이나|레나")

  /// Whole words that make text of a day or time before them.
  static let after = WordList(
    "전까지는|전까지|전에는|전에|전|이전까지|이전에|이전|이후에|이후로|이후|사이에|사이", "빼고는|빼고|제외하고|제외|말고|또는|혹은")
}

extension Japanese {
  static let before = WordList(
    "先週の|先月の|先々週の|去年の|昨年の|最後の|最初の|前の|前回の", "または|以外|以外は|以外の|除く|除いて")

  static let after = WordList(
    "を|の|以外|以前|以来|以降|以後|過ぎ|すぎ|だけ|しか|から|って|前に|前まで|または|とか|では|です|でも")

  /// Kana that join words only if the next character is not kana: かばん and とうふ are things to buy.
  static let signs: Set<Character> = ["が", "か", "と", "や", "で"]

  /// Whether a word follows that belongs to the day or time before it.
  static func isBound(_ cursor: LineCursor) -> Bool {
    var ahead = cursor
    if after.take(&ahead) { return true }
    guard let sign = cursor.character, signs.contains(sign) else { return false }
    return cursor.line[cursor.place + 1].map { !$0.isHiragana && $0 != " " } ?? true
  }
}

extension Character {
  var isHiragana: Bool {
    unicodeScalars.first.map { (0x3041...0x309F).contains($0.value) } ?? false
  }
}
