import CGtk
import Platform

/// A picture in the form that GTK paints.
@MainActor
package final class Texture {
  private let object: ObjectReference

  package init(_ picture: DecodedPicture) {
    let bytes = g_bytes_new(picture.pixels, gsize(picture.pixels.count))
    defer { g_bytes_unref(bytes) }
    object = ObjectReference(
      adopting: opaque(
        gdk_memory_texture_new(
          CInt(picture.width), CInt(picture.height),
          picture.hasAlpha ? GDK_MEMORY_R8G8B8A8 : GDK_MEMORY_R8G8B8, bytes,
          gsize(picture.stride))))
  }

  /// The `GdkPaintable`, borrowed.
  package var paintable: OpaquePointer { object.pointer }
}
