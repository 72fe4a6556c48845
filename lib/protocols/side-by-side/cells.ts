/** Tables of dataset pages for what is chosen side by side. */
import type { z } from 'zod'
import { type Column, groupsOf, type Placed, shareCell, sumOf, tableOf } from '@/lib/protocols/composition-cells'
import type { CompositionPanel, GoldSummary } from '@/lib/protocols/protocol'
import { wilsonInterval } from '@/lib/stats/binomial-interval'
import { byName } from './methods'

/** A place in which something was seen, with the items that have it, their votes for it, and all votes on them. */
interface SeenPlace<Row extends Placed> {
  key: string
  title: string
  rows: readonly Row[]
  votesFor(row: Row): number
  whole: number
}

/** For which place as seen votes were, with Wilson's 95 % interval: without a bias all places get about as many. */
export function positionPanel<Row extends Placed>(
  head: Pick<CompositionPanel, 'key' | 'title' | 'note' | 'rowTitle'>,
  places: readonly SeenPlace<Row>[],
): CompositionPanel {
  const limit = (end: 'low' | 'high', title: string): Column<SeenPlace<Row>> => ({
    title,
    form: 'mean',
    tone: 'neutral',
    digits: 3,
    cell: ({ rows, votesFor, whole }) => ({ value: wilsonInterval(sumOf(rows, votesFor), whole)[end], items: [] }),
  })
  const votes: Column<SeenPlace<Row>> = {
    title: 'Votes',
    form: 'share',
    tone: 'neutral',
    cell: ({ rows, votesFor, whole }) => shareCell(rows, votesFor, whole),
  }
  return tableOf({ ...head, bars: [0] }, [votes, limit('low', '95 % from'), limit('high', '95 % to')], places)
}

/** The tallies of a stage, of items that have votes. */
export const talliesIn = <Tally extends { votes: number }>(
  golds: readonly GoldSummary[],
  stage: string,
  schema: z.ZodType<Tally>,
) =>
  golds.flatMap(({ position, content, stages }) => {
    const tally = schema.safeParse(stages[stage]).data
    return tally && tally.votes > 0 ? [{ ...tally, position, content }] : []
  })

/** The names of all methods in tallies. */
export const methodsIn = (tallies: readonly { methods: object }[]): string[] =>
  [...new Set(tallies.flatMap(({ methods }) => Object.keys(methods)))].toSorted(byName)

/** One line for each value that occurs, by name, and one for all. */
export function linesBy<Row>(rows: readonly Row[], of: (row: Row) => string, areDomains: boolean) {
  const lines = [...groupsOf(rows, of)]
    .toSorted(([one], [other]) => byName(one, other))
    .map(([value, own]) => ({
      key: `is ${value}`,
      title: value === '' ? 'not given' : value,
      domain: areDomains && value !== '' ? value : null,
      rows: own as readonly Row[],
    }))
  return [...lines, { key: 'all', title: 'All', domain: null, rows }]
}
