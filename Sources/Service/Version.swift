/// The version of this program.
package enum Version {
  /// As `MAJOR.MINOR.PATCH`. The only source is `Sources/Service/VERSION`, which meson reads as well.
  package static let current = String(
    String(decoding: PackageResources.VERSION, as: UTF8.self).prefix { !$0.isNewline })
}
