import type { FileFormat } from './detected-file.ts';
import { FileProblem } from './file/file-problem.ts';

/** The first value of an array that is no object or array, and what follows it. A header may be `[a],[b]`. */
const SCALAR = String.raw`(?:"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)\s*(?:,\s*["\d[{tfn-]|\]\s*$)`;
const JSON_START = new RegExp(String.raw`^\s*(\[\s*(?:[[{\]]|$|${SCALAR})|\{\s*(?:"|\}|$))`);
const HTML_START = /^\s*<(?:!--|(?:!doctype|\?xml|html|head|body|table|meta)\b)/i;

/** Returns the format by the first characters. @throws FileProblem for HTML. */
export function detectFormat(sample: Uint8Array): FileFormat {
  const text = Buffer.from(sample.subarray(0, 4_096)).toString();
  if (HTML_START.test(text))
    throw new FileProblem('The file is HTML or XML. Save the table as CSV in UTF-8.');
  const [, start] = JSON_START.exec(text) ?? [];
  if (start === undefined) return 'csv';
  return start.startsWith('[') ? 'json' : 'ndjson';
}
