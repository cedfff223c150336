import type { Places } from '../../gazetteer/places.ts';
import { largestTown, postalTown } from './postal-towns.ts';

/** A town near the centre of each county, with the names of the county, which is a part of a region of the data. */
const COUNTIES = `Bedford bedfordshire|beds;Reading berkshire|berks;Aylesbury buckinghamshire|bucks;Cambridge cambridgeshire|cambs;
Chester cheshire;Truro cornwall;Penrith cumbria;Matlock derbyshire;Exeter devon;Dorchester dorset;Durham county durham|co durham;
Lewes east sussex;Horsham west sussex;Chelmsford essex;Gloucester gloucestershire|glos;London greater london|middlesex|middx;
Manchester greater manchester;Winchester hampshire|hants;Hereford herefordshire;Hertford hertfordshire|herts;Newport isle of wight;
Maidstone kent;Preston lancashire|lancs;Leicester leicestershire|leics;Lincoln lincolnshire|lincs;Liverpool merseyside;
Norwich norfolk;Northampton northamptonshire|northants;Morpeth northumberland;Nottingham nottinghamshire|notts;
Oxford oxfordshire|oxon;Shrewsbury shropshire|salop;Taunton somerset;Stafford staffordshire|staffs;Ipswich suffolk;
Guildford surrey;Newcastle upon Tyne tyne and wear;Warwick warwickshire|warks;Birmingham west midlands;Devizes wiltshire|wilts;
Worcester worcestershire|worcs;Northallerton north yorkshire;Sheffield south yorkshire;Leeds west yorkshire;
Beverley east yorkshire|east riding of yorkshire;Aberdeen aberdeenshire;Ayr ayrshire;Kirkcaldy fife;Hamilton lanarkshire;
Perth perthshire;Inverness highland;Galashiels scottish borders;Newport gwent;Caernarfon gwynedd;Llandrindod Wells powys;
Carmarthen dyfed;Antrim co antrim|county antrim;Armagh co armagh|county armagh;Downpatrick co down|county down;
Enniskillen co fermanagh|county fermanagh;Londonderry County Borough co londonderry|county londonderry;Omagh co tyrone|county tyrone`;

/** The towns by the folded names of their counties. */
export const countyTowns: ReadonlyMap<string, string> = new Map(
  COUNTIES.split(/;\s*/).flatMap((row) => {
    const [, town = '', names = ''] = /^((?:[A-Z]\S* |upon )+)(.*)$/.exec(row) ?? [];
    return names.split('|').map((name): [string, string] => [name, town.trim()]);
  }),
);

/** The French departments in the order of the first digits of their postcodes. */
const DEPARTMENTS = `ain,aisne,allier,alpes de haute provence,hautes alpes,alpes maritimes,ardeche,ardennes,ariege,aube,aude,aveyron,
bouches du rhone,calvados,cantal,charente,charente maritime,cher,correze,corse du sud,cote dor,cotes darmor,creuse,dordogne,doubs,drome,
eure,eure et loir,finistere,gard,haute garonne,gers,gironde,herault,ille et vilaine,indre,indre et loire,isere,jura,landes,loir et cher,
loire,haute loire,loire atlantique,loiret,lot,lot et garonne,lozere,maine et loire,manche,marne,haute marne,mayenne,meurthe et moselle,
meuse,morbihan,moselle,nievre,nord,oise,orne,pas de calais,puy de dome,pyrenees atlantiques,hautes pyrenees,pyrenees orientales,
bas rhin,haut rhin,rhone,haute saone,saone et loire,sarthe,savoie,haute savoie,paris,seine maritime,seine et marne,yvelines,
deux sevres,somme,tarn,tarn et garonne,var,vaucluse,vendee,vienne,haute vienne,vosges,yonne,territoire de belfort,essonne,
hauts de seine,seine saint denis,val de marne,val doise`;

/** The first digits of the postcodes of each department. */
export const departments: ReadonlyMap<string, string> = new Map(
  DEPARTMENTS.split(/,\s*/).map((name, at) => [name, String(at + 1).padStart(2, '0')]),
);

/** Returns a point of the first part of a region among the names of regions of an address: a county, a department. */
export function findRegionPart(
  named: readonly string[],
  country: string,
  places: Places,
): ReturnType<Places['coordinates']> | null {
  const known = country === 'GB' ? countyTowns : country === 'FR' ? departments : null;
  const part = named.map((name) => known?.get(name)).find((found) => found !== undefined);
  if (part === undefined) return null;
  return country === 'GB' ? largestTown(part, country, places) : postalTown(part, country, places);
}
