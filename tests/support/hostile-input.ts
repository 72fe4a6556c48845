/** Small inputs that once kept everybody waiting, or took all memory, made by code. */
import { deflateSync } from 'node:zlib'

const object = (number: number, body: string | Buffer) =>
  Buffer.concat([Buffer.from(`${number} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')])

const stream = (dictionary: string, data: Buffer) =>
  Buffer.concat([Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`), data, Buffer.from('\nendstream')])

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>'
const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
const pageWith = (resources: string) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << ${resources} >> /Contents 4 0 R >>`

/** Without a table of its objects: readers then look for them. */
const pdf = (objects: readonly (string | Buffer)[]) =>
  Buffer.concat([
    Buffer.from('%PDF-1.5\n'),
    ...objects.map((body, index) => object(index + 1, body)),
    Buffer.from('trailer\n<< /Root 1 0 R >>\n%%EOF\n'),
  ])

/** Less than 300 bytes: its table says that it lists two billion objects, of no bytes each. */
export function loopingPdf(): Buffer {
  const objects = Buffer.concat([
    Buffer.from('%PDF-1.5\n'),
    object(1, CATALOG),
    object(2, '<< /Type /Pages /Kids [] /Count 0 >>'),
  ])
  const table = stream('/Type /XRef /W [0 0 0] /Index [0 2000000000] /Size 2000000000 /Root 1 0 R', Buffer.alloc(10))
  return Buffer.concat([objects, object(3, table), Buffer.from(`startxref\n${objects.length}\n%%EOF\n`)])
}

/** Four kilobytes: a hundred times, sixteen million characters of a font are mapped one by one. */
export function hoardingPdf(): Buffer {
  const ranges = '<00000000> <00ffffff> <0041>\n'.repeat(100)
  const map = `begincmap\n1 begincodespacerange\n<00000000> <ffffffff>\nendcodespacerange\n100 beginbfrange\n${ranges}endbfrange\nendcmap\n`
  const font =
    '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /ToUnicode 6 0 R /DescendantFonts [7 0 R] >>'
  const glyphs =
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>'
  const text = Buffer.from('BT /F1 12 Tf (abc) Tj ET')
  return pdf([
    CATALOG,
    PAGES,
    pageWith('/Font << /F1 5 0 R >>'),
    stream('', text),
    font,
    stream('', Buffer.from(map)),
    glyphs,
  ])
}

/** Some kilobytes that unpack to so many bytes: packed twice, blanks shrink to nearly nothing. */
export function packedPdf(bytes: number): Buffer {
  const once = deflateSync(Buffer.alloc(bytes, ' '))
  return pdf([CATALOG, PAGES, pageWith(''), stream('/Filter [/FlateDecode /FlateDecode]', deflateSync(once))])
}

/** 2 MB of no-break spaces between two words. */
export const blankPage = () => `<p>First words.${'\u00a0'.repeat(1_000_000)}last words.</p>`

/** 5 MB of one character, escaped, unless fewer are asked for. */
export const escapedPage = (count = 1_000_000) => `<p>First words.${'&amp;'.repeat(count)}</p>`

/** A plain record, whose text has to be cut into sentences: 100 kB of blanks in it, unless more is asked. */
export const blankRecord = (length = 100_000) =>
  JSON.stringify({ prompt: 'Blanks?', response: `One sentence.${' '.repeat(length)}Another sentence.` })

/** Escaped quotes in one text, of two bytes each: 2 MB of them, unless fewer are asked for. */
export const quotedRecord = (count = 1_000_000) =>
  JSON.stringify({ prompt: 'Quotes?', response: `${'"'.repeat(count)} said.` })
