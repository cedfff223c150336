import { rule } from './requirement.ts';

/** live.md: designs, templates, values, rules, links, drafts and saved live images. */
export const liveImages = {
  'live.operations': rule(
    'live 5',
    'Live images are drafted, changed, resolved, saved, listed, read and deleted with the documented responses.',
  ),
  'live.image': rule(
    'live',
    'A live image is an image: its type is live, and it is renamed, moved, deleted, restored, looked up and filtered.',
  ),
  'live.design.whole': rule('live 2', 'A design is returned complete; each member is optional on input.'),
  'live.design.patch': rule(
    'live 2',
    'Changes are a merge patch: null restores a default, and removes a variable, a source, a layer or a rule.',
  ),
  'live.design.unknown': rule(
    'live 2',
    'An unknown member or name is 400 at its path, with the nearest name.',
  ),
  'live.design.limits': rule(
    'live 2',
    'A design has at most 10 variables, 3 sources, 20 layers and 20 rules, and 100,000 characters as JSON.',
  ),
  'live.design.in-use': rule(
    'live 2',
    'A layer, a source or a variable that something names is not removed: 400 at its path, which names the user.',
  ),
  'live.design.ids': rule('live 2', 'Ids of another account, and ids of nothing, are 400 at their paths.'),
  'live.design.gone': rule(
    'live 2',
    'What is deleted after the save breaks nothing: the source finds nothing, and GET has a warning.',
  ),
  'live.design.timer': rule(
    'live 2',
    'A timer layer has the design of a timer without its size, on a transparent background by default.',
  ),
  'live.templates.liquid': rule('live 3', 'Templates are Liquid with output, filters, if, unless and case.'),
  'live.templates.refused': rule(
    'live 3',
    'Loops, assignments, files and unknown filters are 400 at the save, with line and column.',
  ),
  'live.templates.filters': rule(
    'live 3',
    'money, number and date print in the locale and the zone of the design.',
  ),
  'live.templates.json': rule('live 3', 'Without a filter a value is printed as JSON prints it.'),
  'live.templates.data': rule('live 3', 'No value is evaluated, whatever it looks like.'),
  'live.templates.own': rule(
    'live 3',
    'A template reaches declared values only: own properties, no dynamic names.',
  ),
  'live.templates.limits': rule(
    'live 3',
    'Rendered text is cut to 2,000 characters, and rendering is bounded.',
  ),
  'live.values.missing': rule(
    'live 3',
    'A value is missing when it is absent, empty, unset, without a record, or an unfilled tag of a mail tool.',
  ),
  'live.values.default': rule(
    'live 3',
    'A missing variable takes its default; the filter default works for all.',
  ),
  'live.values.cut': rule('live 3', 'A variable is cut to maxLength code points.'),
  'live.values.origin': rule(
    'live 5',
    'resolve says for each used value whether it is of the url, a record, a default.',
  ),
  'live.sources.record': rule(
    'live 2',
    'The key of a record source names the unique properties of its store, or the id of a store without any.',
  ),
  'live.sources.query': rule(
    'live 2',
    'A query source finds the first record in its order that matches its filters.',
  ),
  'live.sources.nearest': rule(
    'live 2',
    'A nearest source finds the nearest location around a place, geocoded without the network, or coordinates.',
  ),
  'live.sources.chain': rule('live 2', 'A source may use values of another one, but not in a circle.'),
  'live.sources.record-id': rule('live 5', 'recordId stands for the key of the first record source.'),
  'live.rules.first': rule(
    'live 2',
    'The first rule whose conditions are all true changes layers, picture and link.',
  ),
  'live.rules.chosen': rule(
    'live 8',
    'A preview and a resolution show a chosen rule as if it matched; an unknown one is 400 at `rule`.',
  ),
  'live.rules.values': rule(
    'live 2',
    'A condition compares with the operators of the type; a missing value matches nothing but empty.',
  ),
  'live.rules.time': rule(
    'live 2',
    'Periods and weekdays are in the zone of the design; from is inclusive, to exclusive, also over midnight.',
  ),
  'live.rules.client': rule('live 2', 'The User-Agent decides the client.'),
  'live.rules.percent': rule('live 2', 'One reader is always in the same share.'),
  'live.links.host': rule(
    'live 4',
    'The scheme and host of a link are text of the design or of a url_link property, never of another value.',
  ),
  'live.links.encoded': rule(
    'live 4',
    'Values are percent-encoded into a link and can not leave their place.',
  ),
  'live.links.none': rule('live 4', 'A link of a missing value is no link, so that the fallback counts.'),
  'live.drafts.shared': rule(
    'live 5',
    'Drafts of live images have conversations, revisions, races and lives as drafts of timers, and limits of their own.',
  ),
  'live.drafts.from': rule('live 5', 'A draft may begin with a live image; saving it makes a new image.'),
  'live.drafts.replace': rule(
    'live 5',
    'A draft of a live image changes it under the same URL, also when it names what is gone; as copy makes a new one.',
  ),
  'live.openings.cost': rule(
    'live',
    'An opening of a known design costs less than a millisecond of processor time.',
  ),
  'live.html': rule('live 5', 'The HTML is the linked img tag with the merge tags of the mail tool.'),
  'live.guessable': rule(
    'live 4',
    'An open design whose key looks like e-mail addresses or numbers in a row has a warning.',
  ),
  'live.pictures.always': rule(
    'live 4',
    'The URL of a live image shows a picture whatever its query has: 200, also over load and when a source fails.',
  ),
  'live.pictures.away': rule(
    'live 4',
    'While the storage is away, a public URL shows a picture: as it was in the last hour, with the last values of its sources, else its fallback, else a transparent pixel.',
  ),
  'live.openings.turns': rule(
    'live 9',
    'Openings take turns by account: an open image that is enumerated delays its account only.',
  ),
  'live.pictures.fallback': rule(
    'live 4',
    'A bad signature, overload, or nothing to draw shows the fallback in the size of the design, else it is transparent.',
  ),
  'live.pictures.caching': rule(
    'live 4',
    'Values of the URL are cached for five minutes, data is checked by an ETag, and timers and failures are not stored.',
  ),
  'live.pictures.suffix': rule('live 4', 'The suffix of the URL decides the format.'),
  'live.pictures.deleted': rule(
    'live 4',
    'A deleted image is 200 with a transparent pixel that no proxy keeps, and its click leads to its fallback.',
  ),
  'live.clicks': rule('live 4', 'A click is 302 to the link of the same query, and 404 without one.'),
  'live.signed': rule(
    'live 4',
    'A signed live image shows its fallback unless the signature covers its variables and has not expired.',
  ),
  'live.commands': rule(
    'live 5',
    'The command line lists, shows, resolves, signs, exports and applies live images, and lists hosts of pictures.',
  ),
  'live.export': rule(
    'live 4',
    'liveLinks of an export adds the URLs of a live image, with the properties of the names of its variables.',
  ),
  'live.links.operation': rule(
    'live 5',
    'links returns the URLs for up to 100 sets of values, signed if needed.',
  ),
  'live.photos.hosts': rule('live 6', 'An account lists the hosts from which its pictures are fetched.'),
  'live.photos.fetch': rule(
    'live 6',
    'A picture is fetched from listed hosts at public addresses only, at each redirect, within 3 s and 5 MB.',
  ),
  'live.photos.cache': rule(
    'live 6',
    'A picture is fetched once an hour with its validators; a stale copy is better than none.',
  ),
  'live.photos.failing': rule(
    'live 6',
    'A URL without a picture and a host that fails are left alone for a minute.',
  ),
  'live.photos.own': rule('live 6', 'Pictures of this server are read without the network.'),
};
