extension Catalogue {
  static let glass = Photograph(
    file: "glass.jpg", format: .landscape, title: "Glass, gold & gingham",
    text: "One softbox, camera left.", author: .briain, body: .hasselblad, lens: "XCD 120 Macro",
    exposure: Exposure(focalLength: "120", aperture: "5.6", shutter: "1/125", iso: "100"),
    taken: "2018-02-18T15:00:00+00:00", sale: .price("65.00", "GBP"), licence: 0,
    tags: ["still life", "glass", "reflection"], profile: .displayP3,
    development: Development(exposure: 1.15, contrast: 1.1)
  ) {
    StillLifes.glassAndMetal(width: $0, height: $1)
  }

  static let fruit = Photograph(
    file: "fruit.jpg", format: .landscape, title: "Naranjas, limones y una manzana",
    text: "After Zurbarán.", author: .mendes, body: .canon, lens: "EF100mm f/2.8L Macro IS USM",
    exposure: Exposure(focalLength: "100", aperture: "8", shutter: "1/8", iso: "100"),
    taken: "2017-01-22T16:45:12+01:00", sale: .price("75.00", "EUR"), licence: 0,
    tags: ["still life", "fruit", "chiaroscuro"],
    development: Development(exposure: 1.4, contrast: 1.05)
  ) {
    StillLifes.fruit(width: $0, height: $1)
  }

  static let bottle = Photograph(
    file: "bottle.jpg", format: .portrait, title: "Un verre de rouge", text: nil, author: .mendes,
    body: .canon, lens: "EF85mm f/1.4L IS USM",
    exposure: Exposure(focalLength: "85", aperture: "2.8", shutter: "1/60", iso: "200"),
    taken: "2018-10-14T18:20:00+02:00", sale: .notForSale, licence: 0,
    tags: ["still life", "wine", "bottle"], orientation: .rightBottom,
    development: Development(exposure: 1.9, contrast: 1.15)
  ) {
    StillLifes.bottle(width: $0, height: $1)
  }

  static let marbles = Photograph(
    file: "marbles.jpg", format: .square, title: "ลูกแก้ว", text: "My grandmother's collection.",
    author: .rao, body: .nikon, lens: "AF-S VR Micro 105mm f/2.8G",
    exposure: Exposure(focalLength: "105", aperture: "4", shutter: "1/160", iso: "100"),
    taken: "2019-01-27T11:11:11+07:00", sale: .price("2400.00", "THB"), licence: 0,
    tags: ["marbles", "glass", "colour"], profile: .adobeRGB,
    development: Development(exposure: 1, contrast: 1.15, saturation: 1.1)
  ) {
    StillLifes.marbles(width: $0, height: $1)
  }
}
