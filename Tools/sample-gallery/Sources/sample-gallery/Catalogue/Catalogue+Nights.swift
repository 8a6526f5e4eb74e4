extension Catalogue {
  static let aurora = Photograph(
    file: "aurora.jpg", format: .landscape, title: "Norðurljós",
    text: "Kp 6, and not a breath of wind on the fjord.", author: .lindqvist, body: .sony,
    lens: "FE 24mm F1.4 GM",
    exposure: Exposure(focalLength: "24", aperture: "1.4", shutter: "4", iso: "1600"),
    taken: "2019-03-01T23:12:44+00:00", sale: .price("180.00", "EUR"), licence: 0,
    tags: ["aurora", "night", "fjord", "iceland"], development: Development(exposure: 1.15)
  ) {
    Aurora().render(width: $0, height: $1)
  }

  static let milkyWay = Photograph(
    file: "milky-way.jpg", format: .portrait, title: "Sous la Voie lactée ⛺✨",
    text: "One lamp, one tent, three hours of waiting.", author: .briain, body: .nikon,
    lens: "14-24mm f/2.8G",
    exposure: Exposure(focalLength: "14", aperture: "2.8", shutter: "25", iso: "3200"),
    taken: "2016-08-04T01:20:05+02:00", sale: .price("95.00", "USD"), licence: 0,
    tags: ["stars", "milky way", "tent", "night"], orientation: .rightTop,
    development: Development(exposure: 1.5)
  ) {
    StarryNight().render(width: $0, height: $1)
  }

  static let moonSea = Photograph(
    file: "moon-sea.jpg", format: .portrait, title: "海上生明月", text: "天涯共此時", author: .lin,
    body: .fuji, lens: "XF56mmF1.2 R",
    exposure: Exposure(focalLength: "56", aperture: "2", shutter: "1/4", iso: "800"),
    taken: "2018-09-24T19:48:00+08:00", sale: .price("880.00", "CNY"), licence: 0,
    tags: ["moon", "sea", "night"], development: Development(exposure: 1.8)
  ) {
    OpenSea(sky: Skies.moonlit(moon: Vector3(0, 0.3, 1)), pitch: 0.22, degrees: 50)
      .render(width: $0, height: $1)
  }

  static let fullMoon = Photograph(
    file: "full-moon.gif", format: .square, title: "보름달", text: nil, author: .kim, body: nil,
    lens: nil, exposure: nil, taken: "2020-04-08T21:05:00+09:00", sale: .notForSale, licence: 0,
    tags: ["moon", "black and white"],
    development: Development(exposure: 1.5, bloom: 0, vignette: 0, grain: 0)
  ) {
    AbstractLight.fullMoon(width: $0, height: $1)
  }

  static let skyline = Photograph(
    file: "skyline.jpg", format: .panorama, title: "Blue hour, west bank",
    text: "From the footbridge, tripod on the rail.", author: .mendes, body: .canon,
    lens: "TS-E24mm f/3.5L II",
    exposure: Exposure(focalLength: "24", aperture: "8", shutter: "15", iso: "100"),
    taken: "2017-11-05T17:36:52-05:00", sale: .price("310.00", "USD"), licence: 0,
    tags: ["city", "skyline", "night", "reflection"], isProgressive: true,
    development: Development(exposure: 1.9)
  ) {
    City.skyline(width: $0, height: $1)
  }

  static let rain = Photograph(
    file: "rain.jpg", format: .portrait, title: "雨の夜、窓辺", text: nil, author: .sato, body: .ricoh,
    lens: "GR LENS 18.3mm F2.8",
    exposure: Exposure(focalLength: "18.3", aperture: "2.8", shutter: "1/60", iso: "1600"),
    taken: "2019-06-15T21:40:09+09:00", sale: .price("24000", "JPY"), licence: 0,
    tags: ["rain", "bokeh", "tokyo", "night"], orientation: .leftTop,
    development: Development(exposure: 1.5)
  ) {
    City.rain(width: $0, height: $1)
  }
}
