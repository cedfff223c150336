import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { withDefaultCommand } from './default-command.ts';

test.each([
  [[], ['serve']],
  [
    ['--port', '9000'],
    ['serve', '--port', '9000'],
  ],
  [['--help'], ['--help']],
  [['-V'], ['-V']],
  [
    ['import', 'shop', 'a.csv'],
    ['import', 'shop', 'a.csv'],
  ],
  [['srve'], ['srve']],
])('%j runs %j', verifies('packages.default-command'), (args, expected) => {
  expect(withDefaultCommand(args)).toEqual(expected);
});
