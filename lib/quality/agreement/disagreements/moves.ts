/** Who moved towards whom: disagreements as they were settled, folded into counts. Pure. */
import { type Discussion, MAX_ITEMS, type MoveCell, type Share } from './contract'
import { shareOf } from './rules'

/** Disagreements of one item that were settled alike. */
export interface SettledRow {
  position: number
  /** null: no resolution of their own. */
  how: string | null
  /** Numbers of annotators whose frozen answer is the settled value, and of those who had said something else. */
  holders: readonly number[]
  movers: readonly number[]
  times: number
}

type Outcome = keyof Discussion['outcomes']

interface Tally {
  count: number
  positions: Set<number>
}

export interface Moves {
  outcomes: Record<Outcome, MoveCell>
  conformity: Share
  /** By annotator's number. */
  people: Map<number, { gaveWay: Share; upheld: Share }>
  moves: { from: number; to: number; cell: MoveCell }[]
}

const OUTCOMES = [
  'settled',
  'discussedToOne',
  'discussedToThird',
  'decidedForOne',
  'decidedForThird',
  'majority',
  'dissolved',
] as const satisfies readonly Outcome[]

/** How a disagreement ended. */
export function outcomeOf({ how, holders }: Pick<SettledRow, 'how' | 'holders'>): Exclude<Outcome, 'settled'> {
  if (how === 'discussed') return holders.length > 0 ? 'discussedToOne' : 'discussedToThird'
  if (how === 'lane' || how === 'edited') return holders.length > 0 ? 'decidedForOne' : 'decidedForThird'
  return how === 'majority' ? 'majority' : 'dissolved'
}

export function movesOf(rows: readonly SettledRow[], showsItems: boolean): Moves {
  const outcomes = new Map<Outcome, Tally>()
  const pairs = new Map<string, Tally & { from: number; to: number }>()
  const wordCounts: WordCounts = new Map()
  for (const row of rows) {
    const outcome = outcomeOf(row)
    for (const each of outcome === 'dissolved' ? [outcome] : [outcome, 'settled' as const]) add(outcomes, each, row, {})
    if (outcome === 'decidedForOne') countWords(wordCounts, row, 'upheld', 'overruled')
    if (outcome !== 'discussedToOne') continue
    countWords(wordCounts, row, 'kept', 'gave')
    for (const from of row.movers) for (const to of row.holders) add(pairs, `${from} ${to}`, row, { from, to })
  }
  const cell = (tally: Tally | undefined) => cellOf(tally, showsItems)
  const toOne = outcomes.get('discussedToOne')?.count ?? 0
  return {
    outcomes: Object.fromEntries(OUTCOMES.map((each) => [each, cell(outcomes.get(each))])) as Moves['outcomes'],
    conformity: shareOf(toOne, toOne + (outcomes.get('discussedToThird')?.count ?? 0)),
    people: new Map(
      [...wordCounts].map(([number, { gave, kept, upheld, overruled }]) => [
        number,
        { gaveWay: shareOf(gave, gave + kept), upheld: shareOf(upheld, upheld + overruled) },
      ]),
    ),
    moves: [...pairs.values()].map(({ from, to, ...tally }) => ({ from, to, cell: cell(tally) })),
  }
}

/** How often each annotator's word stood or not, by their number. */
type WordCounts = Map<number, { gave: number; kept: number; upheld: number; overruled: number }>

/** Counts what became of the words of those who held the settled value, and of the others. */
function countWords(
  wordCounts: WordCounts,
  row: SettledRow,
  ofHolders: 'kept' | 'upheld',
  ofMovers: 'gave' | 'overruled',
): void {
  const count = (number: number, what: 'kept' | 'upheld' | 'gave' | 'overruled') => {
    const counts = wordCounts.get(number) ?? { gave: 0, kept: 0, upheld: 0, overruled: 0 }
    counts[what] += row.times
    wordCounts.set(number, counts)
  }
  for (const holder of row.holders) count(holder, ofHolders)
  for (const mover of row.movers) count(mover, ofMovers)
}

function add<Key, More extends object>(
  tallies: Map<Key, Tally & More>,
  key: Key,
  { position, times }: SettledRow,
  more: More,
): void {
  const tally = tallies.get(key) ?? { count: 0, positions: new Set(), ...more }
  tally.count += times
  tally.positions.add(position)
  tallies.set(key, tally)
}

function cellOf(tally: Tally | undefined, showsItems: boolean): MoveCell {
  const positions = [...(tally?.positions ?? [])].sort((a, b) => a - b)
  return {
    count: tally?.count ?? 0,
    inItems: positions.length,
    items: showsItems ? positions.slice(0, MAX_ITEMS) : null,
  }
}
