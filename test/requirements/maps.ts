import { rule } from './requirement.ts';

/** decisions section 11 with 12.14 and 12.23; interface.md "Maps and locations", its states, and what "Errors" says of them. */
export const maps = {
  'maps.shape': rule(
    'decisions 11',
    'A map is {id, name, searchRadius, maxResults, locationCounts: {total, located, queued, failed}, date_created, date_updated}.',
  ),
  'maps.defaults': rule('decisions 11', 'searchRadius is 50 miles and maxResults 10 by default.'),
  'maps.bounds': rule('decisions 11', 'searchRadius is 1 to 12,450 and maxResults 1 to 100.'),
  'maps.get': rule('interface Maps', 'GetMap answers the map with its location counts.'),
  'maps.update': rule('interface Maps', 'UpdateMap applies only supplied members; what is not valid is 400.'),
  'maps.counts': rule(
    'decisions 12.23',
    'Manual locations count as located, processing ones as queued: the three add up to the total.',
  ),
  'maps.create': rule(
    'decisions 7',
    'POST /admin/maps takes {name, searchRadius?, maxResults?}: 201 with the map.',
  ),
  'maps.list': rule('decisions 7', 'GET /admin/maps is a page of maps.'),
  'maps.delete': rule(
    'decisions 7',
    'DELETE /admin/maps/{mapId} is 204; the map is gone with its locations.',
  ),
  'maps.int32': rule(
    'decisions 2',
    'A mapId in another form than the documented decimal one, or out of range, is 404.',
  ),
  'maps.not-found': rule('interface Errors', 'An unknown map or location is 404.'),
  'maps.isolation': rule('decisions 2', "Another account's map and locations are 404 in every route."),
  'maps.store-key': rule('decisions 12.14', 'A store key on map routes is 403 whatever the id.'),
  'locations.shape': rule(
    'decisions 11',
    'A location is {id, mapId, uniqueId, name, address, lat, lng, geocodeStatus, geocodePrecision, geocodeError, distanceMiles?, date_created, date_updated}, the id a UUID.',
  ),
  'locations.add.address': rule(
    'interface States',
    'AddLocation with an address queues it for geocoding: 201.',
  ),
  'locations.add.coordinates': rule(
    'decisions 11',
    'Raw lat/lng are manual, win when both are given, and are never queued.',
  ),
  'locations.add.placeless': rule('decisions 11', 'With neither coordinates nor an address it is 400.'),
  'locations.coordinates': rule(
    'decisions 11',
    'lat and lng come both or neither, within −90…90 and −180…180; else 400.',
  ),
  'locations.unique-id': rule('decisions 11', 'uniqueId is unique in its map: a duplicate is 400.'),
  'locations.get': rule('interface Maps', 'GetLocation answers a location.'),
  'locations.update': rule('interface Maps', 'UpdateLocation: any member may change.'),
  'locations.update.requeued': rule(
    'decisions 11',
    'A changed address without lat/lng is queued again and the old coordinates are cleared.',
  ),
  'locations.update.coordinates': rule(
    'decisions 12.23',
    'PATCH of one of lat/lng alone, or of both to null without an address, is 400.',
  ),
  'locations.update.unique-id': rule('decisions 12.23', 'uniqueId: null clears it.'),
  'locations.delete': rule(
    'interface Maps',
    'DeleteLocation is 204 whether or not the location existed, for good.',
  ),
  'locations.search.none': rule('decisions 11', 'Without a filter: every location, newest first.'),
  'locations.search.one-filter': rule(
    'decisions 11',
    'Several filters, lat without lng, and radiusMiles without lat are 400.',
  ),
  'locations.search.unique-id': rule('decisions 11', 'uniqueId is compared exactly.'),
  'locations.search.address': rule('decisions 11', 'address is a case-insensitive substring.'),
  'locations.search.near': rule(
    'decisions 11',
    "lat and lng: within radiusMiles or the map's searchRadius, nearest first (ties by id), with distanceMiles.",
  ),
  'locations.search.max-results': rule(
    'decisions 11',
    "A search around a point finds at most the map's maxResults in all.",
  ),
  'locations.search.globe': rule('decisions 11', 'Distances are right at the date line and the poles.'),
  'locations.search.unplaced': rule('decisions 11', 'Locations without coordinates never match a radius.'),
  'locations.search.distance': rule('decisions 12.23', 'Distance is the haversine with R = 3958.7613 miles.'),
  'locations.search.radius': rule('decisions 12.23', 'radiusMiles over 12,450 or under 1 is 400.'),
  'locations.search.numbers': rule(
    'interface Endpoints',
    'Query parameters typed int32 or double take a number or its string form.',
  ),
  'geocode.states': rule('decisions 11', 'queued → processing → located | failed.'),
  'geocode.no-match': rule('decisions 11', 'No match is failed with geocodeError no_match at once.'),
  'geocode.ambiguous': rule('decisions 11', 'Ambiguity is reported.'),
  'geocode.alone': rule('decisions 11', 'One failing address never affects another.'),
  'geocode.retry': rule(
    'decisions 11',
    'Transient failures retry with jitter (30 s·2ⁿ, at most 8 tries, Retry-After honoured).',
  ),
  'geocode.turns': rule(
    'beyond C',
    'Accounts take turns in the geocoding queue: a large import of one does not hold up the address of another.',
  ),
  'geocode.doubt': rule(
    'beyond F',
    'An address whose words match nothing of the place found is ambiguous or no_match, never located.',
  ),
  'geocode.cache': rule('decisions 11', 'Answers are cached 90 days.'),
  'geocode.offline': rule(
    'decisions 11',
    'The default geocoder works offline: postcode and city centroids from packaged data.',
  ),
  'geocode.providers': rule(
    'decisions 11',
    'HTTP providers have base URL, contact and rate set by the operator; never the public Nominatim by default.',
  ),
  'geocode.lease': rule(
    'decisions 12.23',
    'A lease lasts at most 10 s beyond the life of the server that holds it, also after a kill.',
  ),
};
