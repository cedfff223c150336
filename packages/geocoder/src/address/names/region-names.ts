import type { Region } from '../../gazetteer/region-ids.ts';

/**
 * The regions that addresses name without their country. A row is the code in the data, the abbreviations of up to three
 * letters (or nothing), and the names. `Regions` knows those of all countries.
 */
const TABLES: Readonly<Record<string, string>> = {
  US: `AL al alabama;AK ak alaska;AZ az arizona;AR ar arkansas;CA ca california|calif;CO co colorado;CT ct connecticut;DE de delaware;
    DC dc district of columbia;FL fl florida;GA ga georgia;HI hi hawaii;ID id idaho;IL il illinois;IN in indiana;IA ia iowa;KS ks kansas;
    KY ky kentucky;LA la louisiana;ME me maine;MD md maryland;MA ma massachusetts|mass;MI mi michigan;MN mn minnesota;MS ms mississippi;
    MO mo missouri;MT mt montana;NE ne nebraska;NV nv nevada;NH nh new hampshire;NJ nj new jersey;NM nm new mexico;NY ny new york|new york state;
    NC nc north carolina;ND nd north dakota;OH oh ohio;OK ok oklahoma;OR or oregon;PA pa pennsylvania|penna;RI ri rhode island;SC sc south carolina;
    SD sd south dakota;TN tn tennessee;TX tx texas;UT ut utah;VT vt vermont;VA va virginia;WA wa washington|washington state;
    WV wv west virginia;WI wi wisconsin;WY wy wyoming`,
  CA: `01 ab alberta;02 bc british columbia|colombie britannique;03 mb manitoba;04 nb new brunswick|nouveau brunswick;
    05 nl newfoundland and labrador|newfoundland|labrador;07 ns nova scotia|nouvelle ecosse;08 on ontario|ont;
    09 pe|pei prince edward island;10 qc|pq quebec|que;11 sk saskatchewan;12 yt yukon|yukon territory;13 nt northwest territories;14 nu nunavut`,
  AU: `01 act australian capital territory;02 nsw new south wales;03 nt northern territory;04 qld queensland;05 sa south australia;
    06 tas tasmania;07 vic victoria;08 wa western australia`,
  GB: `ENG  england|bedfordshire|berkshire|buckinghamshire|cambridgeshire|cheshire|cornwall|cumbria|derbyshire|devon|dorset|county durham|
      east sussex|west sussex|essex|gloucestershire|greater london|greater manchester|hampshire|herefordshire|hertfordshire|isle of wight|
      kent|lancashire|leicestershire|lincolnshire|merseyside|middlesex|norfolk|northamptonshire|northumberland|nottinghamshire|
      oxfordshire|shropshire|somerset|staffordshire|suffolk|surrey|tyne and wear|warwickshire|west midlands|wiltshire|
      worcestershire|yorkshire|north yorkshire|south yorkshire|west yorkshire|east yorkshire|east riding of yorkshire|
      beds|berks|bucks|cambs|glos|hants|herts|lancs|leics|lincs|middx|northants|notts|oxon|salop|staffs|warks|wilts|worcs|yorks;
    SCT  scotland|aberdeenshire|ayrshire|fife|lanarkshire|perthshire|highland|scottish borders;WLS  wales|cymru|gwent|gwynedd|powys|dyfed;
    NIR  northern ireland|co antrim|county antrim|co armagh|county armagh|co down|county down|co fermanagh|county fermanagh|
      co londonderry|county londonderry|co tyrone|county tyrone`,
  IE: `L  leinster|co carlow|co dublin|co kildare|co kilkenny|co laois|co longford|co louth|co meath|co offaly|co westmeath|
      co wexford|co wicklow;M  munster|co clare|co cork|co kerry|co limerick|co tipperary|co waterford;
    C  connacht|co galway|co leitrim|co mayo|co roscommon|co sligo;U  ulster|co cavan|co donegal|co monaghan`,
  DE: `01  baden wurttemberg;02  bayern|bavaria;03  bremen;04  hamburg;05  hessen|hesse;06  niedersachsen|lower saxony;
    07 nrw nordrhein westfalen|north rhine westphalia;08  rheinland pfalz|rhineland palatinate;09  saarland;10  schleswig holstein;
    11  brandenburg;12  mecklenburg vorpommern;13  sachsen|saxony;14  sachsen anhalt|saxony anhalt;15  thuringen|thuringia;16  berlin`,
  BR: `01 ac acre;02 al alagoas;03 ap amapa;04 am amazonas;05 ba bahia;06 ce ceara;07 df distrito federal;08 es espirito santo;
    11 ms mato grosso do sul;13 ma maranhao;14 mt mato grosso;15 mg minas gerais;16 pa para;17 pb paraiba;18 pr parana;20 pi piaui;
    21 rj rio de janeiro;22 rn rio grande do norte;23 rs rio grande do sul;24 ro rondonia;25 rr roraima;26 sc santa catarina;
    27 sp sao paulo;28 se sergipe;29 go goias;30 pe pernambuco;31 to tocantins`,
  IN: `01  andaman and nicobar islands;02 ap andhra pradesh;03  assam;07  delhi;09 gj gujarat;10 hr haryana;11 hp himachal pradesh;12  jammu and kashmir;
    13 kl kerala;16 mh maharashtra;17  manipur;18  meghalaya;19 ka karnataka;20  nagaland;21  odisha|orissa;22  puducherry;
    23 pb punjab;24 rj rajasthan;25 tn tamil nadu;26  tripura;28 wb west bengal;29  sikkim;30  arunachal pradesh;31  mizoram;33  goa;
    34  bihar;35 mp madhya pradesh;36 up uttar pradesh;37  chhattisgarh;38  jharkhand;39  uttarakhand;40 ts telangana`,
  MX: `01  aguascalientes;02 bc baja california;03 bcs baja california sur;04  campeche;05  chiapas;06  chihuahua;07  coahuila;08  colima;
    09 df|cdmx distrito federal|ciudad de mexico;10  durango;11 gto guanajuato;12  guerrero;13  hidalgo;14 jal jalisco;
    15  estado de mexico;16  michoacan;17  morelos;18  nayarit;19 nl nuevo leon;20  oaxaca;21  puebla;22 qro queretaro;
    23  quintana roo;24 slp san luis potosi;25  sinaloa;26  sonora;27  tabasco;28  tamaulipas;29  tlaxcala;30  veracruz;31  yucatan;32  zacatecas`,
};

const regionsByName = new Map<string, Region[]>();
const labels = new Map<string, string>();

for (const [country, table] of Object.entries(TABLES)) {
  for (const row of table.split(';')) {
    const [code = '', short = '', ...rest] = row.trim().split(' ');
    const names = [...short.split('|'), ...rest.join(' ').split('|')]
      .map((name) => name.trim())
      .filter((name) => name !== '');
    const label = short === '' ? '' : (short.split('|')[0] ?? '').toUpperCase();
    labels.set(`${country}/${code}`, label);
    for (const name of names) {
      regionsByName.set(name, [...(regionsByName.get(name) ?? []), { country, code }]);
    }
  }
}

/** Returns the regions with the folded name or abbreviation: `wa` is a state of two countries. */
export function regionsNamed(folded: string): readonly Region[] {
  return regionsByName.get(folded) ?? regionsByName.get(folded.replace(/^county /, 'co ')) ?? [];
}

/** Returns the abbreviation of a region, or `''` if none is usual. */
export function regionLabel(country: string, code: string): string {
  return labels.get(`${country}/${code}`) ?? '';
}
