import Basics
import CGLib

/// What DNS says about the CalDAV service of a domain (RFC 6764 §3 and §4).
struct CalDAVService: Hashable, Sendable {
  /// In the order in which they are to be tried.
  let hosts: [Host]
  /// The path in the TXT record; nil if there is none.
  let path: String?

  struct Host: Hashable, Sendable {
    let name: String
    let port: Int
  }
}

/// Asks the system's resolver for service records.
enum ServiceRecords {
  private static let service = "caldavs"
  /// More servers than this are not tried.
  private static let mostHosts = 8

  /// The service of a domain; nil if there is none, or no answer in time.
  /// - Parameter limit: for both questions together.
  static func caldav(of domain: String, within limit: Duration) async -> CalDAVService? {
    let hosts = await ask(within: limit) { (pending: Pending<[CalDAVService.Host]>) in
      g_resolver_lookup_service_async(
        pending.resolver, service, "tcp", domain, nil,
        { resolver, result, data in
          let pending = Pending<[CalDAVService.Host]>.take(data)
          let found = g_resolver_lookup_service_finish(
            UnsafeMutableRawPointer(resolver)?.assumingMemoryBound(to: GResolver.self), result, nil)
          pending.promise.resolve(ServiceRecords.targets(found))
        }, pending.retained())
    }
    guard let hosts, !hosts.isEmpty else { return nil }
    let texts = await ask(within: limit) { (pending: Pending<[String]>) in
      g_resolver_lookup_records_async(
        pending.resolver, "_\(service)._tcp." + domain, G_RESOLVER_RECORD_TXT, nil,
        { resolver, result, data in
          let pending = Pending<[String]>.take(data)
          let found = g_resolver_lookup_records_finish(
            UnsafeMutableRawPointer(resolver)?.assumingMemoryBound(to: GResolver.self), result, nil)
          pending.promise.resolve(ServiceRecords.texts(found))
        }, pending.retained())
    }
    let path = texts?.compactMap { $0.dropping(exactPrefix: "path=") }.first
    return CalDAVService(hosts: Array(hosts.prefix(mostHosts)), path: path)
  }

  private static func ask<Answer: Sendable>(
    within limit: Duration, _ start: @escaping @Sendable (Pending<Answer>) -> Void
  ) async -> Answer? {
    let pending = Pending<Answer>()
    return await pending.promise.wait(within: limit, late: nil) {
      SoupThread.shared.perform { start(pending) }
    }
  }

  /// A query in flight. The resolver keeps it alive.
  ///
  /// Unchecked: the resolver is used on ``SoupThread`` only.
  private final class Pending<Answer: Sendable>: @unchecked Sendable {
    let resolver = g_resolver_get_default()
    let promise = Promise<Answer?>()

    deinit {
      g_object_unref(resolver)
    }

    func retained() -> gpointer { Unmanaged.passRetained(self).toOpaque() }

    static func take(_ data: gpointer?) -> Pending {
      guard let data else { return Pending() }
      return Unmanaged<Pending>.fromOpaque(data).takeRetainedValue()
    }
  }

  /// The targets, which the resolver has put into the order of RFC 2782. A single `.` means that there is no service.
  private static func targets(_ list: UnsafeMutablePointer<GList>?) -> [CalDAVService.Host]? {
    defer { g_resolver_free_targets(list) }
    var hosts: [CalDAVService.Host] = []
    var place = list
    while let node = place {
      let target = OpaquePointer(node.pointee.data)
      if let name = g_srv_target_get_hostname(target) {
        var host = String(cString: name).lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        if !host.isEmpty {
          hosts.append(.init(name: host, port: Int(g_srv_target_get_port(target))))
        }
      }
      place = node.pointee.next
    }
    return hosts
  }

  private static func texts(_ list: UnsafeMutablePointer<GList>?) -> [String]? {
    var texts: [String] = []
    var place = list
    while let node = place {
      // Each record is a tuple of an array of texts, which belong together.
      let record = OpaquePointer(node.pointee.data)
      if let array = g_variant_get_child_value(record, 0) {
        var text = ""
        for index in 0..<g_variant_n_children(array) {
          guard let child = g_variant_get_child_value(array, index) else { continue }
          if let part = g_variant_get_string(child, nil) { text += String(cString: part) }
          g_variant_unref(child)
        }
        g_variant_unref(array)
        texts.append(text)
      }
      g_variant_unref(record)
      place = node.pointee.next
    }
    g_list_free(list)
    return texts
  }
}
