import FoundationEssentials

/// Why a server refused a request, in the body of its answer (`DAV:error`, RFC 4918 §14.5).
package struct DAVError: Hashable, Sendable {
  /// The preconditions that were not met, such as `DAV:valid-sync-token` or CalDAV's `no-uid-conflict`.
  package let conditions: Set<XMLName>
  /// The resources that the server names with them, such as the one that has the same UID.
  package let hrefs: [String]

  /// Reads the body of an answer with a status from 400.
  /// - Throws: ``XMLFailure``. Many servers send pages in HTML or plain text, so this error only means that the body
  ///   contains no reason.
  package init(reading data: Data) throws(XMLFailure) {
    let builder = Builder()
    try XMLStream.read(
      data, limit: 1 << 20,
      onRoot: { (name) throws(XMLFailure) in
        guard name == .dav("error") else { throw .unexpected(root: "error") }
      },
      onChild: { condition in
        builder.conditions.insert(condition.name)
        builder.hrefs += condition.hrefs
      })
    conditions = builder.conditions
    hrefs = builder.hrefs
  }

  private final class Builder {
    var conditions: Set<XMLName> = []
    var hrefs: [String] = []
  }
}
