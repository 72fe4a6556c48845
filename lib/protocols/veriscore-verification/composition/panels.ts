/** The tables and figures in which the paper describes its own labels. */
import { countColumn, tableOf } from '@/lib/protocols/composition-cells'
import type { CompositionCell, CompositionPanel } from '@/lib/protocols/protocol'
import { domainTexts, MOST_RESULTS } from '@/lib/protocols/veriscore-verification/content'
import { type Outcome, outcomes, verdictOf } from '@/lib/protocols/veriscore-verification/mapping'
import { stanceOptions, trustOptions, verdictOptions } from '@/lib/protocols/veriscore-verification/options'
import { byDomain, type Counted, count, mean, share } from './counted'

const OUTCOME_TEXTS: Readonly<Record<Outcome, string>> = {
  supported: 'Supported',
  contradicted: 'Contradicted',
  inconclusive_a: 'Inconclusive (a): a part is not mentioned',
  inconclusive_b: 'Inconclusive (b): the results conflict',
  inconclusive_c: 'Inconclusive (c): unclear or too general',
  inconclusive: 'Inconclusive without a reason',
}

const line = (key: string, title: string, domain: string | null, cells: CompositionCell[]) => ({
  key,
  title,
  domain,
  cells,
})

export function verdictsPanel(rows: readonly Counted[]): CompositionPanel {
  const isInconclusive = ({ outcome }: Counted) => verdictOf(outcome) === 'inconclusive'
  const cells = (test: (row: Counted) => boolean) => [count(rows, test), share(rows, test)]
  const visibleOutcomes = outcomes.filter(
    (outcome) => outcome !== 'inconclusive' || rows.some((row) => row.outcome === outcome),
  )
  return {
    key: 'verdicts',
    title: 'Verdicts',
    note: 'Every claim with gold counts once. Laid out like VeriScore’s Table 2, with a row of its own for (c); the last row adds up all that are inconclusive.',
    rowTitle: 'Verdict',
    columns: [
      { title: 'Claims', form: 'count', tone: 'neutral' },
      { title: 'Of all claims', form: 'share', tone: 'neutral' },
    ],
    bars: [1],
    rows: [
      ...visibleOutcomes.map((outcome) =>
        line(
          outcome,
          OUTCOME_TEXTS[outcome],
          null,
          cells((row) => row.outcome === outcome),
        ),
      ),
      line('any-inconclusive', 'Inconclusive, all', null, cells(isInconclusive)),
    ],
  }
}

/** Of the claims that have a judged result at a rank: how often it is of use. */
export function ranksPanel(rows: readonly Counted[]): CompositionPanel {
  const stanceAt = (rank: number) => (row: Counted) => row.stances[rank - 1] ?? null
  const ranks = Array.from({ length: MOST_RESULTS }, (_, index) => index + 1)
  const judged = ranks.map((rank) => ({ rank, rows: rows.filter((row) => stanceAt(rank)(row) !== null) }))
  return {
    key: 'ranks',
    title: 'Usefulness by rank',
    note: 'The share of search results at each rank that support or contradict their claim, of those that were judged. Compare with what VeriScore says of ranks 1 to 10 (section 3.3).',
    rowTitle: 'Rank',
    columns: [
      { title: 'Results judged', form: 'count', tone: 'neutral' },
      { title: 'Useful', form: 'share', tone: 'positive' },
      ...stanceOptions.map(({ text, tone }) => ({ title: text, form: 'share' as const, tone })),
    ],
    bars: [1],
    rows: judged
      .filter((each) => each.rows.length > 0)
      .map(({ rank, rows: rankRows }) => {
        const is = (test: (stance: string | null) => boolean) => share(rankRows, (row) => test(stanceAt(rank)(row)))
        return line(`rank ${rank}`, String(rank), null, [
          count(rankRows),
          is((stance) => stance === 'supports' || stance === 'contradicts'),
          ...stanceOptions.map(({ value }) => is((stance) => stance === value)),
        ])
      }),
  }
}

const titleOf = (domain: string | null) => (domain === null ? 'Not given' : (domainTexts[domain] ?? domain))

/** A line for each domain, and one for all where there are several. */
const domainLines = (rows: readonly Counted[]) => {
  const groups = byDomain(rows).map((group) => ({
    key: `domain ${group.domain ?? ''}`,
    title: titleOf(group.domain),
    ...group,
  }))
  return groups.length > 1 ? [...groups, { key: 'all', title: 'All', domain: null, rows }] : groups
}

export const domainsPanel = (rows: readonly Counted[]): CompositionPanel =>
  tableOf(
    {
      key: 'domains',
      title: 'Verdicts by domain',
      note: 'Every claim with gold counts once, under the set that its prompt comes from.',
      rowTitle: 'Domain',
      bars: [1, 2, 3],
    },
    [
      countColumn('Claims', () => 1),
      ...verdictOptions.map(({ value, text, tone }) =>
        countColumn(text, ({ outcome }: Counted) => Number(verdictOf(outcome) === value), tone),
      ),
    ],
    domainLines(rows),
  )

/** Responses are counted once, by what the record says of them; claims without a place in a response are left out. */
export function densityPanel(rows: readonly Counted[]): CompositionPanel | null {
  const placed = rows.filter(({ place }) => place !== null)
  if (placed.length === 0) return null
  return {
    key: 'density',
    title: 'Claims by sentence and response',
    note: 'Different claims that the extractor found, by sentence and by response, of responses with at least one claim in the gold; responses without claims make no items.',
    rowTitle: 'Domain',
    columns: [
      { title: 'Responses', form: 'count', tone: 'neutral' },
      { title: 'Claims a response', form: 'mean', tone: 'neutral' },
      { title: 'Claims a sentence', form: 'mean', tone: 'neutral', digits: 2 },
    ],
    bars: [2],
    rows: domainLines(placed).map(({ key, title, domain, rows: groupRows }) => {
      const responses = new Map(groupRows.flatMap(({ place }) => (place ? [[place.response, place] as const] : [])))
      const places = [...responses.values()]
      const claims = places.reduce((sum, place) => sum + place.claims, 0)
      const sentences = places.reduce((sum, place) => sum + place.sentences, 0)
      return line(key, title, domain, [
        { value: responses.size, items: groupRows.map(({ position }) => position) },
        mean(groupRows, claims, responses.size),
        mean(groupRows, claims, sentences),
      ])
    }),
  }
}

/** What was said of the sources, where anything was. */
export function trustPanel(rows: readonly Counted[]): CompositionPanel | null {
  const judged = rows.flatMap((row) => row.trust.filter((trust) => trust !== null))
  if (judged.length === 0) return null
  const holders = (value: string) => rows.filter(({ trust }) => trust.includes(value)).map(({ position }) => position)
  return {
    key: 'trust',
    title: 'Trust in the sources',
    note: 'Search results whose source was judged, which annotators were free to leave out.',
    rowTitle: 'Source',
    columns: [{ title: 'Results', form: 'share', tone: 'neutral' }],
    bars: [0],
    rows: trustOptions.map(({ value, text }) => {
      const part = judged.filter((trust) => trust === value).length
      const cell = { value: part / judged.length, part, whole: judged.length, items: holders(String(value)) }
      return line(String(value), text, null, [cell])
    }),
  }
}
