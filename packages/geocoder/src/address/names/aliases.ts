import { foldName, nameKey } from '../../gazetteer/place-names.ts';

/**
 * Other names of cities, because the data has only one name for each: `country: name in the data = other names`. Local,
 * English and former names, and common short forms.
 */
const TABLE = `
US: New York City = new york, nyc, big apple, nueva york, nova york | Los Angeles = la | San Francisco = sf, frisco | Philadelphia = philly
US: Las Vegas = vegas | Saint Paul = st paul | Winston-Salem = winston salem
CA: Montréal = montreal | Québec = quebec city, ville de quebec | St. John's = saint johns
MX: Mexico City = ciudad de mexico, mexico df, mexiko stadt, cdmx, mexico d f | Juárez = ciudad juarez | León de los Aldama = leon
MX: Santiago de Querétaro = queretaro | Victoria de Durango = durango | Acapulco de Juárez = acapulco | Pachuca de Soto = pachuca
DE: Munich = munchen, muenchen, monaco di baviera, munique | Köln = cologne, koeln, colonia, keulen | Nürnberg = nuremberg, nuernberg, norimberga
DE: Frankfurt am Main = francfort, francoforte | Düsseldorf = duesseldorf | Hannover = hanover | Braunschweig = brunswick | Aachen = aix la chapelle
DE: Regensburg = ratisbon | Mainz = mayence | Trier = treves | Koblenz = coblenz | Hamburg = amburgo, hambourg, hamburgo | Berlin = berlino, berlijn
DE: Göttingen = goettingen | Würzburg = wuerzburg | Saarbrücken = saarbruecken | Münster = muenster, munster | Lübeck = luebeck | Leipzig = lipsia
DE: Osnabrück = osnabrueck | Tübingen = tuebingen | Fürth = fuerth | Mönchengladbach = moenchengladbach | Lüneburg = lueneburg | Dresden = dresde
AT: Vienna = wien, vienne, viena, becs, viden, wenen | Innsbruck = innsbruk
CH: Zürich = zuerich, zurigo | Genève = geneva, genf, ginevra, ginebra | Basel = basle, bale, basilea | Luzern = lucerne, lucerna | Bern = berne, berna
CH: Sankt Gallen = st gallen, saint gall | Neuchâtel = neuenburg | Fribourg = freiburg im uechtland | Sitten = sion | Lausanne = losanna
FR: Paris = parigi, parijs | Lyon = lyons, lione | Marseille = marseilles, marsiglia | Strasbourg = strassburg | Nice = nizza, niza | Reims = rheims
FR: Dunkerque = dunkirk | Toulouse = tolosa | Lille = rijsel | Bordeaux = burdeos
NL: The Hague = den haag, s gravenhage, sgravenhage, la haye, l aja | 's-Hertogenbosch = den bosch, s hertogenbosch | Amsterdam = amsterdamo
NL: Almere Stad = almere
BE: Brussels = bruxelles, brussel, brussel, brussels city, bruselas, brussel stad | Antwerpen = antwerp, anvers, amberes | Gent = ghent, gand | Brugge = bruges
BE: Liège = luik, luttich | Leuven = louvain | Mechelen = malines | Kortrijk = courtrai | Namur = namen | Mons = bergen
LU: Luxembourg = luxemburg, luxembourg city, letzebuerg, luxemburg stadt
IT: Rome = roma, rom | Milan = milano, mailand | Turin = torino, turijn | Naples = napoli, neapel, napoles | Florence = firenze, florenz, florencia
IT: Venice = venezia, venedig, venecia | Genoa = genova, genua, genes | Padova = padua | Mantova = mantua | Siracusa = syracuse | Bolzano = bozen
IT: Livorno = leghorn | Verona = werona | Trieste = triest | Bologna = bolonia | Palermo = palerme
ES: Sevilla = seville, sevilha | Zaragoza = saragossa | Córdoba = cordova | A Coruña = la coruna, corunna | Donostia / San Sebastián = san sebastian
ES: Pamplona = iruna | Valencia = valencia del cid | Palma = palma de mallorca | Gasteiz / Vitoria = vitoria gasteiz | Barcelona = barcelone
ES: Las Palmas de Gran Canaria = las palmas
PT: Lisbon = lisboa, lissabon, lisbonne, lisabon | Porto = oporto | Funchal = funchal madeira
GB: London = londres, londra, london city, londyn, londen | Edinburgh = edimburgo, edimbourg | Newcastle upon Tyne = newcastle
GB: Stoke-on-Trent = stoke | Kingston upon Hull = hull | Southend-on-Sea = southend | Royal Tunbridge Wells = tunbridge wells
IE: Dublin = baile atha cliath, dublino | Gaillimh = galway | Cork = corcaigh | Luimneach = limerick | Dún Laoghaire = dun laoire
DK: Copenhagen = kobenhavn, koebenhavn, kopenhagen, copenhague | Århus = aarhus | Aalborg = alborg | Helsingør = elsinore
SE: Göteborg = gothenburg, goteborg, goeteborg | Malmö = malmoe | Stockholm = estocolmo
NO: Oslo = christiania | Trondheim = trondhjem
FI: Helsinki = helsingfors | Turku = abo | Tampere = tammerfors | Espoo = esbo
IS: Reykjavík = reykjavik
PL: Warsaw = warszawa, warschau, varsovie, varsovia | Kraków = cracow, krakow, krakau, cracovia | Wrocław = breslau | Gdańsk = danzig | Poznań = posen
PL: Łódź = lodz | Szczecin = stettin
CZ: Prague = praha, prag, praga | Brno = brunn | Pilsen = plzen | Karlovy Vary = karlsbad, carlsbad
SK: Bratislava = pressburg, pozsony
HU: Budapest = budapeste
RO: Bucharest = bucuresti, bukarest, bucarest | Cluj-Napoca = cluj | Iaşi = jassy | Sibiu = hermannstadt
BG: Sofia = sofiya, софия
RS: Belgrade = beograd, belgrad, београд | Niš = nish
HR: Zagreb = agram | Dubrovnik = ragusa
GR: Athens = athina, athinai, athen, athenes, αθηνα, atenas, atene | Thessaloníki = salonica, salonika, saloniki, θεσσαλονικη | Irákleion = heraklion, iraklio
GR: Pátra = patras | Corfu = kerkyra | Piraeus = pireas, pireefs
CY: Nicosia = lefkosia, lefkosa | Limassol = lemesos
TR: Istanbul = constantinople, estambul | İzmir = smyrna
RU: Moscow = moskva, moskau, moscou, moscu, москва, mosca | Saint Petersburg = sankt peterburg, st petersburg, leningrad, санкт петербург, petersburg
RU: Yekaterinburg = ekaterinburg | Nizhniy Novgorod = nizhny novgorod | Rostov-na-Donu = rostov on don
UA: Kyiv = kiev, kiew, київ, киев, kyjev | Lviv = lvov, lemberg, lwow | Odessa = odesa | Kharkiv = kharkov | Dnipro = dnipropetrovsk
BY: Minsk = менск
LT: Vilnius = wilno, vilna
LV: Riga = rīga
KZ: Nur-Sultan = astana | Almaty = alma ata
IL: Tel Aviv = tel aviv yafo, tel aviv jaffa | Jerusalem = yerushalayim, jeruzalem
EG: Cairo = al qahirah, el cairo, kairo, le caire | Alexandria = al iskandariyah
MA: Marrakesh = marrakech | Fès = fes, fez | Tangier = tanger, tangiers | Casablanca = dar el beida
SA: Mecca = makkah | Jeddah = jiddah | Riyadh = ar riyad, riad | Medina = al madinah
IN: Mumbai = bombay | Bengaluru = bangalore | Kolkata = calcutta | Chennai = madras | Delhi = new delhi city | Thiruvananthapuram = trivandrum
IN: Varanasi = benares, banaras | Cochin = kochi | Mysore = mysuru | Pune = poona | Gurgaon = gurugram
PK: Karachi = karatschi
BD: Dhaka = dacca | Chittagong = chattogram
LK: Colombo = kolamba
MM: Yangon = rangoon
TH: Bangkok = krung thep, krung thep maha nakhon
VN: Ho Chi Minh City = saigon, ho chi minh, thanh pho ho chi minh, tp hcm | Hanoi = ha noi | Da Nang = danang
CN: Beijing = peking, pekin, 北京, 北京市 | Guangzhou = canton | Shanghai = 上海, 上海市 | Nanjing = nanking | Tianjin = tientsin | Xi’an = sian
HK: Hong Kong = hongkong, 香港
JP: Tokyo = tokio, 東京, 東京都 | Osaka = 大阪, 大阪市 | Kyoto = kioto, 京都 | Kobe = 神戸 | Yokohama = 横浜
KR: Seoul = 서울, soul, seul | Busan = pusan | Incheon = inchon
TW: Taipei = taibei, 台北
MN: Ulan Bator = ulaanbaatar
ID: Jakarta = djakarta | Yogyakarta = jogja, jogjakarta
MY: Kuala Lumpur = kl
PH: Quezon City = quezon | Cebu City = cebu
AR: Buenos Aires = caba, ciudad autonoma de buenos aires, capital federal
BR: São Paulo = sampa | Rio de Janeiro = rio | Brasília = brasilia df
CU: Havana = la habana, havanna
GT: Guatemala City = ciudad de guatemala
PA: Panamá = panama city, ciudad de panama
CO: Bogotá = santa fe de bogota, bogota dc
CL: Santiago = santiago de chile
ZA: Johannesburg = joburg, jozi | Port Elizabeth = gqeberha | Cape Town = kaapstad, kapstadt, le cap
KE: Nairobi = найроби
AU: Canberra = canberra city
`;

export interface Alias {
  readonly country: string;
  /** Name in the data. */
  readonly name: string;
}

function readTable(): ReadonlyMap<string, readonly Alias[]> {
  const byAlias = new Map<string, Alias[]>();
  for (const line of TABLE.trim().split('\n')) {
    const [country = '', cities = ''] = line.split(': ');
    for (const city of cities.split(' | ')) {
      const [name = '', others = ''] = city.split(' = ');
      for (const other of others.split(', ')) {
        const key = nameKey(foldName(other));
        byAlias.set(key, [...(byAlias.get(key) ?? []), { country, name }]);
      }
    }
  }
  return byAlias;
}

/** The aliases by `nameKey`. */
export const aliases = readTable();
