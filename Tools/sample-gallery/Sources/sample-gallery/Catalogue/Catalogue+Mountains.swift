extension Catalogue {
  static let snow = Photograph(
    file: "snow.jpg", format: .landscape, title: "हिमालय की सुबह",
    text: "Day four of the trek. The cold came later.", author: .rao, body: .nikon,
    lens: "AF-S 24-70mm f/2.8E ED VR",
    exposure: Exposure(focalLength: "58", aperture: "9", shutter: "1/640", iso: "100"),
    taken: "2016-11-19T07:55:01+05:45", sale: .price("9500", "INR"), licence: 0,
    tags: ["mountains", "snow", "himalaya"],
    development: Development(exposure: 0.85, contrast: 1.15, saturation: 1.05)
  ) {
    SnowMountains().render(width: $0, height: $1)
  }

  static let lake = Photograph(
    file: "lake.jpg", format: .portrait, title: "호수의 아침", text: "No wind at all.", author: .kim,
    body: .sony, lens: "FE 16-35mm F2.8 GM",
    exposure: Exposure(focalLength: "24", aperture: "11", shutter: "1/30", iso: "64"),
    taken: "2019-10-06T06:51:48+09:00", sale: .price("148000", "KRW"), licence: 0,
    tags: ["lake", "reflection", "mountains"],
    development: Development(exposure: 1.3, contrast: 1.15, saturation: 1.15)
  ) {
    SnowMountains(
      sun: Vector3(-0.8, 0.16, -0.5), lake: true, eye: Vector3(0, 0.6, -9),
      target: Vector3(0, 1.0, 6), place: (13.7, 4.9), pines: false
    ).render(width: $0, height: $1)
  }

  static let mistyHills = Photograph(
    file: "misty-hills.jpg", format: .panorama, title: "Mgły nad Bieszczadami",
    text: "Stitched from five frames.\n<br>Print up to 2 m wide on request.", author: .korneva,
    body: .fuji, lens: "XF50-140mmF2.8 R LM OIS WR",
    exposure: Exposure(focalLength: "113", aperture: "8", shutter: "1/180", iso: "160"),
    taken: "2018-09-29T06:37:20+02:00", sale: .price("240.00", "EUR"), licence: 0,
    tags: ["mist", "hills", "dawn", "panorama"],
    development: Development(saturation: 1.05, film: false)
  ) {
    MistyHills().render(width: $0, height: $1)
  }

  static let blueHills = Photograph(
    file: "blue-hills.jpg", format: .portrait, title: "Núi xanh, sương sớm", text: nil,
    author: .lin, body: .leica, lens: "Summicron-M 1:2/50",
    exposure: Exposure(focalLength: "50", aperture: "5.6", shutter: "1/350", iso: "200"),
    taken: "2017-12-30T05:58:12+07:00", sale: .absent, licence: 6,
    tags: ["mountains", "blue", "mist"],
    development: Development(saturation: 1.05, film: false)
  ) {
    MistyHills(
      sky: Gradient([
        (-0.2, Vector3(srgb: 0xDCE9EC)), (0.2, Vector3(srgb: 0xBCD5E2)),
        (0.6, Vector3(srgb: 0x7FAAC8)), (1.1, Vector3(srgb: 0x35638F)),
      ]),
      near: Vector3(srgb: 0x061421), mist: Vector3(srgb: 0xC3DBE6),
      glow: Vector3(srgb: 0xF3F6EE), sun: (-0.2, 0.42), layers: 8, seed: 8.2
    ).render(width: $0, height: $1)
  }
}
