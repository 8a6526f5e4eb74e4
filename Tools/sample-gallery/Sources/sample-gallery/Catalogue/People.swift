extension Author {
  static let lindqvist = Author(name: "Åsa Lindqvist", user: "asa_lindqvist")
  static let korneva = Author(name: "Светлана Корнева", user: "sv_korneva")
  static let lin = Author(name: "林曉雨", user: "linxiaoyu")
  static let sato = Author(name: "佐藤 光", user: "hikari.sato")
  static let haddad = Author(name: "ليلى حداد", user: "layla.haddad")
  static let briain = Author(name: "Tomás Ó Briain", user: "tobriain")
  static let rao = Author(name: "Anika Rao", user: "anika_rao")
  static let krizkova = Author(name: "Zoë Křížková", user: "zoe.k")
  static let barak = Author(name: "נועה ברק", user: "noabarak")
  static let mendes = Author(name: "Inês Mendes", user: "ines-mendes")
  static let kim = Author(name: "김하늘", user: "haneul_kim")
}

extension CameraBody {
  static let nikon = CameraBody(make: "NIKON CORPORATION", model: "NIKON D500")
  static let canon = CameraBody(make: "Canon", model: "Canon EOS 5D Mark IV")
  static let fuji = CameraBody(make: "FUJIFILM", model: "X-T3")
  static let sony = CameraBody(make: "SONY", model: "ILCE-7RM3")
  static let leica = CameraBody(make: "LEICA CAMERA AG", model: "LEICA M10")
  static let ricoh = CameraBody(make: "RICOH", model: "GR III")
  static let hasselblad = CameraBody(make: "Hasselblad", model: "X1D II 50C")
}
