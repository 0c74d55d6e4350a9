/// Why a text from a server is not read as XML.
package enum XMLFailure: Error, Hashable, Sendable {
  /// More bytes than allowed.
  case tooLarge(limit: Int)
  /// Elements nested too deeply, see ``XMLLimits/depth``.
  case tooDeep
  /// More elements or attributes than allowed, see ``XMLLimits``.
  case tooMany
  /// A document type declaration: WebDAV never has one, and entities are declared there.
  case documentType
  /// Not well-formed XML, or not in an encoding that is known. The line counts from 1.
  case malformed(line: Int)
  /// XML, but not what was asked for; `root` is the expected root element.
  case unexpected(root: String)

  /// A short text for a log or a technical detail; contains nothing that the server wrote.
  package var detail: String {
    switch self {
    case .tooLarge(let limit): "XML over \(limit) bytes"
    case .tooDeep: "XML nested over \(XMLLimits.depth) levels"
    case .tooMany: "XML with too many elements or attributes"
    case .documentType: "XML with a document type"
    case .malformed(let line): "not XML in line \(line)"
    case .unexpected(let root): "not a \(root)"
    }
  }
}

/// How much of an answer is read.
package enum XMLLimits {
  /// The most bytes of an answer. A calendar with 10,000 to-dos of 1.5 KB has 15 MB.
  package static let bytes = 64 << 20
  /// The deepest element. Those of WebDAV are at depth 8.
  package static let depth = 32
  /// The most elements of a document: a listing of 100,000 resources has a million.
  package static let elements = 4_000_000
  /// The most elements of one response, of which 30 are usual.
  package static let elementsOfResponse = 20_000
  /// The most attributes of an element.
  package static let attributes = 64
  /// The most bytes of the text in one element, after references were resolved: no calendar may be longer.
  package static let text = CalendarLimits.bytes
  /// The most responses of an answer. Each takes some sixty bytes, however short it was, and a few hundred with
  /// properties.
  package static let responses = 200_000
  /// The most bytes of an answer that is repaired, see ``XMLRepair``. It is in memory twice then.
  package static let repairable = 32 << 20
  /// The most bytes of a sync token or a ctag. They are kept, and the token is sent with each request for changes.
  package static let token = 8192
}
