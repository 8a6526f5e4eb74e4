// What files say is one value for the workers that read it and for everything that shows it; whoever imports the domain means those,
// too. The attribute is underscored, but Swift has no other way to do this.
@_exported import PhotoFacts
