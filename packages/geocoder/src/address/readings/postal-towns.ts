import { foldName } from '../../gazetteer/place-names.ts';
import type { Places } from '../../gazetteer/places.ts';
import type { Word } from '../words/address-words.ts';

/** A town of the area for the first two digits of a postcode. */
const TOWNS: Readonly<Record<string, string>> = {
  DE: `01 Dresden,02 Bautzen,03 Cottbus,04 Leipzig,06 Halle,07 Gera,08 Zwickau,09 Chemnitz,10 Berlin,12 Berlin,13 Berlin,14 Potsdam,
    15 Frankfurt (Oder),16 Eberswalde,17 Neubrandenburg,18 Rostock,19 Schwerin,20 Hamburg,21 Lüneburg,22 Hamburg,23 Lübeck,24 Kiel,
    25 Itzehoe,26 Oldenburg,27 Bremerhaven,28 Bremen,29 Celle,30 Hannover,31 Hildesheim,32 Herford,33 Bielefeld,34 Kassel,35 Gießen,
    36 Fulda,37 Göttingen,38 Braunschweig,39 Magdeburg,40 Düsseldorf,41 Mönchengladbach,42 Wuppertal,44 Dortmund,45 Essen,46 Oberhausen,
    47 Duisburg,48 Münster,49 Osnabrück,50 Köln,51 Köln,52 Aachen,53 Bonn,54 Trier,55 Mainz,56 Koblenz,57 Siegen,58 Hagen,59 Hamm,
    60 Frankfurt am Main,61 Bad Homburg vor der Höhe,63 Offenbach,64 Darmstadt,65 Wiesbaden,66 Saarbrücken,67 Ludwigshafen am Rhein,
    68 Mannheim,69 Heidelberg,70 Stuttgart,71 Ludwigsburg,72 Tübingen,73 Göppingen,74 Heilbronn,75 Pforzheim,76 Karlsruhe,
    77 Offenburg,78 Villingen-Schwenningen,79 Freiburg,80 Munich,81 Munich,82 Starnberg,83 Rosenheim,84 Landshut,85 Ingolstadt,
    86 Augsburg,87 Kempten (Allgäu),88 Ravensburg,89 Ulm,90 Nürnberg,91 Ansbach,92 Amberg,93 Regensburg,94 Passau,95 Bayreuth,
    96 Bamberg,97 Würzburg,98 Suhl,99 Erfurt`,
  ES: `01 Gasteiz / Vitoria,02 Albacete,03 Alicante,04 Almería,05 Ávila,06 Badajoz,07 Palma,08 Barcelona,09 Burgos,10 Cáceres,11 Cádiz,
    12 Castelló de la Plana,13 Ciudad Real,14 Córdoba,15 A Coruña,16 Cuenca,17 Girona,18 Granada,19 Guadalajara,20 San Sebastián,21 Huelva,
    22 Huesca,23 Jaén,24 León,25 Lleida,26 Logroño,27 Lugo,28 Madrid,29 Málaga,30 Murcia,31 Pamplona,32 Ourense,33 Oviedo,34 Palencia,
    35 Las Palmas de Gran Canaria,36 Pontevedra,37 Salamanca,38 Santa Cruz de Tenerife,39 Santander,40 Segovia,41 Sevilla,42 Soria,
    43 Tarragona,44 Teruel,45 Toledo,46 Valencia,47 Valladolid,48 Bilbao,49 Zamora,50 Zaragoza,51 Ceuta,52 Melilla`,
  FR: `01 Bourg-en-Bresse,02 Laon,03 Moulins,04 Digne-les-Bains,05 Gap,06 Nice,07 Privas,08 Charleville-Mézières,09 Foix,10 Troyes,
    11 Carcassonne,12 Rodez,13 Marseille,14 Caen,15 Aurillac,16 Angoulême,17 La Rochelle,18 Bourges,19 Tulle,20 Corte,21 Dijon,
    22 Saint-Brieuc,23 Guéret,24 Périgueux,25 Besançon,26 Valence,27 Évreux,28 Chartres,29 Quimper,30 Nîmes,31 Toulouse,32 Auch,
    33 Bordeaux,34 Montpellier,35 Rennes,36 Châteauroux,37 Tours,38 Grenoble,39 Lons-le-Saunier,40 Mont-de-Marsan,41 Blois,
    42 Saint-Étienne,43 Le Puy-en-Velay,44 Nantes,45 Orléans,46 Cahors,47 Agen,48 Mende,49 Angers,50 Saint-Lô,51 Châlons-en-Champagne,
    52 Chaumont,53 Laval,54 Nancy,55 Bar-le-Duc,56 Vannes,57 Metz,58 Nevers,59 Lille,60 Beauvais,61 Alençon,62 Arras,63 Clermont-Ferrand,
    64 Pau,65 Tarbes,66 Perpignan,67 Strasbourg,68 Colmar,69 Lyon,70 Vesoul,71 Mâcon,72 Le Mans,73 Chambéry,74 Annecy,75 Paris,76 Rouen,
    77 Melun,78 Versailles,79 Niort,80 Amiens,81 Albi,82 Montauban,83 Toulon,84 Avignon,85 La Roche-sur-Yon,86 Poitiers,87 Limoges,
    88 Épinal,89 Auxerre,90 Belfort,91 Évry,92 Nanterre,93 Bobigny,94 Créteil,95 Pontoise`,
  IT: `00 Rome,01 Viterbo,02 Rieti,03 Frosinone,04 Latina,05 Terni,06 Perugia,07 Sassari,08 Nuoro,09 Cagliari,10 Turin,11 Aosta,12 Cuneo,
    13 Vercelli,14 Asti,15 Alessandria,16 Genoa,17 Savona,18 Imperia,19 La Spezia,20 Milan,21 Varese,22 Como,23 Lecco,24 Bergamo,
    25 Brescia,26 Cremona,27 Pavia,28 Novara,29 Piacenza,30 Venice,31 Treviso,32 Belluno,33 Udine,34 Trieste,35 Padova,36 Vicenza,
    37 Verona,38 Trento,39 Bolzano,40 Bologna,41 Modena,42 Reggio nell'Emilia,43 Parma,44 Ferrara,45 Rovigo,46 Mantova,47 Forlì,48 Ravenna,
    50 Florence,51 Pistoia,52 Arezzo,53 Siena,54 Massa,55 Lucca,56 Pisa,57 Livorno,58 Grosseto,59 Prato,60 Ancona,61 Pesaro,62 Macerata,
    63 Ascoli Piceno,64 Teramo,65 Pescara,66 Chieti,67 L'Aquila,70 Bari,71 Foggia,72 Brindisi,73 Lecce,74 Taranto,75 Matera,76 Barletta,
    80 Naples,81 Caserta,82 Benevento,83 Avellino,84 Salerno,85 Potenza,86 Campobasso,87 Cosenza,88 Catanzaro,89 Reggio Calabria,
    90 Palermo,91 Trapani,92 Agrigento,93 Caltanissetta,94 Enna,95 Catania,96 Siracusa,97 Ragusa,98 Messina`,
};

