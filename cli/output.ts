import { codePointLength } from '@/lib/text/code-points'
import { excerpt } from '@/lib/text/excerpt'

/** Where results and remarks go: results to standard output, remarks to standard error, so that pipes stay clean. */
export interface Streams {
  out: { write(text: string): unknown }
  err: { write(text: string): unknown; isTTY?: boolean }
}

type Cell = string | number | null

export class Output {
  /** When what is under way began, in milliseconds. */
  private begun: number | undefined
  /** How long after that the next line is written where there is no terminal. */
  private nextLineMs = FIRST_LINE_MS
  /** When the line at the terminal was last replaced; undefined where none is shown. */
  private shownAt: number | undefined

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

  /**
   * How far something is, with the share of it that is done (0 to 1) where that is known. At a terminal a line that replaces itself;
   * elsewhere a line of its own, the first after two seconds and then ever more rarely; nothing beside JSON.
   */
  progress(text: string, share?: number): void {
    if (this.json) return
    const progressText = share === undefined ? plain(text) : `${plain(text)} ${Math.floor(share * 100)} %`
    const now = performance.now()
    if (this.streams.err.isTTY) {
      if (this.shownAt !== undefined && now - this.shownAt < SHOW_EVERY_MS) return
      this.shownAt = now
      this.streams.err.write(`\r\u001b[2K${share === undefined ? '' : `${bar(share)} `}${progressText}`)
      return
    }
    this.begun ??= now
    if (now - this.begun < this.nextLineMs) return
    this.streams.err.write(`${progressText}\n`)
    this.nextLineMs = (now - this.begun) * 2
  }

  endProgress(): void {
    this.clear()
    this.begun = undefined
    this.nextLineMs = FIRST_LINE_MS
  }

  private clear(): void {
    if (this.shownAt !== undefined) this.streams.err.write('\r\u001b[2K')
    this.shownAt = undefined
  }

  /** The same values one after the other, reporting how many there were. */
  async *counted<T>(text: string, values: AsyncIterable<T>): AsyncGenerator<T> {
    let count = 0
    try {
      for await (const value of values) {
        this.progress(`${text}, ${++count} records`)
        yield value
      }
    } finally {
      this.endProgress()
    }
  }

  /** Waits for something of which it is not known how far it is, and says for how long after two seconds. */
  async while<T>(text: string, promise: Promise<T>): Promise<T> {
    const begun = performance.now()
    this.begun ??= begun
    const timer = setInterval(() => {
      const waited = performance.now() - begun
      if (waited >= FIRST_LINE_MS) this.progress(`${text}, ${Math.floor(waited / 1000)} s`)
    }, 1000)
    try {
      return await promise
    } finally {
      clearInterval(timer)
      this.clear()
    }
  }
}

const FIRST_LINE_MS = 2000
/** At most so often is the line of a terminal replaced. */
const SHOW_EVERY_MS = 100
const BAR_WIDTH = 20

/** Twenty characters of which the done share is filled. */
function bar(share: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * BAR_WIDTH)
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}]`
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
