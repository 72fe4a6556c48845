/** The ledger against what was planted, counted here in another way. */
import { describe, expect, it } from 'vitest'
import { transaction } from '@/lib/platform/server/db'
import { entriesOf } from '@/lib/protocols/made-units'
import { simulateFactcheckBench, simulateFelm } from '@/tests/agreement-scene'
import { readCompared } from './read-compared'
import { readClusters, readPatterns } from './read-counts'
import { readReferences } from './read-references'
import { refreshRatings } from './refresh-ratings'

/** How many units were rated alike, as text: raters, values, number. */
function tally(units: ReadonlyMap<string, readonly (readonly [rater: number, value: string])[]>): string[] {
  const counts = new Map<string, number>()
  for (const ratings of units.values()) {
    const key = [...ratings].sort(([a], [b]) => a - b).join(' ')
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts].map(([key, count]) => `${key} × ${count}`).sort()
}

async function ledgerTally(of: { stageId: string; measure: string }, values: readonly string[]): Promise<string[]> {
  const rows = await transaction((tx) => readPatterns(tx, of))
  return rows
    .map(({ raters, codes, units }) => {
      const ratings = raters.map((rater, index) => [rater, values[codes[index] ?? -1]])
      return `${ratings.join(' ')} × ${units}`
    })
    .sort()
}

function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return groups
}

describe('FELM-like projects', () => {
  it('are counted as they were planted, by unit, by response and beside gold and a model', async () => {
    const { project, stageId, planted, runId } = await simulateFelm({
      items: 60,
      errors: [0.1, 0.2, 0.3, 0.4],
      raters: 3,
      removed: 0.05,
      gold: 0.5,
      model: { error: 0.2, arms: true, copied: 0.7 },
    })
    await transaction((tx) => refreshRatings(tx, project))
    const label = { stageId, measure: 'label' }
    const units = grouped(planted, ({ unit }) => unit)
    const asPairs = new Map(
      [...units].map(([unit, rows]) => [unit, rows.map((row) => [row.rater, row.value] as const)]),
    )
    expect(await ledgerTally(label, ['true', 'false'])).toEqual(tally(asPairs))
    const { patterns, types, typeOf } = await transaction((tx) => readClusters(tx, label))
    const responses = grouped(planted, ({ item }) => String(item))
    expect(typeOf).toHaveLength(responses.size)
    const sizes = typeOf.map((type) => (types[type] ?? []).reduce((sum, [, count]) => sum + count, 0))
    const inOrder = [...responses].sort(([a], [b]) => Number(a) - Number(b))
    expect(sizes).toEqual(inOrder.map(([, rows]) => new Set(rows.map(({ unit }) => unit)).size))
    expect(patterns.length).toBeGreaterThan(4)
    const beside = await transaction((tx) => readReferences(tx, label))
    expect(new Set(beside.map(({ reference }) => reference))).toEqual(new Set(['gold', `run:${runId}`]))
    const rated = beside.filter(({ reference }) => reference.startsWith('run:'))
    expect(rated.reduce((sum, cell) => sum + cell.units, 0)).toBe(planted.length)
  })

  it('are the same in slices as in the whole', async () => {
    const { project, stageId } = await simulateFelm({
      items: 40,
      errors: [0.1, 0.3],
      model: { error: 0.2, arms: true },
    })
    await transaction((tx) => refreshRatings(tx, project))
    const label = { stageId, measure: 'label' }
    const whole = await transaction((tx) => readPatterns(tx, label))
    for (const by of ['domain', 'source', 'guideline', 'arm', 'week'] as const) {
      const sliced = await transaction((tx) => readPatterns(tx, label, by))
      const units = (rows: typeof whole) => rows.reduce((sum, row) => sum + row.units, 0)
      expect(units(sliced), by).toBe(units(whole))
      for (const value of new Set(sliced.map(({ slice }) => slice))) {
        const { types, typeOf } = await transaction((tx) => readClusters(tx, label, { by, value }))
        const inClusters = typeOf.flatMap((type) => types[type] ?? []).reduce((sum, [, count]) => sum + count, 0)
        expect(inClusters, `${by} ${value}`).toBe(units(sliced.filter(({ slice }) => slice === value)))
      }
    }
    const arms = await transaction((tx) => readPatterns(tx, label, 'arm'))
    expect(new Set(arms.map(({ slice }) => slice))).toEqual(new Set(['shown', 'hidden', 'none', null]))
    const weeks = await transaction((tx) => readPatterns(tx, label, 'week'))
    expect(new Set(weeks.map(({ slice }) => slice))).toEqual(
      new Set(['2026-01-05', '2026-01-12', '2026-01-19', '2026-01-26']),
    )
  })
})

