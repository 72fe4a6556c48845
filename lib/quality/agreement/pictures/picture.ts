/**
 * Pictures for a paper, from what they show to SVG and CSV: black and grey on white, a serifless font of the reader's system, a title, named axes,
 * and the numbers in words, so that nothing depends on the colours of the interface. Pure.
 */
import { csvRow } from '@/lib/text/csv-row'

export interface IntervalRow {
  label: string
  value: number | null
  low: number | null
  high: number | null
  /** How many units it is of. */
  n: number
  /** Are so few responses resampled that the interval is marked? */
  few: boolean
}

interface Head {
  title: string
  /** What is drawn, how many it is of, and how intervals are made. */
  caption: string
}

/** Figures with their intervals, one below the other. */
export interface IntervalPicture extends Head {
  kind: 'intervals'
  /** What the rows are, and what the axis. */
  rowTitle: string
  axis: string
  /** Dashed lines across the rows. */
  lines: readonly number[]
  rows: readonly IntervalRow[]
}

/** Counts of two values on one unit; null where the other half of the square counts. */
export interface MatrixPicture extends Head {
  kind: 'matrix'
  rowTitle: string
  columnTitle: string
  labels: readonly string[]
  cells: readonly (readonly (number | null)[])[]
}

export type Picture = IntervalPicture | MatrixPicture

/** The data of a picture, a row for each mark. */
export function pictureCsv(picture: Picture): string {
  if (picture.kind === 'intervals') {
    const rows = picture.rows.map(({ label, value, low, high, n, few }) =>
      csvRow([label, value, low, high, n, few ? 'yes' : 'no']),
    )
    return [csvRow([picture.rowTitle, picture.axis, 'low', 'high', 'n', 'fewer than 40 resampled']), ...rows].join('')
  }
  const { labels, cells, rowTitle, columnTitle } = picture
  const rows = cells.flatMap((row, i) =>
    row.flatMap((count, j) => (count === null ? [] : [csvRow([labels[i] ?? '', labels[j] ?? '', count])])),
  )
  return [csvRow([rowTitle, columnTitle, 'count']), ...rows].join('')
}

export const pictureSvg = (picture: Picture): string =>
  picture.kind === 'intervals' ? intervalSvg(picture) : matrixSvg(picture)

const WIDTH = 720
const LEFT = 240
const RIGHT = 130
const ROW = 24
const TOP = 64
const CAPTION_CHARACTERS = 105
const LABEL_CHARACTERS = 34

/** What XML allows of a text, escaped. */
const xml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`)

const short = (text: string): string => {
  const letters = [...text]
  return letters.length > LABEL_CHARACTERS ? `${letters.slice(0, LABEL_CHARACTERS - 1).join('')}…` : text
}

type Anchor = 'start' | 'middle' | 'end'

const words = (x: number, y: number, text: string, anchor: Anchor = 'start', more = ''): string =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}"${more}>${xml(text)}</text>`

function lines(text: string): string[] {
  const found: string[] = []
  for (const word of text.split(' ')) {
    const last = found.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= CAPTION_CHARACTERS)
      found[found.length - 1] = `${last} ${word}`
    else found.push(word)
  }
  return found
}

/** The frame of every picture; `body` stands from TOP on, and is so high. */
function framed({ title, caption }: Head, width: number, height: number, body: string): string {
  const below = lines(caption)
  const whole = TOP + height + 28 + below.length * 16
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 ${width} ${whole}" width="${width}" height="${whole}" font-family="Helvetica, Arial, sans-serif" font-size="12" fill="#000">`,
    `<title>${xml(title)}</title><desc>${xml(caption)}</desc>`,
    `<rect width="${width}" height="${whole}" fill="#fff"/>`,
    words(16, 28, title, 'start', ' font-size="16" font-weight="bold"'),
    body,
    ...below.map((line, index) => words(16, TOP + height + 28 + index * 16, line, 'start', ' fill="#444"')),
    '</svg>\n',
  ].join('\n')
}

const twoDecimals = (value: number): string => value.toFixed(2).replace('-', '−')

