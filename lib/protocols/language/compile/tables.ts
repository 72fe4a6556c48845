/** What a dataset consists of, by the tables of a file: of how many items something holds, with a row for each domain. */
import type { Composition, CompositionCell, CompositionPanel, GoldSummary } from '@/lib/protocols/figures'
import type { Definition, TableDefinition } from '@/lib/protocols/language/definition'
import { isJsonRecord } from '@/lib/protocols/record-fields'

type InWords = (text: Definition['title']) => string
type Share = TableDefinition['shares'][number]

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
  const cells = (own: readonly GoldSummary[]) => [
    { value: own.length, items: positions(own) },
    ...table.shares.map((share) => shareOf(own, table.stage, share)),
  ]
  const { by } = table
  const parts = by === null ? [] : byDomain(golds, by, Object.keys(domains))
  const titleOf = (domain: string) => {
    const title = Object.hasOwn(domains, domain) ? domains[domain] : undefined
    return title === undefined ? domain : words(title)
  }
  return {
    key: table.id,
    title: words(table.title),
    note: words(table.says),
    rowTitle: by === null ? 'Part' : 'Domain',
    columns: [
      { title: words(table.items), form: 'count', tone: 'neutral' },
      ...table.shares.map(({ title, tone }) => ({ title: words(title), form: 'share' as const, tone })),
    ],
    bars: [1],
    rows: [
      ...parts.map(({ domain, own }) => ({
        key: domain ?? 'none',
        title: domain === null ? 'No domain' : titleOf(domain),
        domain,
        cells: cells(own),
      })),
      { key: 'all', title: by === null ? 'All items' : 'All domains', domain: null, cells: cells(golds) },
    ],
  }
}

const positions = (golds: readonly GoldSummary[]) => golds.map(({ position }) => position)

function shareOf(golds: readonly GoldSummary[], stage: string, { of, is }: Share): CompositionCell {
  const known = golds.filter(({ stages }) => typeof stages[stage]?.[of] === 'boolean')
  const part = known.filter(({ stages }) => stages[stage]?.[of] === is)
  const whole = known.length
  return { value: whole === 0 ? null : part.length / whole, part: part.length, whole, items: positions(part) }
}

/** The items of each domain: those that the file names in its order, then others, then those without one. */
function byDomain(golds: readonly GoldSummary[], by: string, named: readonly string[]) {
  const groups = new Map<string | null, GoldSummary[]>()
  for (const gold of golds) {
    const { content } = gold
    const domain = isJsonRecord(content) ? content[by] : null
    const name = typeof domain === 'string' && domain !== '' ? domain : null
    const group = groups.get(name)
    if (group) group.push(gold)
    else groups.set(name, [gold])
  }
  const others = [...groups.keys()].filter((domain) => domain !== null && !named.includes(domain))
  return [...named, ...others.toSorted(), null].flatMap((domain) => {
    const own = groups.get(domain)
    return own ? [{ domain, own }] : []
  })
}
