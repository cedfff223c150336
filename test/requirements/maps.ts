import { rule } from './requirement.ts';

/** decisions section 11 with 12.14 and 12.23; interface.md "Maps and locations", its states and its errors. */
export const maps = {
  'maps.shape': rule(
    'decisions 11',
    'A map is {id, name, searchRadius, maxResults, unit, fields, locationCounts: {total, located, queued, failed}, date_created, date_updated}.',
  ),
  'maps.defaults': rule('decisions 11', 'searchRadius is 50 miles and maxResults 10 by default.'),
  'maps.bounds': rule('decisions 11', 'searchRadius is 1 to 12,450 and maxResults 1 to 100.'),
  'maps.unit': rule(
    'beyond F',
    'unit is mi (default) or km: searchRadius and the distances of a search are in it; searchRadius is at most 20,036 km.',
  ),
  'maps.fields': rule(
    'beyond F',
    'fields of a map are a list of {name, type: string|number|boolean}, at most 20, with different names, and can be changed.',
  ),
  'maps.fields.removed': rule(
    'beyond F',
    'A field that is removed or changes its type loses its values; a field that is added again starts without values.',
  ),
  'maps.get': rule('interface Maps', 'GetMap returns the map with its location counts.'),
  'maps.update': rule(
    'interface Maps',
    'UpdateMap changes only the supplied members; an invalid value is 400.',
  ),
  'maps.counts': rule(
    'decisions 12.23',
    'Manual locations count as located, processing ones as queued; the three counts add up to the total.',
  ),
  'maps.create': rule(
    'decisions 7',
    'POST /admin/maps takes {name, searchRadius?, maxResults?} and is 201 with the map.',
  ),
  'maps.list': rule('decisions 7', 'GET /admin/maps is a page of maps.'),
  'maps.delete': rule(
    'decisions 7',
    'DELETE /admin/maps/{mapId} is 204 and deletes the map with its locations.',
  ),
  'maps.int32': rule(
    'decisions 2',
    'A mapId that is not in the documented decimal form, or is out of range, is 404.',
  ),
  'maps.not-found': rule('interface Errors', 'An unknown map or location is 404.'),
  'maps.isolation': rule('decisions 2', "Another account's map and its locations are 404 in every route."),
  'maps.store-key': rule('decisions 12.14', 'A store key is 403 on map routes for every id.'),
  'locations.shape': rule(
    'decisions 11',
    'A location is {id, mapId, uniqueId, name, address, lat, lng, geocodeStatus, geocodePrecision, geocodeError, geocodeConfidence, geocodeMatched, fields, distance?, distanceMiles?, date_created, date_updated}, the id a UUID.',
  ),
  'locations.add.address': rule(
    'interface States',
    'AddLocation with an address queues it for geocoding: 201.',
  ),
  'locations.add.coordinates': rule(
    'decisions 11',
    'Given coordinates make a location manual, take precedence over an address, and are never queued.',
  ),
  'locations.add.placeless': rule(
    'decisions 11',
    'AddLocation with neither coordinates nor an address is 400.',
  ),
  'locations.coordinates': rule(
    'decisions 11',
    'lat and lng must be given together, within −90…90 and −180…180; else it is 400.',
  ),
  'locations.unique-id': rule('decisions 11', 'uniqueId is unique within its map: a duplicate is 400.'),
  'locations.get': rule('interface Maps', 'GetLocation returns a location.'),
  'locations.update': rule('interface Maps', 'UpdateLocation can change every member.'),
  'locations.update.requeued': rule(
    'decisions 11',
    'A changed address without lat/lng is queued again and clears the old coordinates.',
  ),
  'locations.update.coordinates': rule(
    'decisions 12.23',
    'PATCH of only one of lat/lng, or of both to null without an address, is 400.',
  ),
  'locations.update.unique-id': rule('decisions 12.23', 'uniqueId: null clears it.'),
  'locations.delete': rule(
    'interface Maps',
    'DeleteLocation is 204 whether or not the location existed, and is permanent.',
  ),
  'locations.fields': rule(
    'beyond F',
    'fields of a location hold values of the type of the field, texts up to 1,000 characters; an unknown name is 400; null removes a value; a change keeps the others.',
  ),
  'locations.search.field': rule(
    'beyond F',
    'field.<name>=<value> and field[<name>]=<value> find the locations with exactly this value, together with any other filter; an unknown name is 400.',
  ),
  'locations.search.unit': rule(
    'beyond F',
    'Around a point distance is in unit=mi|km (default: of the map) and distanceMiles in miles, both rounded to a meter; radius is in unit.',
  ),
  'locations.search.cap': rule(
    'beyond F',
    'A page of a search around a point names the radius, its unit, and the maximum of results in force.',
  ),
  'locations.search.none': rule(
    'decisions 11',
    'A search without a filter returns every location, newest first.',
  ),
  'locations.search.one-filter': rule(
    'decisions 11',
    'Several filters, lat without lng, and radiusMiles without lat are 400.',
  ),
  'locations.search.unique-id': rule('decisions 11', 'uniqueId is an exact match.'),
  'locations.search.address': rule('decisions 11', 'address is a case-insensitive substring match.'),
  'locations.search.near': rule(
    'decisions 11',
    "lat and lng find locations within radiusMiles or the map's searchRadius, nearest first (ties by id), with distanceMiles.",
  ),
  'locations.search.max-results': rule(
    'decisions 11',
    "A search around a point returns at most the map's maxResults in total.",
  ),
  'locations.search.globe': rule('decisions 11', 'Distances are correct at the date line and at the poles.'),
  'locations.search.unplaced': rule(
    'decisions 11',
    'Locations without coordinates never match a radius search.',
  ),
  'locations.search.distance': rule('decisions 12.23', 'Distance is the haversine with R = 3958.7613 miles.'),
  'locations.search.radius': rule('decisions 12.23', 'radiusMiles above 12,450 or below 1 is 400.'),
  'locations.search.numbers': rule(
    'interface Endpoints',
    'Query parameters of type int32 or double take a number or its string form.',
  ),
  'geocode.states': rule(
    'decisions 11',
    'A location changes from queued to processing, then to located or failed.',
  ),
  'geocode.no-match': rule(
    'decisions 11',
    'An address without a match is failed with geocodeError no_match immediately.',
  ),
  'geocode.ambiguous': rule('decisions 11', 'An ambiguous match is reported.'),
  'geocode.alone': rule('decisions 11', 'A failing address does not affect other addresses.'),
  'geocode.retry': rule(
    'decisions 11',
    'Transient failures are retried with jitter (30 s·2ⁿ, at most 8 tries; Retry-After is honoured).',
  ),
  'geocode.turns': rule(
    'beyond C',
    'Accounts take turns in the geocoding queue: a large import of one account does not delay an address of another.',
  ),
  'geocode.doubt': rule(
    'beyond F',
    'An address of which no word matches the place that was found is ambiguous or no_match, never located.',
  ),
  'geocode.confidence': rule(
    'beyond F',
    'A located address has geocodeConfidence from 0 to 1 and geocodeMatched, the parts of the address that name the place.',
  ),
  'geocode.hints': rule(
    'beyond H',
    'Region, country and postcode of an address count together: a city in the stated region or near the stated postcode wins over a larger one elsewhere, and a city outside the stated region is ambiguous.',
  ),
  'geocode.province': rule(
    'beyond H',
    'A city before a near city of its region is meant, because provinces have the names of their capitals; if the two have nothing to do with each other, the match is ambiguous.',
  ),
  'geocode.forms': rule(
    'beyond H',
    'Everyday forms are read: Sankt and St., official long names, codes of provinces in brackets, districts, a country or a code before the postcode, a postcode after the city.',
  ),
  'geocode.scripts': rule(
    'beyond H',
    'Cities, regions and countries are known by their names in other scripts, also where these follow each other without spaces.',
  ),
  'geocode.coordinates': rule(
    'beyond H',
    'An address that is coordinates (decimal, with minutes and seconds, a geo URI, a map link) is located exactly there with precision exact and without a call; coordinates that are out of range or contradictory are no_match.',
  ),
  'import.degrees': rule(
    'beyond H',
    'The import of locations reads degrees with a sign, a decimal comma, minutes and seconds, or a letter for the direction.',
  ),
  'geocode.cache': rule('decisions 11', 'Results are cached for 90 days.'),
  'geocode.offline': rule(
    'decisions 11',
    'The default geocoder works offline, with postcode and city centroids from packaged data.',
  ),
  'geocode.providers': rule(
    'decisions 11',
    'The operator sets base URL, contact and rate of HTTP providers; the public Nominatim is never the default.',
  ),
  'geocode.lease': rule(
    'decisions 12.23',
    'A lease ends at most 10 s after the server that holds it ended, even if the server was killed.',
  ),
};
