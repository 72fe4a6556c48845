import { domainsAmong, domainTitle } from '@/lib/protocols/felm/content'
import type { Composition, CompositionCell, CompositionPanel, GoldSummary, Tone } from '@/lib/protocols/protocol'

interface CheckColumn {
  title: string
  /** The field of the roll-up that is true, false, or null. */
  field: string
  /** What of it is counted. */
  counts: boolean
  tone: Tone
}

interface CheckTable extends Pick<CompositionPanel, 'key' | 'title' | 'note'> {
  stage: string
  /** What one item is, in the plural. */
  entries: string
  columns: readonly CheckColumn[]
}

/** Shares of items by domain, those without one in a row of their own, each out of those that the check was answered for. */
export function checkComposition({ stage, entries, columns, ...named }: CheckTable): Composition {
  return {
    content: ['domain'],
    panels(golds) {
      const judged = golds.filter(({ stages }) => stages[stage])
      if (judged.length === 0) return []
      const cells = (own: readonly GoldSummary[]) => [
        { value: own.length, items: positions(own) },
        ...columns.map((column) => share(own, stage, column)),
      ]
      return [
        {
          ...named,
          rowTitle: 'Domain',
          columns: [
            { title: entries, form: 'count', tone: 'neutral' },
            ...columns.map(({ title, tone }) => ({ title, form: 'share' as const, tone })),
          ],
          bars: [1],
          rows: [
            ...byDomain(judged).map(({ domain, title, own }) => ({
              key: domain ?? 'none',
              title,
              domain,
              cells: cells(own),
            })),
            { key: 'all', title: 'All domains', domain: null, cells: cells(judged) },
          ],
        },
      ]
    },
  }
}

const positions = (golds: readonly GoldSummary[]) => golds.map(({ position }) => position)

function share(golds: readonly GoldSummary[], stage: string, { field, counts }: CheckColumn): CompositionCell {
  const answered = golds.filter(({ stages }) => typeof stages[stage]?.[field] === 'boolean')
  const part = answered.filter(({ stages }) => stages[stage]?.[field] === counts)
  const whole = answered.length
  return { value: whole === 0 ? null : part.length / whole, part: part.length, whole, items: positions(part) }
}

function byDomain(golds: readonly GoldSummary[]) {
  const domainOf = ({ content }: GoldSummary) =>
    typeof content === 'object' && content !== null && !Array.isArray(content) ? content.domain : null
  const named = golds.map((gold) => domainOf(gold) ?? null)
  const domains = domainsAmong(named.map((each) => (typeof each === 'string' ? each : null)))
  return domains.flatMap((domain) => {
    const own = golds.filter((gold) => (domainOf(gold) ?? null) === domain)
    return own.length === 0 ? [] : [{ domain, title: domain === null ? 'No domain' : domainTitle(domain), own }]
  })
}
