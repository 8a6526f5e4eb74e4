/// All pictures, in the order of the feed: the first page has to please, and to be mixed.
enum Catalogue {
  static let photographs: [Photograph] = [
    dunes, aurora, dome, glass, eveningSea, lavender, stair, mistyHills, milkyWay, fruit,
    pinkWalls, lake, agate, moonSea, autumn, marbles, snow, pool, skyline, birches, rust, colonnade,
    meadow, bottle, storm, blueHills, knitted, rain, attractor, fullMoon, rings, redDunes, soapFilm,
  ]
}
