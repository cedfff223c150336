import type { Places } from '../../gazetteer/places.ts';
import type { Word } from '../words/address-words.ts';
import { largestTown } from './postal-towns.ts';

/** The post towns that give British postcodes their first letters. */
const TOWNS = `AB Aberdeen,AL St Albans,B Birmingham,BA Bath,BB Blackburn,BD Bradford,BH Bournemouth,BL Bolton,BN Brighton,
BR Bromley,BS Bristol,BT Belfast,CA Carlisle,CB Cambridge,CF Cardiff,CH Chester,CM Chelmsford,CO Colchester,CR Croydon,
CT Canterbury,CV Coventry,CW Crewe,DA Dartford,DD Dundee,DE Derby,DG Dumfries,DH Durham,DL Darlington,DN Doncaster,
DT Dorchester,DY Dudley,E London,EC London,EH Edinburgh,EN Enfield,EX Exeter,FK Falkirk,FY Blackpool,G Glasgow,
GL Gloucester,GU Guildford,HA Harrow,HD Huddersfield,HG Harrogate,HP Hemel Hempstead,HR Hereford,HS Stornoway,HU Hull,
HX Halifax,IG Ilford,IP Ipswich,IV Inverness,KA Kilmarnock,KT Kingston upon Thames,KW Kirkwall,KY Kirkcaldy,L Liverpool,
LA Lancaster,LD Llandrindod Wells,LE Leicester,LL Llandudno,LN Lincoln,LS Leeds,LU Luton,M Manchester,ME Rochester,
MK Milton Keynes,ML Motherwell,N London,NE Newcastle upon Tyne,NG Nottingham,NN Northampton,NP Newport,NR Norwich,
NW London,OL Oldham,OX Oxford,PA Paisley,PE Peterborough,PH Perth,PL Plymouth,PO Portsmouth,PR Preston,RG Reading,
RH Redhill,RM Romford,S Sheffield,SA Swansea,SE London,SG Stevenage,SK Stockport,SL Slough,SM Sutton,SN Swindon,
SO Southampton,SP Salisbury,SR Sunderland,SS Southend-on-Sea,ST Stoke-on-Trent,SW London,SY Shrewsbury,TA Taunton,
TD Galashiels,TF Telford,TN Tonbridge,TQ Torquay,TR Truro,TS Middlesbrough,TW Twickenham,UB Southall,W London,
WA Warrington,WC London,WD Watford,WF Wakefield,WN Wigan,WR Worcester,WS Walsall,WV Wolverhampton,YO York,ZE Lerwick`;

const towns = new Map(
  TOWNS.split(/,\s*/).map((row) => {
    const [area = '', ...name] = row.split(' ');
    return [area.toLowerCase(), name.join(' ')];
  }),
);

/** Returns whether British postcodes begin with the letters. */
export function isBritishArea(letters: string): boolean {
  return towns.has(letters);
}

/** Returns the coordinates of the post town of the last British postcode of an address: PO30 1XX is near Portsmouth. */
export function findBritishTown(words: readonly Word[], places: Places): { lat: number; lng: number } | null {
  const last = words.findLast(({ text }, at) =>
    /^[a-z]{1,2}\d[a-z\d]?$/.test(text)
      ? at === words.length - 1 || /^\d[a-z]{2}$/.test(words[at + 1]?.text ?? '')
      : /^[a-z]{1,2}\d[a-z\d]?\d[a-z]{2}$/.test(text),
  );
  const town = towns.get(/^[a-z]+/.exec(last?.text ?? '')?.[0] ?? '');
  return town === undefined ? null : largestTown(town, 'GB', places);
}
