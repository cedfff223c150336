import { rule } from './requirement.ts';

/** Issue 16: the command line does what HTTP does, and the tools answer an agent's questions. */
export const commandLine = {
  'agents.questions': rule(
    'issue 16',
    'The ten questions of docs/agents.md are answered through the tools without a failed call, as the file says.',
  ),
  'cli.examples': rule('issue 16', 'The help of each command has examples, and these run as they are.'),
  'cli.operations': rule(
    'issue 16',
    'Each operation of both OpenAPI documents has a command, or a stated reason why it has none.',
  ),
  'cli.imports': rule(
    'issue 16',
    '`vitrine imports` lists, shows and cancels imports by job, and writes their refused records.',
  ),
  'cli.query': rule(
    'issue 16',
    '`vitrine query` prints matching records as a table or JSON, with filters, an order, fields, pages and a total.',
  ),
  'cli.records': rule(
    'issue 16',
    '`vitrine records` adds, validates, changes and deletes single records, with If-Match, and counts and aggregates.',
  ),
  'cli.others': rule(
    'issue 16',
    'Commands update locations, write thumbnails and samples of fonts, look up images, export matches, and show the status.',
  ),
  'cli.stores': rule(
    'issue 16',
    '`vitrine stores` creates and changes stores and their properties as HTTP does; deleting a property asks first.',
  ),
  'cli.types': rule(
    'issue 17',
    '`vitrine types` writes the types of the stores, and with --check fails if the file is not current.',
  ),
};
