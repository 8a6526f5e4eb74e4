extension Catalogue {
  static let lavender = Photograph(
    file: "lavender.jpg", format: .landscape, title: "Champs de lavande, Valensole",
    text: "Début juillet, juste avant la récolte.", author: .mendes, body: .sony,
    lens: "FE 24-70mm F2.8 GM",
    exposure: Exposure(focalLength: "28", aperture: "13", shutter: "1/40", iso: "100"),
    taken: "2018-07-03T21:07:56+02:00", sale: .price("140.50", "EUR"), licence: 0,
    tags: ["lavender", "provence", "sunset"], orientation: .bottomRight, profile: .displayP3,
    development: Development(exposure: 1.1, contrast: 1.1, saturation: 1.1)
  ) {
    Lavender().render(width: $0, height: $1)
  }

  static let meadow = Photograph(
    file: "meadow.jpg", format: .landscape, title: "Große Wiese, kleiner Baum", text: nil,
    author: .krizkova, body: .fuji, lens: "XF16mmF1.4 R WR",
    exposure: Exposure(focalLength: "16", aperture: "8", shutter: "1/500", iso: "160"),
    taken: "2017-06-12T13:25:40+02:00", sale: .null, licence: 4,
    tags: ["meadow", "tree", "summer", "clouds"],
    development: Development(exposure: 0.85, contrast: 1.1, saturation: 1.1)
  ) {
    Meadow().render(width: $0, height: $1)
  }

  static let autumn = Photograph(
    file: "autumn.jpg", format: .landscape, title: "黄葉の森", text: "朝霧が晴れる前に。", author: .sato,
    body: .fuji, lens: "XF35mmF1.4 R",
    exposure: Exposure(focalLength: "35", aperture: "4", shutter: "1/125", iso: "400"),
    taken: "2016-11-13T07:31:25+09:00", sale: .price("18000", "JPY"), licence: 0,
    tags: ["autumn", "forest", "fog"], isProgressive: true,
    development: Development(exposure: 1, contrast: 1.1, saturation: 1.1)
  ) {
    Forest(season: .autumn).render(width: $0, height: $1)
  }

  static let birches = Photograph(
    file: "birches.jpg", format: .portrait, title: "Берёзы, первый снег",
    text: "Kodak Tri-X, scanned.", author: .korneva, body: .leica, lens: "Elmarit-M 1:2.8/90",
    exposure: Exposure(focalLength: "90", aperture: "5.6", shutter: "1/125", iso: "400"),
    taken: "2014-11-22T10:14:30+03:00", sale: .notForSale, licence: 0,
    tags: ["birch", "forest", "winter", "black and white"], orientation: .leftBottom,
    development: Development(exposure: 0.95, contrast: 1.35, saturation: 0, grain: 0.02)
  ) {
    Forest(season: .winter).render(width: $0, height: $1)
  }
}
