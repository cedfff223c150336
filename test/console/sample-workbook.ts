import { strToU8, zipSync } from 'fflate';

const TYPES = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`;
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** Returns an Excel file with the XML of the rows of its sheets. */
export function workbook(...sheets: string[]): Blob {
  const list = sheets.map((_, n) => `<sheet name="Sheet ${n + 1}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`);
  const links = sheets.map(
    (_, n) =>
      `<Relationship Id="rId${n + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`,
  );
  const parts: Record<string, Uint8Array> = {
    '[Content_Types].xml': strToU8(TYPES),
    'xl/workbook.xml': strToU8(
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${list.join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links.join('')}` +
        `<Relationship Id="rId99" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    ),
    'xl/styles.xml': strToU8(
      `<styleSheet xmlns="${MAIN}"><numFmts><numFmt numFmtId="164" formatCode="00000"/>` +
        '<numFmt numFmtId="165" formatCode="000\\-00\\-0000"/>' +
        '<numFmt numFmtId="166" formatCode="[$-F400]h:mm:ss\\ AM/PM"/>' +
        '<numFmt numFmtId="167" formatCode="[h]:mm\\ &quot;hours&quot;"/></numFmts><cellXfs count="7"><xf numFmtId="0"/>' +
        '<xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="20"/><xf numFmtId="166"/>' +
        '<xf numFmtId="167"/></cellXfs></styleSheet>',
    ),
  };
  sheets.forEach((rows, n) => {
    parts[`xl/worksheets/sheet${n + 1}.xml`] = strToU8(
      `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
    );
  });
  return new Blob([zipSync(parts)]);
}

/** Returns the XML of a cell with a text. */
export const textCell = (place: string, value: string) =>
  `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
