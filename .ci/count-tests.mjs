// Prints `N passed, N failed, N skipped` from vitest's JSON report. A file that broke before its first test
// counts as one failure, and so does a missing report.
import { readFileSync } from 'node:fs';

const count = { passed: 0, failed: 0, skipped: 0 };

try {
  const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
  for (const file of testResults) {
    const tests = file.assertionResults;
    for (const { status } of tests) count[status in count ? status : 'skipped'] += 1;
    if (file.status === 'failed' && !tests.some(({ status }) => status === 'failed')) count.failed += 1;
  }
} catch (error) {
  console.error(`no test report: ${error.message}`);
  count.failed += 1;
}

console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
process.exitCode = count.failed > 0 ? 1 : 0;
