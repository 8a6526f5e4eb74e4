extension Catalogue {
  static let dome = Photograph(
    file: "dome.jpg", format: .landscape, title: "Λευκό και μπλε", text: "Noon, and no shade.",
    author: .krizkova, body: .fuji, lens: "XF23mmF2 R WR",
    exposure: Exposure(focalLength: "23", aperture: "8", shutter: "1/1000", iso: "200"),
    taken: "2018-05-26T12:08:33+03:00", sale: .price("110.00", "EUR"), licence: 0,
    tags: ["architecture", "church", "cyclades", "blue"],
    development: Development(exposure: 0.85, contrast: 1.1)
  ) {
    Architecture.dome(width: $0, height: $1)
  }

  static let stair = Photograph(
    file: "stair.jpg", format: .square, title: "מדרגות לולייניות", text: "Five floors down.",
    author: .barak, body: .leica, lens: "Super-Elmar-M 1:3.4/21",
    exposure: Exposure(focalLength: "21", aperture: "3.4", shutter: "1/30", iso: "800"),
    taken: "2017-03-08T14:55:00+02:00", sale: .notForSale, licence: 0,
    tags: ["architecture", "stairs", "spiral"],
    development: Development(exposure: 1.1, contrast: 1.2)
  ) {
    Architecture.stair(width: $0, height: $1)
  }

  static let colonnade = Photograph(
    file: "colonnade.jpg", format: .portrait, title: "Ombra e luce", text: nil, author: .barak,
    body: .leica, lens: "Summilux-M 1:1.4/35",
    exposure: Exposure(focalLength: "35", aperture: "8", shutter: "1/90", iso: "200"),
    taken: "2016-09-17T17:25:45+02:00", sale: .price("130.00", "EUR"), licence: 0,
    tags: ["architecture", "columns", "light"],
    development: Development(exposure: 0.85, bloom: 0.1, contrast: 1.2)
  ) {
    Architecture.colonnade(width: $0, height: $1)
  }

  static let pinkWalls = Photograph(
    file: "pink-walls.png", format: .landscape, title: "La casa rosa 🇲🇽",
    text: "Homage to L. B.", author: .barak, body: nil, lens: nil, exposure: nil,
    taken: "2019-04-19T10:30:00-06:00", sale: .price("1900.00", "MXN"), licence: 0,
    tags: ["architecture", "pink", "minimal"],
    development: Development(exposure: 0.85, bloom: 0.02, vignette: 0.1, grain: 0)
  ) {
    Architecture.pinkWalls(width: $0, height: $1)
  }

  static let pool = Photograph(
    file: "pool.webp", format: .landscape, title: "Holidays 👨‍👩‍👧‍👦 🏊", text: "Nobody in yet.",
    author: .haddad, body: .ricoh, lens: nil, exposure: nil, taken: "2019-07-20T14:00:00+03:00",
    sale: .notForSale, licence: 0, tags: ["pool", "water", "summer"],
    development: Development(exposure: 0.9, contrast: 1.05)
  ) {
    Pool().render(width: $0, height: $1)
  }
}
