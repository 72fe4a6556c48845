/** What a dataset consists of, by the tables of a file: of how many items something holds, or how often it was answered, with a row for each domain. */
import { countCell, domainLines, positions, shareCell, sumOf } from '@/lib/protocols/composition-cells'
import type { Composition, CompositionCell, CompositionPanel, GoldSummary } from '@/lib/protocols/figures'
import type { Definition, TableDefinition } from '@/lib/protocols/language/definition'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { countsIn } from './counts-in'

type InWords = (text: Definition['title']) => string
type Share = TableDefinition['shares'][number]
type Answers = NonNullable<TableDefinition['answers']>

/** Each table with what was derived in its stage; those without any gold are left out. */
export const compileTables = (
  { domains }: Pick<Definition, 'domains'>,
  tables: readonly TableDefinition[],
  words: InWords,
): Composition => ({
  content: [...new Set(tables.flatMap(({ by }) => by ?? []))],
  panels: (golds) =>
    tables.flatMap((table) => {
      const judged = golds.filter(({ stages }) => stages[table.stage])
      return judged.length === 0 ? [] : [panelOf(table, judged, { domains, words })]
    }),
})

function panelOf(
  table: TableDefinition,
  golds: readonly GoldSummary[],
  { domains, words }: { domains: Definition['domains']; words: InWords },
): CompositionPanel {
  const { answers } = table
  const cells = (groupGolds: readonly GoldSummary[]) =>
    answers
      ? answerCells(groupGolds, table.stage, answers)
      : [
          { value: groupGolds.length, items: positions(groupGolds) },
          ...table.shares.map((share) => shareOf(groupGolds, table.stage, share)),
        ]
  const { by } = table
  const inWords = Object.fromEntries(Object.entries(domains).map(([domain, title]) => [domain, words(title)]))
  const domainOf = ({ content }: GoldSummary) => {
    const domain = by !== null && isJsonRecord(content) ? content[by] : null
    return typeof domain === 'string' && domain !== '' ? domain : null
  }
  return {
    key: table.id,
    title: words(table.title),
    note: words(table.says),
    rowTitle: by === null ? 'Part' : 'Domain',
    columns: [
      { title: words(table.items), form: 'count', tone: 'neutral' },
      ...(answers?.classes ?? table.shares).map(({ title, tone }) => ({
        title: words(title),
        form: 'share' as const,
        tone,
      })),
    ],
    bars: answers ? answers.classes.map((_, index) => index + 1) : [1],
    rows: [
      ...(by === null ? [] : domainLines(golds, { domainOf, words: inWords }, cells)),
      { key: 'all', title: by === null ? 'All items' : 'All domains', domain: null, cells: cells(golds) },
    ],
  }
}

function shareOf(golds: readonly GoldSummary[], stage: string, { of, is }: Share): CompositionCell {
  const answeredGolds = golds.filter(({ stages }) => typeof stages[stage]?.[of] === 'boolean')
  const part = answeredGolds.filter(({ stages }) => stages[stage]?.[of] === is)
  const whole = answeredGolds.length
  return { value: whole === 0 ? null : part.length / whole, part: part.length, whole, items: positions(part) }
}

/** How many answers count, and the share of each class among them. */
function answerCells(golds: readonly GoldSummary[], stage: string, { of, classes }: Answers): CompositionCell[] {
  const rows = golds.map(({ position, stages }) => ({ position, counts: countsIn(stages[stage], of) }))
  const counted = (values: readonly string[]) => (row: (typeof rows)[number]) =>
    sumOf(values, (value) => row.counts[value] ?? 0)
  const all = counted(classes.flatMap((each) => each.of))
  const whole = sumOf(rows, all)
  return [countCell(rows, all), ...classes.map((each) => shareCell(rows, counted(each.of), whole))]
}
