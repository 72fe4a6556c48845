import { describe, expect, it } from 'vitest'
import { protocols } from '@/lib/protocols'
import { evaluationTasks } from '@/lib/protocols/evaluations'
import type { Json } from '@/lib/protocols/protocol'
import { seededRandom } from '@/lib/stats/seeded-random'
import { evaluateFormula } from './formulas'

const listed = await Promise.all(
  protocols.map(async ({ id, stages }) =>
    (await evaluationTasks(id)).map((task) => ({ name: `${id}/${task.key}`, task, stages })),
  ),
)
const tasks = listed.flat()

describe.each(tasks)('$name', ({ task, stages }) => {
  it('reads its own examples, and no nonsense', () => {
    for (const line of task.example) {
      const record: Json = JSON.parse(line)
      expect(task.recognises(record)).toBe(true)
      const reading = task.read(record)
      expect(reading).toMatchObject({ ok: true })
      expect(reading.ok && reading.predictions.length).toBeGreaterThan(0)
    }
    for (const nonsense of [null, 7, 'text', [], {}]) {
      expect(task.recognises(nonsense)).toBe(false)
      expect(task.read(nonsense).ok).toBe(false)
    }
  })

  it('has figures whose formulas give the same', () => {
    const random = seededRandom(7)
    for (const { figures, sums: width, confusion } of task.scorings(task.parameters.parse({})))
      for (const { key, of, formula } of figures) {
        if (!formula) throw new Error(`${key} has no formula`)
        for (let run = 0; run < 30; run++) {
          // Mostly zeros at first, so that classes and divisors are missing.
          const sums = Float64Array.from({ length: width }, () => (random(30) < run ? random(9) : 0))
          const classes = confusion?.rows.flatMap((_, place) => (random(2) === 0 ? [place] : []))
          expect(evaluateFormula(formula, sums), key).toEqual(of(sums))
          if (classes?.length) expect(evaluateFormula(formula, sums, classes), key).toEqual(of(sums, classes))
        }
      }
  })

  it('says of macro averages that their classes are fixed', () => {
    for (const { description, figures } of task.scorings(task.parameters.parse({}))) {
      expect(description).not.toMatch(/that occur/)
      if (/[Mm]acro/.test(description)) expect(figures.some(({ formula }) => formula?.is === 'macro')).toBe(true)
    }
  })

  it('needs a stage that there is, and has defaults for every setting', () => {
    expect([null, ...stages.map(({ key }) => key)]).toContain(task.stage)
    const scorings = task.scorings(task.parameters.parse({}))
    expect(new Set(scorings.map(({ key }) => key)).size).toBe(scorings.length)
    for (const { figures, sums, confusion } of scorings) {
      expect(new Set(figures.map(({ key }) => key)).size).toBe(figures.length)
      const nothing = new Float64Array(sums)
      for (const { of } of figures) expect(of(nothing).value === null || of(nothing).value === 0).toBe(true)
      for (const cell of confusion?.cells.flat() ?? []) expect(cell).toBeLessThan(sums)
    }
  })
})
