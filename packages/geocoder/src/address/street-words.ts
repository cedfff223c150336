const WORDS = new Set(
  `street avenue ave av blvd boulevard road rd lane ln drive dr court ct highway hwy parkway pkwy square sq terrace place pl
  circle cir way plaza crescent close broadway route suite floor building box unit apt apartment pobox
  rue quai allee chemin impasse cours boulevard calle carrer avenida avda paseo plaza carretera via viale corso piazza piazzale largo strada
  rua travessa praca alameda rodovia estrada strasse str weg platz gasse allee ufer damm ring straat laan plein gracht kade
  gatan gata gate gade vej vag vei veien ulica ul aleja plac namesti ulice utca ter korut strada calea bulevardul ulitsa prospekt prospect
  cadde caddesi sokak mah mahallesi jalan jl jln thanon soi marg nagar chowk sector улица ул проспект пр`.split(
    /\s+/,
  ),
);

/** Endings by which a word of its own is a street: Friedrichstraße, Prinsengracht. */
const ENDING = /.(?:strasse|str|straat|gracht|gatan|gade|gata|plein|vagen|veien|gasse|utca|katu|laan|damm)$/;

/** Whether a folded word says that a name is a street's, not a town's. */
export function isStreetWord(word: string): boolean {
  return WORDS.has(word) || ENDING.test(word);
}

/** Nothing of a name: initials and points of the compass, `Cedex`. */
export function isFillWord(word: string): boolean {
  return /^(?:[a-z]|nw|ne|sw|se|cedex|near|downtown)$/.test(word);
}
