import type { Region } from '../../gazetteer/region-ids.ts';
import { PROVINCES } from './italian-provinces.ts';

/**
 * What people write for regions of these countries beside the names that the data has: short forms, names in the language
 * of the country, and the parts of a region. A row is the code in the data, and the names.
 */
const NAMES: Readonly<Record<string, string>> = {
  AT: `01 bgld;02 ktn;03 noe|niederosterr;04 ooe|oberosterr;05 sbg|sbg land;06 stmk;07 tir;08 vlbg`,
  DE: `01 bawu|baden wurtt;06 nds;12 mv|meck pomm|meckpomm|mecklenburg western pomerania;14 s anh;15 thur`,
  NL: `02 fryslan;06 noord brabant;07 noord holland;11 zuid holland`,
  BE: `VLG west vlaanderen|west flanders|oost vlaanderen|east flanders|vlaams brabant|flemish brabant|vlaanderen;
    WAL hainaut|henegouwen|brabant wallon|walloon brabant|waals brabant|wallonie`,
  PL: `72 dolnoslaskie;73 kujawsko pomorskie;74 lodzkie;75 lubelskie;76 lubuskie;77 malopolskie;78 mazowieckie;79 opolskie;
    80 podkarpackie;81 podlaskie;82 pomorskie;83 slaskie;84 swietokrzyskie;85 warminsko mazurskie;86 wielkopolskie;
    87 zachodniopomorskie`,
  PT: `09 algarve;04 minho;20 minho`,
  ES: `59 vizcaya|bizkaia|guipuzcoa|gipuzkoa|alava|araba|euskadi`,
  FR: `11 seine et marne|yvelines|essonne|hauts de seine|seine saint denis|val de marne|val doise;
    24 cher|eure et loir|indre|indre et loire|loir et cher|loiret|centre val de loire;
    27 cote dor|doubs|jura|nievre|haute saone|saone et loire|yonne|territoire de belfort;
    28 calvados|eure|manche|orne|seine maritime;32 aisne|nord|oise|pas de calais|somme;
    44 ardennes|aube|marne|haute marne|meurthe et moselle|meuse|moselle|bas rhin|haut rhin|vosges;
    52 loire atlantique|maine et loire|mayenne|sarthe|vendee;53 cotes darmor|finistere|ille et vilaine|morbihan;
    75 charente|charente maritime|correze|creuse|dordogne|gironde|landes|lot et garonne|pyrenees atlantiques|deux sevres|
      vienne|haute vienne;
    76 ariege|aude|aveyron|gard|haute garonne|gers|herault|lot|lozere|hautes pyrenees|pyrenees orientales|tarn|
      tarn et garonne;
    84 ain|allier|ardeche|cantal|drome|isere|loire|haute loire|puy de dome|rhone|savoie|haute savoie;
    93 alpes de haute provence|hautes alpes|alpes maritimes|bouches du rhone|var|vaucluse|paca;94 corse du sud|haute corse`,
};

/** Codes of regions behind a town, with the number of digits that postcodes of the country have: 9000 St. Gallen SG. */
const CODES: Readonly<Record<string, { readonly digits: number; readonly codes: string }>> = {
  AT: { digits: 4, codes: '03 no;04 oo' },
  CH: {
    digits: 4,
    codes: 'AG;AI;AR;BE;BL;BS;FR;GE;GL;GR;JU;LU;NE;NW;OW;SG;SH;SO;SZ;TG;TI;UR;VD;VS;ZG;ZH',
  },
  DE: {
    digits: 5,
    codes: '01 bw;02 by;03 hb;04 hh;05 he;06 ni;07 nw;08 rp;09 sl;10 sh;11 bb;12 mv;13 sn;14 st;15 th;16 be',
  },
  IT: {
    digits: 5,
    codes: Object.entries(PROVINCES)
      .flatMap(([code, provinces]) => provinces.split(' ').map((province) => `${code} ${province}`))
      .join(';'),
  },
};

interface CodedRegion extends Region {
  /** The number of digits that postcodes of its country have. */
  readonly digits: number;
}

const named = new Map<string, Region[]>();
const coded = new Map<string, CodedRegion[]>();

for (const [country, table] of Object.entries(NAMES)) {
  for (const row of table.split(/;\s*/)) {
    const [, code = '', names = ''] = /^(\S+) (.*)$/s.exec(row) ?? [];
    for (const name of names.split(/\|\s*/)) {
      named.set(name, [...(named.get(name) ?? []), { country, code }]);
    }
  }
}
for (const [country, { digits, codes }] of Object.entries(CODES)) {
  for (const row of codes.split(';')) {
    const [code = '', short = code.toLowerCase()] = row.split(' ');
    coded.set(short, [...(coded.get(short) ?? []), { country, code, digits }]);
  }
}

/** Returns the regions that people of their country call so: `nds`, `zuid holland`, the French `drome`. */
export function localRegionsNamed(folded: string): readonly Region[] {
  return named.get(folded) ?? [];
}

/** Returns the regions with a code of two letters that is written behind a town: `mi` is in Lombardy, `zh` is Zürich. */
export function localRegionsCoded(folded: string): readonly CodedRegion[] {
  return coded.get(folded) ?? [];
}
