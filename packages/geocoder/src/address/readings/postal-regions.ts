import type { Word } from '../words/address-words.ts';

/** How a country writes its postcodes. */
interface Form {
  /** The folded word of a code, or its two words. */
  readonly code: RegExp;
  /** Where a code stands: right before its town, behind it, or anywhere, because few other numbers have the form. */
  readonly stands: 'before' | 'behind' | 'anywhere';
  /** A row is the beginnings of codes, and the regions in which some of them are used, by their codes in the data. */
  readonly rows: string;
}

const FORMS: Readonly<Record<string, Form>> = {
  AT: {
    code: /^a?(\d{4})$/,
    stands: 'before',
    rows: `1=09 03;2=03 01;3=03;4=04 03;5=05 04;6=07 08;7=01 03;8=06 01;9=02 07 06`,
  },
  AU: {
    code: /^(\d{4})$/,
    stands: 'behind',
    rows: `2=02 01;24=02 04;3=07;35 36 37=07 02;4=04;43=04 02;5=05;6=08;7=06;08=03 05 08`,
  },
  BE: {
    code: /^b?(\d{4})$/,
    stands: 'before',
    rows: `10 11 12=BRU;13 14=WAL;15 16 17 18 19 2 3 8 9=VLG;4 5 6 7=WAL`,
  },
  BR: {
    code: /^(?:br)?(\d{5}) ?\d{3}$/,
    stands: 'anywhere',
    rows: `0 1=27;20 21 22 23 24 25 26 27 28=21;29=08;3=15;40 41 42 43 44 45 46 47 48=05;49=28;
      50 51 52 53 54 55 56=30;57=02;58=17;59=22;60 61 62 63=06;64=20;65=13;66 67 68=16 03;
      70 71 72 73=07 29;69=04 25 01;74 75=29;76=29 24;77=31;78=14;79=11;80 81 82 83 84 85 86 87=18;88 89=26;9=23`,
  },
  CH: {
    code: /^(?:ch)?(\d{4})$/,
    stands: 'before',
    rows: `1=VD GE FR VS NE BE;2=NE JU BE SO FR;3=BE VS FR SO;4=BS BL SO AG BE JU;5=AG SO ZH;
      6=LU ZG SZ UR OW NW TI AG GR BE;7=GR SG;8=ZH SH TG SG SZ GL AG ZG;9=SG AR AI TG`,
  },
  IE: {
    code: /^([a-z]\d[\dw]) ?[a-z\d]{4}$/,
    stands: 'anywhere',
    rows: `d k r w y=L;e p t v x=M`,
  },
  IN: {
    code: /^(\d{3}) ?\d{3}$/,
    stands: 'anywhere',
    rows: `11=07;12 13=10 23 05 07;14 15 16=23 05 10;17=11;18 19=12 41;20 21 22 23 24 25 26 27 28=36 39;
      30 31 32 33 34=24;36 37 38 39=09 32 06;40 41 42 43 44=16 33;45 46 47 48 49=35 37;
      50 51 52 53=40 02 22;56 57 58 59=19;60 61 62 63 64=25 22;67 68 69=13 22 14;70 71 72 73 74=28 29 01;
      75 76 77=21;78=03;79=30 18 17 31 20 26 03;80 81 82 83 84 85=34 38`,
  },
  JP: {
    code: /^(\d{3}) ?\d{4}$/,
    stands: 'anywhere',
    rows: `00 04 05 06 07 08 09=12;01=02;02=16;03=03;10 11 12 13 14 15 16 17 18 19 20=40;21 22 23 24 25=19;
      26 27 28 29=04;30 31=14;32=38;33 34 35 36=34;37=10;38 39=26;40=46;41 42 43=37;44 45 46 47 48 49=01;
      50=09;51=23;52=35;53 54 55 56 57 58 59=32;60 61 62=22;63=28;64=43;65 66 67=13;68=41;69=36;70 71=31;
      72 73=11;74 75=45;76=17;77=39;78=20;79=05;80 81 82 83=07;84=33;85=27;86=21;87=30;88=25;89=18;90=47;
      91=06;92=15;93=42;94 95=29;96 97=08;98=24;99=44`,
  },
  NL: {
    code: /^(?:nl)?(\d{4})(?:[a-z]{2})?$/,
    stands: 'before',
    rows: `1=07 16 09;2=11 07;3=11 09 03 16;4=10 06 03 11 09;5=06 05 03;6=05 03 06;7=03 15 01;8=15 02 16 03 01;
      9=04 02 01`,
  },
  PL: {
    code: /^(?:pl)?(\d{2}) ?\d{3}$/,
    stands: 'anywhere',
    rows: `0=78 81 75;1=85 81 78;2=75 84 78 80;3=77 80 84;4=83 79 77;5=72 79 86;6=86 76 72 87;7=87 76 82 86;
      8=82 73 85 86;9=74 78 86 84`,
  },
  PT: {
    code: /^(?:p|pt)?(\d{4}) ?\d{3}$/,
    stands: 'anywhere',
    rows: `1=14;2=14 13 18 19 16 08;3=07 02 22 11 13 05 17;4=17 04 20 02 21 22;5=21 05 22 11 04 17;
      6=06 11 18 07 16;7=08 03 16 19;8=09 03;9=10 23`,
  },
};

const regions = new Map(
  Object.entries(FORMS).flatMap(([country, { rows }]) =>
    rows.split(/;\s*/).flatMap((row) => {
      const [beginnings = '', codes = ''] = row.split('=');
      return beginnings.split(' ').map((each) => [`${country} ${each}`, codes.split(' ')] as const);
    }),
  ),
);

/** Where the name of a town is among the words of an address, from the first up to and without the last. */
export interface TownWords {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the regions of a country in which the postcode of an address may be, by their codes in the data: `1010` is in
 * Vienna or Lower Austria. Null: the address has no code of the country's form, or none with a known beginning.
 */
export function regionsOfPostcode(
  words: readonly Word[],
  town: TownWords,
  country: string,
): readonly string[] | null {
  const form = FORMS[country];
  if (form === undefined) return null;
  const beside = {
    before: words.slice(Math.max(0, town.from - 1), town.from),
    behind: words.slice(town.to),
    anywhere: words,
  }[form.stands];
  const texts = beside.map(({ text }) => text);
  const codes = texts.flatMap((text, at) => [text, `${text} ${texts[at + 1] ?? ''}`]);
  const code = codes.map((each) => form.code.exec(each)?.[1]).findLast((each) => each !== undefined) ?? '';
  return (
    regions.get(`${country} ${code.slice(0, 2)}`) ?? regions.get(`${country} ${code.slice(0, 1)}`) ?? null
  );
}

/** Returns the beginnings of the postcodes of a region. */
export function postcodesOf(country: string, region: string): string[] {
  return [...regions]
    .filter(([key, codes]) => key.startsWith(`${country} `) && codes.includes(region))
    .map(([key]) => key.slice(country.length + 1));
}
