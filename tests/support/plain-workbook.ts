/** A workbook (.xlsx) of texts, as small as one can be: ECMA-376, Part 1, 18.2 to 18.3, in a ZIP archive whose files are stored as they are. */
import { crc32 } from 'node:zlib'

const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** One sheet with these rows, the first of which names the columns. `withAddresses`: rows and cells say where they stand, which they need not. */
export function plainWorkbook(
  rows: readonly (readonly string[])[],
  { withAddresses = true }: { withAddresses?: boolean } = {},
): Buffer<ArrayBuffer> {
  const at = (address: string) => (withAddresses ? ` r="${address}"` : '')
  const cellsOf = (row: readonly string[], line: number) =>
    row.map((text, column) => cellOf(text, at(`${String.fromCharCode(65 + column)}${line}`))).join('')
  const cells = rows.map((row, index) => `<row${at(`${index + 1}`)}>${cellsOf(row, index + 1)}</row>`).join('')
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${SHEET}" xmlns:r="${DOCUMENT}"><sheets><sheet name="Answers" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SHEET}"><sheetData>${cells}</sheetData></worksheet>`,
  })
}

/** Columns A to Z. */
const cellOf = (text: string, address: string) => `<c${address} t="inlineStr"><is><t>${escaped(text)}</t></is></c>`

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** APPNOTE of the ZIP format, 4.3: each file behind its header, then the directory of all. */
function zipOf(files: Readonly<Record<string, string>>): Buffer<ArrayBuffer> {
  const local: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const [title, bytes] = [Buffer.from(name), Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`)]
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt32LE(crc32(bytes), 10)
    about.writeUInt32LE(bytes.length, 14)
    about.writeUInt32LE(bytes.length, 18)
    about.writeUInt16LE(title.length, 22)
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(offset, 10)
    const file = [Buffer.from('504b0304', 'hex'), about, title, bytes]
    local.push(...file)
    directory.push(Buffer.from('504b01021400', 'hex'), about, entry, title)
    offset += Buffer.concat(file).length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, list, end])
}
