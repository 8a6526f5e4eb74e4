/// All pictures, in the order of the feed: the first page has to please, and to be mixed; the first photo has a title
/// that every newcomer can read.
enum Catalogue {
  static let photographs: [Photograph] = [
    agate, aurora, dome, glass, eveningSea, lavender, stair, mistyHills, milkyWay, fruit,
    pinkWalls, lake, dunes, moonSea, autumn, marbles, snow, pool, skyline, birches, rust, colonnade,
    meadow, bottle, storm, blueHills, knitted, rain, attractor, fullMoon, rings, redDunes, soapFilm,
  ]
}
