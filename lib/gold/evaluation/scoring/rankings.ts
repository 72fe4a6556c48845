/** How alike the orders of systems are: in one stratum and another, and by facts of the systems that are numbers. */
import type { Scoring } from '@/lib/protocols/evaluation'
import { kendallTau } from '@/lib/stats/kendall-tau'
import type { Ranking, Standing } from './report-schema'

/** The name of the mean over the strata, each counting alike. */
export const AVERAGE = 'average'
/** Fewer systems have no order worth comparing. */
const FEWEST = 3

type Column = { title: string; values: readonly (number | null)[] }

export function rankingsOf({ figures, ranksBetween }: Scoring, standings: readonly Standing[]): Ranking[] {
  const systems = standings.filter(({ baseline }) => !baseline)
  if (systems.length < FEWEST) return []
  const figure = figures[0].key
  const overall = { title: figures[0].title, values: systems.map((each) => each.figures[figure]?.value ?? null) }
  const facts = factColumns(systems).map((column) => compare(column, overall))
  return [...(ranksBetween ? betweenStrata(systems, figure, ranksBetween) : []), ...facts].filter(
    ({ systems: count }) => count >= FEWEST,
  )
}

function betweenStrata(systems: readonly Standing[], figure: string, key: string): Ranking[] {
  const values = [
    ...new Set(systems.flatMap(({ strata }) => strata.filter((each) => each.key === key)).map((each) => each.value)),
  ].sort()
  if (values.length < 2) return []
  const columns = values.map(
    (value): Column => ({
      title: value,
      values: systems.map(
        ({ strata }) => strata.find((each) => each.key === key && each.value === value)?.figures[figure]?.value ?? null,
      ),
    }),
  )
  const average: Column = {
    title: AVERAGE,
    values: systems.map((_, at) => meanOf(columns.map((column) => column.values[at] ?? null))),
  }
  const all = [...columns, average]
  return all.flatMap((first, at) => all.slice(at + 1).map((second) => compare(first, second)))
}

/** null where one of them is. */
function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length < values.length ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}

/** Facts that are a number for every system that states them, such as a perplexity. */
function factColumns(systems: readonly Standing[]): Column[] {
  const keys = [...new Set(systems.flatMap(({ about }) => Object.keys(about)))]
  return keys.flatMap((title) => {
    const stated = systems.map(({ about }) => about[title] ?? null)
    const isNumeric = stated.every((value) => value === null || (value.trim() !== '' && Number.isFinite(Number(value))))
    return isNumeric ? [{ title, values: stated.map((value) => (value === null ? null : Number(value))) }] : []
  })
}

function compare(first: Column, second: Column): Ranking {
  const both = first.values.flatMap((value, at) => {
    const other = second.values[at] ?? null
    return value === null || other === null ? [] : [[value, other] as const]
  })
  const { value } = kendallTau(
    both.map(([one]) => one),
    both.map(([, other]) => other),
  )
  return { first: first.title, second: second.title, systems: both.length, tau: value }
}
