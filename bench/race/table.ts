/** The result as a table in Markdown: a column a peer, a row a figure. */
import { quantile } from '@/bench/setting/times'
import type { Losses, Round } from './measure'
import type { PageCode } from './page-code'

/** What is known of a peer at the end. What was not measured is null. */
export interface Figures {
  name: string
  version: string
  /** Seconds. */
  firstStart: number | null
  idleMb: number | null
  afterMb: number | null
  diskMb: number | null
  rounds: readonly Round[]
  code: PageCode | null
  losses: Losses | null
}

const NOT_MEASURED = '–'

/** A figure with as many digits as it is worth. */
export function figure(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return value.toLocaleString('en-US', { maximumFractionDigits: digits })
}

/** The median of the rounds, with the least and the most of them. */
function spread(values: readonly number[]): string {
  if (values.length === 0) return NOT_MEASURED
  const [least, most] = [Math.min(...values), Math.max(...values)].map(figure)
  const median = figure(quantile(values, 0.5))
  return values.length === 1 || least === most ? median : `${median} (${least} to ${most})`
}

const median = (times: readonly number[]) => quantile(times, 0.5)
const mean = (times: readonly number[]) => times.reduce((sum, ms) => sum + ms, 0) / times.length
const orNot = (value: number | null) => (value === null ? NOT_MEASURED : figure(value))

type Row = [title: string, cell: (figures: Figures) => string]

const rowsFor = (items: number, people: number): Row[] => [
  [
    `import of ${items.toLocaleString('en-US')} plain texts, s`,
    ({ rounds }) => {
      const seconds = rounds.flatMap(({ importSeconds }) => importSeconds ?? [])
      return rounds.length > 0 && seconds.length === 0 ? 'read at its start' : spread(seconds)
    },
  ],
  ['next item with its content, ms', ({ rounds }) => spread(rounds.map(({ next }) => median(next)))],
  ['save of a label, one person, ms', ({ rounds }) => spread(rounds.map(({ save }) => median(save)))],
  ['the same, a second', ({ rounds }) => spread(rounds.map(({ save }) => 1_000 / mean(save)))],
  ['submit of a text, one person, ms', ({ rounds }) => spread(rounds.map(({ submit }) => median(submit)))],
  [`saves of ${people} people at once, a second`, ({ rounds }) => spread(rounds.map((round) => round.savesTogether))],
  [
    `export of ${items.toLocaleString('en-US')} labelled texts, s`,
    ({ rounds }) => spread(rounds.map(({ exportSeconds }) => exportSeconds)),
  ],
  [
    'memory of the servers with their database, idle and after, MB',
    ({ idleMb, afterMb }) =>
      idleMb === null && afterMb === null ? NOT_MEASURED : `${orNot(idleMb)}, ${orNot(afterMb)}`,
  ],
  ['very first start to a page, s', ({ firstStart }) => orNot(firstStart)],
  ['size on disk, MB', ({ diskMb }) => orNot(diskMb)],
  [
    'scripts of the labelling page on the wire, kB',
    ({ code }) => (code ? `${figure(code.scripts)}, and ${figure(code.styles)} of styles` : NOT_MEASURED),
  ],
  [
    'acknowledged labels lost, load and kill -9',
    ({ losses }) => (losses ? `${losses.lost} of ${losses.acknowledged.toLocaleString('en-US')}` : NOT_MEASURED),
  ],
  ['from its start after that to a page, s', ({ losses }) => orNot(losses?.backAfterSeconds ?? null)],
]

/** What one round has measured, for somebody who waits for the table. */
export function inOneLine({ importSeconds, next, save, submit, savesTogether, exportSeconds }: Round): string {
  const took = importSeconds === null ? '' : `import ${figure(importSeconds)} s, `
  const alone = [next, save, submit].map((times) => figure(median(times))).join(', ')
  const rates = `${figure(1_000 / mean(save))} saves a second alone, ${figure(savesTogether)} together`
  return `${took}next, save, submit ${alone} ms, ${rates}, export ${figure(exportSeconds)} s`
}

/** The table's lines. */
export function tableOf(all: readonly Figures[], items: number, people: number): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const heads = all.map(({ name, version }) => `${name} ${version}`)
  return [
    line(['figure', ...heads]),
    line(['---', ...heads.map(() => '---')]),
    ...rowsFor(items, people).map(([title, cell]) => line([title, ...all.map(cell)])),
  ]
}
