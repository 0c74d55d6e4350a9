/// Finds the links in a text: `http`, `https` and `mailto` only.
package enum TextLinks {
  package struct Link: Hashable, Sendable {
    /// The link's place, in Unicode scalars as GTK counts them.
    package let range: Range<Int>
    /// The address that is opened.
    package let address: String
  }

  /// The longest address that becomes a link, in Unicode scalars.
  package static let longest = 2_048

  private static let schemes = ["https://", "http://", "mailto:"].map { Array($0.unicodeScalars) }

  /// The links of a text in their order. Takes time in proportion to the text.
  package static func find(in text: String) -> [Link] {
    let scalars = Array(text.unicodeScalars)
    var links: [Link] = []
    var place = 0
    while place < scalars.count {
      guard isStart(place, in: scalars), let scheme = scheme(at: place, in: scalars) else {
        place += 1
        continue
      }
      let stop = scalars[place...].firstIndex { !isPart($0) } ?? scalars.count
      let end = trimmed(place..<stop, in: scalars)
      if end > place + scheme, end - place <= longest {
        let address = String(String.UnicodeScalarView(scalars[place..<end]))
        links.append(Link(range: place..<end, address: address))
      }
      place = stop
    }
    return links
  }

  /// Whether an address can begin here: not inside a word, as in "xhttp://".
  private static func isStart(_ place: Int, in scalars: [Unicode.Scalar]) -> Bool {
    place == 0 || !(scalars[place - 1].isASCII && scalars[place - 1].properties.isAlphabetic)
  }

  /// - Returns: the length of the scheme that begins here, in upper or lower case.
  private static func scheme(at place: Int, in scalars: [Unicode.Scalar]) -> Int? {
    schemes.first { scheme in
      place + scheme.count <= scalars.count
        && zip(scheme, scalars[place...]).allSatisfy { $0 == lowercase($1) }
    }?.count
  }

  private static func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard ("A"..."Z").contains(scalar) else { return scalar }
    return Unicode.Scalar(UInt8(scalar.value) + 32)
  }

  /// Whether a character can be part of an address: those of RFC 3986 §2, and the letters of all scripts. Quotation
  /// marks and angle brackets end an address.
  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return (0x21...0x7E).contains(scalar.value) && !"\"<>\\^`{|}".unicodeScalars.contains(scalar)
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber:
      return true
    default: return false
    }
  }

  /// The end without punctuation of the sentence, such as its full stop or the bracket around the address.
  private static func trimmed(_ range: Range<Int>, in scalars: [Unicode.Scalar]) -> Int {
    var open = 0
    for place in range {
      if scalars[place] == "(" { open += 1 }
      if scalars[place] == ")" { open -= 1 }
    }
    var end = range.upperBound
    while end > range.lowerBound {
      let last = scalars[end - 1]
      if last == ")", open < 0 {
        open += 1
      } else if !".,;:!?'*_~]".unicodeScalars.contains(last) {
        break
      }
      end -= 1
    }
    return end
  }
}