describe('Factcheck-Bench-like projects', () => {
  it('count aligned claims, and those that only one annotator listed', async () => {
    const { project, stageIds, planted } = await simulateFactcheckBench({ items: 12, errors: [0.1, 0.2, 0.3] })
    await transaction((tx) => refreshRatings(tx, project))
    // Independent of the ledger's alignment: claims were planted from the same words, so the first seven tell them apart.
    const claims = planted
      .filter(({ stage }) => stage === 'decompose')
      .flatMap(({ item, rater, answers }) =>
        Object.entries(answers).flatMap(([sentence, values]) =>
          entriesOf(values.claims).map(({ key }) => {
            const { text, type } = answers[key] ?? {}
            return { rater, type: String(type), claim: `${item} ${sentence} ${String(text).split(' ', 7)}` }
          }),
        ),
      )
    const units = grouped(claims, ({ claim }) => claim)
    const types = new Map([...units].map(([key, rows]) => [key, rows.map((row) => [row.rater, row.type] as const)]))
    const stageId = stageIds.decompose ?? ''
    const values = ['factual', 'opinion', 'not_a_claim', 'other']
    expect(await ledgerTally({ stageId, measure: 'type' }, values)).toEqual(tally(types))
    const sums = async (comparison: string) => {
      const { responses, pairs } = await transaction((tx) => readCompared(tx, { stageId, comparison }))
      const total = responses.reduce(
        (all, each) => each.map((value, index) => value + (all[index] ?? 0)),
        [] as number[],
      )
      return { total, pairs }
    }
    const inPairs = [...units.values()].map((rows) => (rows.length * (rows.length - 1)) / 2)
    const both = inPairs.reduce((sum, count) => sum + count, 0)
    const found = await sums('claims')
    expect(found.total[1]).toBe(both)
    expect(2 * (found.total[1] ?? 0) + (found.total[2] ?? 0) + (found.total[3] ?? 0)).toBe(2 * claims.length)
    expect((await sums('claimText')).total[0]).toBe(both)
  })

  it('count stances, verdicts and fates as planted', async () => {
    const { project, stageIds, planted } = await simulateFactcheckBench({ items: 8 })
    await transaction((tx) => refreshRatings(tx, project))
    for (const [stage, measure, values] of [
      ['verify', 'stance', ['completely-support', 'partially-support', 'refute', 'irrelevant']],
      ['verify', 'verdict', ['true', 'false', 'not_enough_evidence']],
      ['verify', 'correction', ['edit', 'delete']],
      ['merge', 'fate', ['keep', 'delete']],
    ] as const) {
      const rows = planted
        .filter((each) => each.stage === stage)
        .flatMap(({ item, rater, answers }) =>
          Object.entries(answers).flatMap(([unit, given]) =>
            given[measure] === undefined
              ? []
              : [{ unit: `${item}/${unit}`, rating: [rater, String(given[measure])] as const }],
          ),
        )
      const units = grouped(rows, ({ unit }) => unit)
      const ratings = new Map([...units].map(([unit, all]) => [unit, all.map(({ rating }) => rating)]))
      expect(ratings.size, measure).toBeGreaterThan(0)
      expect(await ledgerTally({ stageId: stageIds[stage] ?? '', measure }, values), measure).toEqual(tally(ratings))
    }
  })
})
