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
  const said = new Map<number, { gave: number; kept: number; upheld: number; overruled: number }>()
  const of = (number: number) => {
    const known = said.get(number) ?? { gave: 0, kept: 0, upheld: 0, overruled: 0 }
    said.set(number, known)
    return known
  }
  for (const row of rows) {
    const outcome = outcomeOf(row)
    for (const each of outcome === 'dissolved' ? [outcome] : [outcome, 'settled' as const]) add(outcomes, each, row, {})
    const discussed = outcome === 'discussedToOne'
    for (const holder of row.holders) {
      if (discussed) of(holder).kept += row.times
      if (outcome === 'decidedForOne') of(holder).upheld += row.times
    }
    for (const mover of row.movers) {
      if (discussed) of(mover).gave += row.times
      if (outcome === 'decidedForOne') of(mover).overruled += row.times
      if (discussed) for (const to of row.holders) add(pairs, `${mover} ${to}`, row, { from: mover, to })
    }
  }
  const cell = (tally: Tally | undefined) => cellOf(tally, showsItems)
  const toOne = outcomes.get('discussedToOne')?.count ?? 0
  return {
    outcomes: Object.fromEntries(OUTCOMES.map((each) => [each, cell(outcomes.get(each))])) as Moves['outcomes'],
    conformity: shareOf(toOne, toOne + (outcomes.get('discussedToThird')?.count ?? 0)),
    people: new Map(
      [...said].map(([number, { gave, kept, upheld, overruled }]) => [
        number,
        { gaveWay: shareOf(gave, gave + kept), upheld: shareOf(upheld, upheld + overruled) },
      ]),
    ),
    moves: [...pairs.values()].map(({ from, to, ...tally }) => ({ from, to, cell: cell(tally) })),
  }
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
