import Service
import Toolkit

extension PersonRowModel {
  /// The initials are taken from the name, the picture from its address.
  var face: Face { Face(name: name, pictureURL: person.pictureURL) }
}
