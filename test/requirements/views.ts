import { rule } from './requirement.ts';

/** docs/rules.md#views, and formats of numbers. */
export const views = {
  'views.lifecycle': rule(
    'issue 38',
    'A view of a store is created (201 with its path), listed newest first in pages and by kind, read, changed member by member, and deleted.',
  ),
  'views.query': rule(
    'issue 38',
    'query has the filters, the text and the order of a query of records, is checked by the properties that the store has then, and runs as one.',
  ),
  'views.display': rule('issue 38', 'display is kept as it is: any JSON object.'),
  'views.limits': rule(
    'issue 38',
    'Bad members of a view, parts above 16,384 characters or 8 levels, and a view beyond 200 of a store are 400 and change nothing.',
  ),
  'views.access': rule(
    'issue 38',
    'Any key of the store reads its views, only account keys change them; views of other stores and accounts are 404.',
  ),
  'views.with-store': rule('issue 38', 'Views are deleted with their store and restored with it.'),
  'views.renamed': rule('issue 38', 'A property that is renamed or deleted changes no view.'),
  'formats.shown': rule(
    'issue 38',
    'A number property has a format from its creation or a change on; null removes it, a rename keeps it, and values stay plain numbers.',
  ),
  'formats.refused': rule(
    'issue 38',
    'A format of another type, a currency without a code, a code without a currency, and decimals outside 0 to 10 are 400.',
  ),
  'console.views': rule(
    'issue 38',
    'The grid saves search, filters, order and columns under a name; the address of the view shows them to others, and a change is saved or given up.',
  ),
  'console.formats': rule(
    'issue 38',
    'A format that is set in the console is followed by cells, sums and charts; what is copied is the plain number.',
  ),
  'console.dropped-pictures': rule(
    'issue 38',
    'A picture that is dropped on a cell of pictures is added to the images and written into the cell; a press on a picture enlarges it.',
  ),
  'console.kept-charts': rule('issue 38', 'Charts are kept under a name, and drawn on the page of charts.'),
};
