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

/** Columns padded to their widest cell; numbers to the right. */
export function table(heading: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cells = [heading, ...rows].map((row) => row.map((cell) => plain(cell === null ? '–' : String(cell))))
  const widths = heading.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const isNumber = heading.map((_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd()
  return cells.map(line).join('\n')
}
