import { codePointLength } from '@/lib/text/code-points'
import { excerpt } from '@/lib/text/excerpt'

/** Where results and remarks go: results to standard output, remarks to standard error, so that pipes stay clean. */
export interface Streams {
  out: { write(text: string): unknown }
  err: { write(text: string): unknown; isTTY?: boolean }
}

type Cell = string | number | null

export class Output {
  constructor(
    readonly json: boolean,
    private readonly streams: Streams,
  ) {}

  /** The result of a command: `data` as JSON when asked for, otherwise what `text` makes of it. */
  result(data: unknown, text: () => string): void {
    this.streams.out.write(this.json ? `${JSON.stringify(data, null, 2)}\n` : `${text()}\n`)
  }

  /** A remark for the person at the terminal. */
  note(text: string): void {
    this.streams.err.write(`${plain(text)}\n`)
  }

  /** A line that replaces itself, where there is a terminal to do so. */
  progress(text: string): void {
    if (this.streams.err.isTTY) this.streams.err.write(`\r\u001b[2K${plain(text)}`)
  }

  endProgress(): void {
    if (this.streams.err.isTTY) this.streams.err.write('\r\u001b[2K')
  }
}

/** Without control characters, which could command the terminal. */
const plain = (text: string) => text.replace(/\p{Cc}+/gu, ' ')

/** The widest a column gets that another one follows, in code points; `--json` has everything in full. */
const MAX_COLUMN = 60

/** Columns padded to their widest cell; numbers to the right. Long cells are cut, except in the last column. */
export function table(heading: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const fitted = (cell: Cell, column: number) => {
    const text = plain(cell === null ? '–' : String(cell))
    return column < heading.length - 1 && codePointLength(text) > MAX_COLUMN ? excerpt(text, MAX_COLUMN) : text
  }
  const cells = [heading, ...rows].map((row) => row.map(fitted))
  const widths = heading.map((_, column) => Math.max(...cells.map((row) => codePointLength(row[column] ?? ''))))
  const isNumber = heading.map((_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'))
  const padded = (cell: string, column: number) => {
    const blanks = ' '.repeat((widths[column] ?? 0) - codePointLength(cell))
    return isNumber[column] ? blanks + cell : cell + blanks
  }
  return cells.map((row) => row.map(padded).join('  ').trimEnd()).join('\n')
}
