extension Catalogue {
  static let dunes = Photograph(
    file: "dunes.jpg", format: .landscape, title: "الكثبان عند الغروب",
    text:
      "The <i>last</i> ten minutes of sun, from the <a href=\"https://500px.com\">high dune</a>.",
    author: .haddad, body: .canon, lens: "EF70-200mm f/4L IS USM",
    exposure: Exposure(focalLength: "81", aperture: "8", shutter: "1/250", iso: "100"),
    taken: "2017-02-11T17:42:10+04:00", sale: .price("120.00", "EUR"), licence: 0,
    tags: ["desert", "dunes", "sunset", "sand"], isProgressive: true,
    development: Development(exposure: 0.95, contrast: 1.1, saturation: 1.12)
  ) {
    Dunes(sun: Vector3(0.85, 0.26, -0.15), seed: 6.85).render(width: $0, height: $1)
  }

  static let redDunes = Photograph(
    file: "red-dunes.jpg", format: .portrait, title: "Sossusvlei, 6:40", text: nil,
    author: .krizkova, body: .hasselblad, lens: "XCD 90",
    exposure: Exposure(focalLength: "90", aperture: "11", shutter: "1/125", iso: "100"),
    taken: "2018-08-02T06:40:33+02:00", sale: .null, licence: 4,
    tags: ["namib", "dunes", "morning"],
    development: Development(exposure: 1.0, contrast: 1.15, saturation: 1.15)
  ) {
    Dunes(
      sun: Vector3(-0.85, 0.24, 0.1), eye: Vector3(0, 3.4, -6), target: Vector3(1.6, 1.0, 8),
      degrees: 46, haze: 1.1, sand: Vector3(0.62, 0.22, 0.085), seed: 2.74
    ).render(width: $0, height: $1)
  }
}
