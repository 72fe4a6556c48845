/** What a FELM dataset consists of, as the paper describes its own: sizes and error rates, prompt sources, error types. */
import type { Composition, CompositionCell, CompositionPanel, GoldSummary, Json } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { contentOf, felmDomains, isFelmDomain } from './content'
import { errorTypes, SEGMENTS } from './labels'
import { errorTypeOptions, felmWork } from './work'

const SOURCES_SHOWN = 12
const NO_SOURCE = 'not given'
const NO_DOMAIN = 'No domain'

/** What is counted of one response. */
interface Counted {
  position: number
  domain: string | null
  source: string
  words: number
  segments: number
  falseSegments: number
  hasError: boolean
  /** False segments by error type; those without one are in none. */
  types: ReadonlyMap<string, number>
}

const asCount = (value: Json | undefined): number => (typeof value === 'number' ? value : 0)

function countedOf({ position, content, stages }: GoldSummary): Counted {
  const { domain, source, response } = contentOf(content)
  const rollUp = stages[SEGMENTS] ?? {}
  const { errorTypes: found = null } = rollUp
  const types = isJsonRecord(found) ? found : {}
  return {
    position,
    domain,
    source: source?.trim() || NO_SOURCE,
    // The published averages count the pieces between single blanks.
    words: response.split(' ').length,
    segments: asCount(rollUp.segments),
    falseSegments: asCount(rollUp.falseSegments),
    hasError: asCount(rollUp.falseSegments) > 0,
    types: new Map(errorTypes.map((type) => [type, asCount(types[type])])),
  }
}

const sum = (rows: readonly Counted[], of: (row: Counted) => number) => rows.reduce((total, row) => total + of(row), 0)
const positions = (rows: readonly Counted[]) => rows.map(({ position }) => position)

const count = (rows: readonly Counted[], of: (row: Counted) => number): CompositionCell => ({
  value: sum(rows, of),
  items: positions(rows.filter((row) => of(row) > 0)),
})

const mean = (rows: readonly Counted[], part: (row: Counted) => number, whole: number): CompositionCell => ({
  value: whole === 0 ? null : sum(rows, part) / whole,
  items: positions(rows),
})

const share = (rows: readonly Counted[], part: (row: Counted) => number, whole: number): CompositionCell => {
  const behind = count(rows, part)
  return { ...behind, value: whole === 0 ? null : (behind.value ?? 0) / whole, part: behind.value ?? 0, whole }
}

/** One row a domain that occurs, one for responses without one, and one for all. */
function byDomain(rows: readonly Counted[], cells: (rows: readonly Counted[]) => CompositionCell[], withAll: boolean) {
  const others = [...new Set(rows.flatMap(({ domain }) => domain ?? []))].filter((domain) => !isFelmDomain(domain))
  const domains = [...felmDomains, ...others.sort(), null].map((domain) => ({
    domain,
    rows: rows.filter((row) => row.domain === domain),
  }))
  const shown = domains.filter((each) => each.rows.length > 0)
  const lines = shown.map(({ domain, rows: own }) => ({
    key: domain ?? 'none',
    title: domain === null ? NO_DOMAIN : (felmWork.domains[domain] ?? domain),
    domain,
    cells: cells(own),
  }))
  return withAll ? [...lines, { key: 'all', title: 'All domains', domain: null, cells: cells(rows) }] : lines
}

type PrintedRow = readonly [
  responses: string,
  segments: string,
  wrong: string,
  rate: string,
  words: string,
  each: string,
]

const printedRow = ([responses, segments, wrong, rate, words, each]: PrintedRow) => ({
  Responses: responses,
  Segments: segments,
  'False segments': wrong,
  'Responses with an error': rate,
  'Words a response': words,
  'Words a segment': each,
})

/** FELM, Table 2, by domain. */
const TABLE_2 = {
  wk: printedRow(['184', '532', '147', '46.2%', '50.6', '17.5']),
  reasoning: printedRow(['208', '1,025', '148', '22.6%', '75.1', '15.2']),
  math: printedRow(['194', '599', '122', '33.0%', '44.9', '14.6']),
  science: printedRow(['125', '683', '101', '31.2%', '104.8', '19.2']),
  writing_rec: printedRow(['136', '1,586', '267', '34.6%', '210.9', '18.4']),
  all: printedRow(['847', '4,425', '785', '33.3%', '89.1', '17.1']),
}

