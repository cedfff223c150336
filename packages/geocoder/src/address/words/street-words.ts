const WORDS = new Set(
  `street avenue ave av blvd boulevard road rd lane ln drive dr court ct highway hwy parkway pkwy square sq terrace place pl
  circle cir way plaza crescent close broadway route suite floor building box unit apt apartment pobox
  rue quai allee chemin impasse cours boulevard calle carrer avenida avda paseo plaza carretera via viale corso piazza piazzale largo strada
  rua travessa praca alameda rodovia estrada strasse str weg platz gasse allee ufer damm ring straat laan plein gracht kade
  gatan gata gate gade vej vag vei veien ulica ul aleja plac namesti ulice utca ter korut strada calea bulevardul ulitsa prospekt prospect
  cadde caddesi sokak mah mahallesi jalan jl jln thanon soi marg nagar chowk sector улица ул проспект пр вулиця вул бульвар бул переулок пер шоссе площадь пл улиця οδος λεωφορος λεωφ רחוב רח שד שדרות شارع طريق`.split(
    /\s+/,
  ),
);

/** Endings of street names that are one word: Friedrichstraße, Prinsengracht. */
const ENDING = /.(?:strasse|str|straat|gracht|gatan|gade|gata|plein|vagen|veien|gasse|utca|katu|laan|damm)$/;

/** Returns whether a folded word marks a name as that of a street. */
export function isStreetWord(word: string): boolean {
  return WORDS.has(word) || ENDING.test(word);
}

/** Returns whether a folded word is not a part of a name: an initial, a compass point, `Cedex`, the number's `Bezirk`. */
export function isFillWord(word: string): boolean {
  return FILL.test(word);
}

const FILL = /^(?:[a-zа-я]|nw|ne|sw|se|cedex|near|downtown|bezirk|arrondissement|arr|город|гор|місто)$/;
