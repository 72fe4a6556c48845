/**
 * Workbooks whose cells do not say where they stand: `r` of rows and cells is optional (ECMA-376, Part 1, 18.3.1.4 and 18.3.1.73), and the
 * library that reads workbooks asks for it. What stands behind another without an address is one place further.
 */
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { UnreadableFile } from './file-facts'
import { megabytes } from './limits'

/** Most that the sheets of such a workbook unpack to, in bytes, since they are held as texts. */
const MOST_UNPACKED = 300_000_000

/** The same workbook with all addresses written in. Throws what its archive is refused for. */
export async function withCellAddresses(workbook: Buffer): Promise<Buffer> {
  const packed = await fromBufferPromise(workbook, { lazyEntries: true })
  const written = new ZipFile()
  let size = 0
  for await (const entry of packed.eachEntry()) {
    size += entry.uncompressedSize
    if (size > MOST_UNPACKED) {
      const message = `The cells of this workbook have no addresses, and it unpacks to more than ${megabytes(MOST_UNPACKED)}.`
      throw new UnreadableFile('too-long', message, 'Save the sheet as CSV, and upload that.')
    }
    const bytes = await buffer(await packed.openReadStreamPromise(entry))
    const isSheet = /^xl\/worksheets\/[^/]+\.xml$/i.test(entry.fileName)
    const content = isSheet ? Buffer.from(addressed(bytes.toString('utf8'))) : bytes
    written.addBuffer(content, entry.fileName, { compress: false })
  }
  written.end()
  return buffer(written.outputStream)
}

const ROW_OR_CELL = /<((?:\w+:)?(?:row|c))(?=[\s/>])([^<>]*)>/g
const ADDRESS = /\sr\s*=\s*["']([A-Z]*)(\d*)["']/i

/** The text of a sheet with the addresses of its rows and cells. */
export function addressed(sheet: string): string {
  let [row, column] = [0, 0]
  return sheet.replace(ROW_OR_CELL, (whole: string, name: string, attributes: string) => {
    const [, letters = '', digits = ''] = ADDRESS.exec(attributes) ?? []
    if (name.endsWith('row')) {
      row = digits === '' ? row + 1 : Number(digits)
      column = 0
      return digits === '' ? `<${name} r="${row}"${attributes}>` : whole
    }
    column = letters === '' ? column + 1 : numberOf(letters)
    return letters === '' ? `<${name} r="${lettersOf(column)}${row}"${attributes}>` : whole
  })
}

/** The letters that a sheet has for a column, counted from 1: A, B, ... Z, AA. */
export const lettersOf = (column: number): string =>
  (column > 26 ? lettersOf(Math.floor((column - 1) / 26)) : '') + String.fromCharCode(65 + ((column - 1) % 26))

const numberOf = (letters: string): number =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
