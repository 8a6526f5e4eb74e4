extension Catalogue {
  static let agate = Photograph(
    file: "agate.jpg", format: .landscape, title: "Agate, slice no. 7",
    text: "Backlit, 9 frames stacked. See <a href=\"https://500px.com/photo/230\">no. 6</a>.",
    author: .lindqvist, body: .sony, lens: "FE 90mm F2.8 Macro G OSS",
    exposure: Exposure(focalLength: "90", aperture: "8", shutter: "1/50", iso: "100"),
    taken: "2018-01-14T20:16:00+01:00", sale: .price("55.00", "EUR"), licence: 0,
    tags: ["macro", "agate", "stone"], orientation: .topRight,
    development: Development(exposure: 1.05, contrast: 1.05)
  ) {
    Macro.agate(width: $0, height: $1)
  }

  static let rust = Photograph(
    file: "rust.jpg", format: .landscape, title: "Ржавчина и бирюза", text: nil, author: .korneva,
    body: .ricoh, lens: "GR LENS 18.3mm F2.8",
    exposure: Exposure(focalLength: "18.3", aperture: "5.6", shutter: "1/250", iso: "100"),
    taken: "2018-04-30T12:50:27+03:00", sale: .absent, licence: 3,
    tags: ["texture", "rust", "paint"], orientation: .bottomLeft,
    development: Development(exposure: 1.1, contrast: 1.1)
  ) {
    Macro.rust(width: $0, height: $1)
  }

  static let knitted = Photograph(
    file: "knitted.jpg", format: .landscape, title: "Lopapeysa 🧶", text: "Hers, not mine.",
    author: .lindqvist, body: .fuji, lens: "XF60mmF2.4 R Macro",
    exposure: Exposure(focalLength: "60", aperture: "8", shutter: "1/15", iso: "200"),
    taken: "2019-12-24T15:30:00+00:00", sale: .null, licence: 0, tags: ["wool", "texture"],
    development: Development(exposure: 1.05)
  ) {
    Macro.knitted(width: $0, height: $1)
  }

  static let rings = Photograph(
    file: "rings.jpg", format: .square, title: "Jahresringe", text: "Eine Lärche, gefällt 2015.",
    author: .krizkova, body: nil, lens: nil, exposure: nil, taken: "2015-10-03T11:02:00+02:00",
    sale: .absent, licence: 5, tags: ["wood", "texture"],
    development: Development(exposure: 1, contrast: 1.1)
  ) {
    Macro.rings(width: $0, height: $1)
  }

  static let soapFilm = Photograph(
    file: "soap-film.avif", format: .landscape, title: "Soap film, 1/4000 s", text: nil,
    author: .briain, body: .sony, lens: "FE 90mm F2.8 Macro G OSS",
    exposure: Exposure(focalLength: "90", aperture: "8", shutter: "1/4000", iso: "800"),
    taken: "2019-02-02T13:13:13+00:00", sale: .absent, licence: 1,
    tags: ["abstract", "macro", "colour"], development: Development(exposure: 1, contrast: 1.15)
  ) {
    Macro.soapFilm(width: $0, height: $1)
  }

  static let attractor = Photograph(
    file: "light-study.jpg", format: .landscape, title: "Light study № 5",
    text: "Light painting with a pendulum, 90 s in the dark.", author: .kim, body: .sony,
    lens: "FE 35mm F1.4 ZA",
    exposure: Exposure(focalLength: "35", aperture: "11", shutter: "90", iso: "100"),
    taken: "2020-01-11T22:22:00+09:00", sale: .notForSale, licence: 0,
    tags: ["abstract", "light"], development: Development(exposure: 1.1)
  ) {
    AbstractLight.attractor(width: $0, height: $1)
  }
}
