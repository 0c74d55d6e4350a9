import Basics
import CGLib
import Glibc

/// The text in the user's language.
///
/// With arguments, the translation is a `printf` format: `tr("Delete “%s”?", title)`; a translation can
/// reorder them as `%2$s`. Without arguments it is plain text and `%` is literal.
package func tr(_ msgid: String, _ arguments: any FormatArgument...) -> String {
  // For an untranslated text, gettext returns the pointer that was passed in.
  let text = msgid.withCString { String(cString: dgettext(Localization.domain, $0)) }
  return Localization.fill(text, arguments)
}

/// The text in the user's language, in the plural form for a count.
///
/// Always a `printf` format, whose first argument is the count: `ntr("%d task", "%d tasks", count)`.
/// - Parameters:
///   - singular: English for one.
///   - plural: English for any other number.
///   - count: at least 0.
package func ntr(
  _ singular: String, _ plural: String, _ count: Int, _ arguments: any FormatArgument...
) -> String {
  let text = singular.withCString { singular in
    plural.withCString { plural in
      String(cString: dngettext(Localization.domain, singular, plural, gulong(count.magnitude)))
    }
  }
  return Localization.fill(text, [count] + arguments)
}

/// Like `tr`, for a text with different meanings in different places.
/// - Parameter context: distinguishes the meanings; never shown.
package func trc(_ context: String, _ msgid: String, _ arguments: any FormatArgument...) -> String {
  let text = msgid.withCString { msgid in
    String(cString: g_dpgettext2(Localization.domain, context, msgid))
  }
  return Localization.fill(text, arguments)
}

/// Where the translations come from.
package enum Localization {
  /// The gettext domain of all texts: the name of the `.mo` files.
  package static let domain = "optimist"

  /// Sets the user's locale. Call once, before the first text and before GTK starts.
  ///
  /// If the system lacks the locale, texts are English, in UTF-8.
  /// - Parameter localeDirectory: the directory that holds `ko/LC_MESSAGES/optimist.mo`.
  package static func start(localeDirectory: String) {
    if setlocale(LC_ALL, "") == nil { setlocale(LC_ALL, "C.UTF-8") }
    bindtextdomain(domain, localeDirectory)
    bind_textdomain_codeset(domain, "UTF-8")
    textdomain(domain)
  }

  /// Fills in a `printf` format. A text without arguments is not a format and stays as it is.
  ///
  /// The conversions must match the arguments in number and type, in the source and in every
  /// translation (`msgfmt --check-format`).
  package static func fill(_ format: String, _ arguments: [any FormatArgument]) -> String {
    guard !arguments.isEmpty else { return format }
    var copies: [UnsafeMutablePointer<CChar>] = []
    defer { for copy in copies { free(copy) } }
    let values = arguments.map { $0.argument(copies: &copies) }
    guard let text = withVaList(values, { g_strdup_vprintf(format, $0) }) else { return format }
    defer { g_free(text) }
    return String(cString: text)
  }
}
