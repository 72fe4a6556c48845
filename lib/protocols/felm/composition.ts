/** What a FELM dataset consists of, as the paper describes its own: sizes and error rates, prompt sources, error types. */
import {
  bySize,
  countCell,
  domainLines,
  groupsOf,
  line,
  meanCell,
  shareCell,
  sumOf,
} from '@/lib/protocols/composition-cells'
import type { Composition, CompositionCell, CompositionPanel, GoldSummary, Json } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { contentOf } from './content'
import { errorTypes, SEGMENTS } from './labels'
import { errorTypeOptions, felmWork } from './work'

const SOURCES_SHOWN = 12
const NO_SOURCE = 'not given'

const asCount = (value: Json | undefined): number => (typeof value === 'number' ? value : 0)

/** What is counted of one response. */
function countedOf({ position, content, stages }: GoldSummary) {
  const { domain, source, response } = contentOf(content)
  const { segments, falseSegments, errorTypes: found = null } = stages[SEGMENTS] ?? {}
  return {
    position,
    domain,
    source: source?.trim() || NO_SOURCE,
    // The published averages count the pieces between single blanks.
    words: response.split(' ').length,
    segments: asCount(segments),
    falseSegments: asCount(falseSegments),
    /** False segments by error type, in their order; those without one are in none. */
    types: errorTypes.map((type) => asCount(isJsonRecord(found) ? found[type] : undefined)),
  }
}
type Counted = ReturnType<typeof countedOf>

/** One row a domain that occurs, one for responses without one, and one for all. */
const byDomain = (rows: readonly Counted[], cells: (rows: readonly Counted[]) => CompositionCell[]) => [
  ...domainLines(rows, { domainOf: ({ domain }) => domain, words: felmWork.domains }, cells),
  line('all', 'All domains', cells(rows)),
]

const SIZES: CompositionPanel['columns'] = [
  { title: 'Responses', form: 'count', tone: 'neutral' },
  { title: 'Segments', form: 'count', tone: 'neutral' },
  { title: 'False segments', form: 'share', tone: 'negative' },
  { title: 'Responses with an error', form: 'share', tone: 'negative' },
  { title: 'Words a response', form: 'mean', tone: 'neutral' },
  { title: 'Words a segment', form: 'mean', tone: 'neutral' },
]

/** FELM, Table 2, by domain; in the order of the columns. */
const TABLE_2 = {
  wk: ['184', '532', '147', '46.2%', '50.6', '17.5'],
  reasoning: ['208', '1,025', '148', '22.6%', '75.1', '15.2'],
  math: ['194', '599', '122', '33.0%', '44.9', '14.6'],
  science: ['125', '683', '101', '31.2%', '104.8', '19.2'],
  writing_rec: ['136', '1,586', '267', '34.6%', '210.9', '18.4'],
  all: ['847', '4,425', '785', '33.3%', '89.1', '17.1'],
}

const sizes = (rows: readonly Counted[]): CompositionPanel => ({
  key: 'sizes',
  title: 'Sizes and errors',
  note: 'A response has an error if any of its segments is false. Words are the pieces between blanks. Laid out like FELM’s Table 2. Where a record has no response (NaN in the published file), its segments stand in for it, while FELM counts the missing response as one word: its words a response are lower there.',
  rowTitle: 'Domain',
  columns: SIZES,
  bars: [3],
  printed: Object.fromEntries(
    Object.entries(TABLE_2).map(([domain, figures]) => [
      domain,
      Object.fromEntries(SIZES.map(({ title }, index) => [title, figures[index] ?? ''])),
    ]),
  ),
  rows: byDomain(rows, (domainRows) => {
    const segments = sumOf(domainRows, (row) => row.segments)
    return [
      countCell(domainRows, () => 1),
      countCell(domainRows, (row) => row.segments),
      shareCell(domainRows, (row) => row.falseSegments, segments),
      shareCell(domainRows, (row) => Number(row.falseSegments > 0), domainRows.length),
      meanCell(domainRows, (row) => row.words),
      meanCell(domainRows, (row) => row.words, segments),
    ]
  }),
})

function sources(rows: readonly Counted[]): CompositionPanel {
  const sorted = bySize(groupsOf(rows, ({ source }) => source))
  const rest = sorted.slice(SOURCES_SHOWN).flatMap(([, own]) => own)
  const cells = (own: readonly Counted[]) => [shareCell(own, () => 1, rows.length)]
  return {
    key: 'sources',
    title: 'Where the prompts come from',
    note: 'Responses by the source written in their record, spelled as it is there. Compare with FELM’s Figure 3.',
    rowTitle: 'Source',
    columns: [{ title: 'Responses', form: 'share', tone: 'neutral' }],
    bars: [0],
    rows: [
      ...sorted.slice(0, SOURCES_SHOWN).map(([source, own]) => line(`source ${source}`, source, cells(own))),
      ...(rest.length > 0 ? [line('others', `${sorted.length - SOURCES_SHOWN} other sources`, cells(rest))] : []),
    ],
  }
}

const errorTypesByDomain = (rows: readonly Counted[]): CompositionPanel => ({
  key: 'error-types',
  title: 'Error types by domain',
  note: 'Every false segment counts once. In mathematics and reasoning every error is one of reasoning. Compare with FELM’s Figure 4.',
  rowTitle: 'Domain',
  columns: [
    ...errorTypeOptions.map(({ text, tone }) => ({ title: text, form: 'count' as const, tone })),
    { title: 'No type given', form: 'count', tone: 'neutral' },
  ],
  bars: [...errorTypes.keys(), errorTypes.length],
  rows: byDomain(rows, (domainRows) => [
    ...errorTypes.map((_, index) => countCell(domainRows, ({ types }) => types[index] ?? 0)),
    countCell(domainRows, ({ falseSegments, types }) => falseSegments - sumOf(types, (each) => each)),
  ]),
})

export const composition: Composition = {
  content: ['domain', 'source', 'response'],
  panels(golds) {
    const rows = golds.filter(({ stages }) => stages[SEGMENTS] && stages[SEGMENTS].removed !== true).map(countedOf)
    return rows.length === 0 ? [] : [sizes(rows), sources(rows), errorTypesByDomain(rows)]
  },
}