function sizes(rows: readonly Counted[]): CompositionPanel {
  return {
    key: 'sizes',
    title: 'Sizes and errors',
    note: 'A response has an error if any of its segments is false. Words are the pieces between blanks. Laid out like FELM’s Table 2. Where a record has no response (NaN in the published file), its segments stand in for it, while FELM counts the missing response as one word: its words a response are lower there.',
    rowTitle: 'Domain',
    columns: [
      { title: 'Responses', form: 'count', tone: 'neutral' },
      { title: 'Segments', form: 'count', tone: 'neutral' },
      { title: 'False segments', form: 'share', tone: 'negative' },
      { title: 'Responses with an error', form: 'share', tone: 'negative' },
      { title: 'Words a response', form: 'mean', tone: 'neutral' },
      { title: 'Words a segment', form: 'mean', tone: 'neutral' },
    ],
    bars: [3],
    printed: TABLE_2,
    rows: byDomain(
      rows,
      (own) => {
        const segments = sum(own, (row) => row.segments)
        return [
          count(own, () => 1),
          count(own, (row) => row.segments),
          share(own, (row) => row.falseSegments, segments),
          share(own, (row) => Number(row.hasError), own.length),
          mean(own, (row) => row.words, own.length),
          mean(own, (row) => row.words, segments),
        ]
      },
      true,
    ),
  }
}

function sources(rows: readonly Counted[]): CompositionPanel {
  const groups = new Map<string, Counted[]>()
  for (const row of rows) {
    const group = groups.get(row.source)
    if (group) group.push(row)
    else groups.set(row.source, [row])
  }
  const sorted = [...groups].sort(([a, left], [b, right]) => right.length - left.length || (a < b ? -1 : 1))
  const rest = sorted.slice(SOURCES_SHOWN)
  const line = (key: string, title: string, own: readonly Counted[]) => ({
    key,
    title,
    domain: null,
    cells: [share(own, () => 1, rows.length)],
  })
  const others = line(
    'others',
    `${rest.length} other sources`,
    rest.flatMap(([, own]) => own),
  )
  return {
    key: 'sources',
    title: 'Where the prompts come from',
    note: 'Responses by the source written in their record, spelled as it is there. Compare with FELM’s Figure 3.',
    rowTitle: 'Source',
    columns: [{ title: 'Responses', form: 'share', tone: 'neutral' }],
    bars: [0],
    rows: [
      ...sorted.slice(0, SOURCES_SHOWN).map(([source, own]) => line(`source ${source}`, source, own)),
      ...(rest.length > 0 ? [others] : []),
    ],
  }
}

function errorTypesByDomain(rows: readonly Counted[]): CompositionPanel {
  const typed = (row: Counted) => [...row.types.values()].reduce((total, n) => total + n, 0)
  return {
    key: 'error-types',
    title: 'Error types by domain',
    note: 'Every false segment counts once. In mathematics and reasoning every error is one of reasoning. Compare with FELM’s Figure 4.',
    rowTitle: 'Domain',
    columns: [
      ...errorTypeOptions.map(({ text, tone }) => ({ title: text, form: 'count' as const, tone })),
      { title: 'No type given', form: 'count', tone: 'neutral' },
    ],
    bars: [...errorTypes.keys(), errorTypes.length],
    rows: byDomain(
      rows,
      (own) => [
        ...errorTypes.map((type) => count(own, (row) => row.types.get(type) ?? 0)),
        count(own, (row) => row.falseSegments - typed(row)),
      ],
      true,
    ),
  }
}

export const composition: Composition = {
  content: ['domain', 'source', 'response'],
  panels(golds) {
    const rows = golds.filter(({ stages }) => stages[SEGMENTS] && stages[SEGMENTS].removed !== true).map(countedOf)
    return rows.length === 0 ? [] : [sizes(rows), sources(rows), errorTypesByDomain(rows)]
  },
}