/** The towns by country and first digits, as they are compared. */
export const postalTowns: ReadonlyMap<string, string> = new Map(
  Object.entries(TOWNS).flatMap(([country, table]) =>
    table.split(/,\s*/).map((row): [string, string] => [`${country} ${row.slice(0, 2)}`, row.slice(3)]),
  ),
);

type Coordinates = ReturnType<Places['coordinates']>;

/** Returns a point of the area of the last postcode of an address as one of a country: 15230 is near Frankfurt (Oder). */
export function findPostalTown(words: readonly Word[], country: string, places: Places): Coordinates | null {
  const code = words.findLast(({ text }) => /^[a-z]{0,3}\d{5}$/.test(text))?.text.slice(-5);
  return code === undefined ? null : postalTown(code.slice(0, 2), country, places);
}

/** Returns a point of the area for the first two digits of a postcode. */
export function postalTown(digits: string, country: string, places: Places): Coordinates | null {
  const town = postalTowns.get(`${country} ${digits}`);
  return town === undefined ? null : largestTown(town, country, places);
}

/** Returns where the largest place of a name in a country is. */
export function largestTown(name: string, country: string, places: Places): Coordinates | null {
  const [largest] = places
    .named(foldName(name))
    .filter((place) => places.country(place) === country)
    .sort((a, b) => places.population(b) - places.population(a));
  return largest === undefined ? null : places.coordinates(largest);
}
