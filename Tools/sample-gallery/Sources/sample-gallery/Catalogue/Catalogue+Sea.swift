extension Catalogue {
  static let eveningSea = Photograph(
    file: "evening-sea.jpg", format: .landscape, title: "Закат над Балтикой",
    text: "Куршская коса, август.", author: .korneva, body: .canon, lens: "EF24-105mm f/4L IS USM",
    exposure: Exposure(focalLength: "35", aperture: "11", shutter: "1/80", iso: "100"),
    taken: "2015-08-21T20:44:17+02:00", sale: .price("7500.00", "RUB"), licence: 0,
    tags: ["sea", "sunset", "baltic"],
    development: Development(exposure: 0.75, contrast: 1.15, saturation: 1.2)
  ) {
    OpenSea(sky: Skies.evening(sun: Vector3(0.1, 0.06, 1))).render(width: $0, height: $1)
  }

  static let storm = Photograph(
    file: "storm.jpg", format: .landscape, title: "Before the storm 🌩️",
    text: "Shelf cloud coming in. We ran.", author: .briain, body: .nikon,
    lens: "AF-S 16-35mm f/4G ED VR",
    exposure: Exposure(focalLength: "20", aperture: "7.1", shutter: "1/100", iso: "200"),
    taken: "2018-06-30T18:02:11+01:00", sale: .notForSale, licence: 2,
    tags: ["storm", "sea", "clouds"], development: Development(exposure: 1.4, contrast: 1.15)
  ) {
    StormAtSea().render(width: $0, height: $1)
  }
}