function intervalSvg(picture: IntervalPicture): string {
  const { rows, axis, rowTitle, lines: across } = picture
  const ends = rows.flatMap(({ value, low, high }) => [value, low, high].filter((each) => each !== null))
  const least = Math.min(0, ...ends.map((end) => Math.floor(end * 5) / 5))
  const xOf = (value: number) => LEFT + ((value - least) / (1 - least)) * (WIDTH - LEFT - RIGHT)
  const height = rows.length * ROW + 44
  const bottom = TOP + rows.length * ROW
  const ticks = Array.from({ length: Math.round((1 - least) * 5) + 1 }, (_, tick) => least + tick / 5)
  const body = [
    words(16, TOP - 8, rowTitle, 'start', ' fill="#444"'),
    words(WIDTH - 16, TOP - 8, 'value [interval], n', 'end', ' fill="#444"'),
    ...across
      .filter((value) => value > least)
      .map(
        (value) =>
          `<line x1="${xOf(value)}" x2="${xOf(value)}" y1="${TOP}" y2="${bottom}" stroke="#888" stroke-dasharray="4 3"/>`,
      ),
    `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${bottom}" y2="${bottom}" stroke="#000"/>`,
    ...ticks.flatMap((tick) => [
      `<line x1="${xOf(tick)}" x2="${xOf(tick)}" y1="${bottom}" y2="${bottom + 5}" stroke="#000"/>`,
      words(xOf(tick), bottom + 18, twoDecimals(tick), 'middle'),
    ]),
    words((LEFT + WIDTH - RIGHT) / 2, bottom + 36, axis, 'middle'),
    ...rows.flatMap((row, index) => intervalRow(row, TOP + index * ROW + ROW / 2, xOf)),
  ]
  return framed(picture, WIDTH, height, body.join('\n'))
}

function intervalRow(
  { label, value, low, high, n, few }: IntervalRow,
  y: number,
  xOf: (value: number) => number,
): string[] {
  const name = words(LEFT - 12, y + 4, short(label), 'end')
  const count = n.toLocaleString('en')
  if (value === null) return [name, words(WIDTH - 16, y + 4, `no value, ${count}`, 'end', ' fill="#444"')]
  const hasInterval = low !== null && high !== null
  const text = hasInterval
    ? `${twoDecimals(value)} [${twoDecimals(low)}, ${twoDecimals(high)}]${few ? '†' : ''}`
    : twoDecimals(value)
  return [
    name,
    ...(hasInterval
      ? [`<line x1="${xOf(low)}" x2="${xOf(high)}" y1="${y}" y2="${y}" stroke="#000" stroke-width="1.5"/>`]
      : []),
    `<circle cx="${xOf(value)}" cy="${y}" r="4" ${few ? 'fill="#fff" stroke="#000" stroke-width="1.5"' : 'fill="#000"'}/>`,
    words(WIDTH - 16, y + 4, `${text}, ${count}`, 'end', ' font-size="11"'),
  ]
}

const CELL_WIDTH = 84
const CELL_HEIGHT = 40
const NAMES = 170

function matrixSvg(picture: MatrixPicture): string {
  const { labels, cells, rowTitle, columnTitle } = picture
  const largest = Math.max(1, ...cells.flat().map((count) => count ?? 0))
  const width = Math.max(WIDTH, NAMES + labels.length * CELL_WIDTH + 16)
  const top = TOP + 34
  const body = [
    words(NAMES + (labels.length * CELL_WIDTH) / 2, TOP + 2, columnTitle, 'middle', ' fill="#444"'),
    words(16, top - 8, rowTitle, 'start', ' fill="#444"'),
    ...labels.map((label, j) => words(NAMES + (j + 0.5) * CELL_WIDTH, top - 8, shortened(label, 13), 'middle')),
    ...cells.flatMap((row, i) => [
      words(NAMES - 12, top + (i + 0.5) * CELL_HEIGHT + 4, shortened(labels[i] ?? '', 22), 'end'),
      ...row.flatMap((count, j) =>
        count === null
          ? []
          : matrixCell(count, count / largest, NAMES + j * CELL_WIDTH, top + i * CELL_HEIGHT, i === j),
      ),
    ]),
  ]
  return framed(picture, width, 34 + labels.length * CELL_HEIGHT, body.join('\n'))
}

const shortened = (text: string, most: number): string => {
  const letters = [...text]
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text
}

/** Darker for more; what both gave alike has a thick frame. */
function matrixCell(count: number, share: number, x: number, y: number, alike: boolean): string[] {
  const grey = Math.round(255 - 105 * share)
  const fill = `rgb(${grey},${grey},${grey})`
  return [
    `<rect x="${x + 1}" y="${y + 1}" width="${CELL_WIDTH - 2}" height="${CELL_HEIGHT - 2}" fill="${fill}" stroke="#000" stroke-width="${alike ? 2 : 0.5}"/>`,
    words(x + CELL_WIDTH / 2, y + CELL_HEIGHT / 2 + 4, count.toLocaleString('en'), 'middle'),
  ]
}
