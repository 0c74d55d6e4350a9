import CGtk

/// The pointer type that nearly all constructors return.
package typealias Widget = UnsafeMutablePointer<GtkWidget>
