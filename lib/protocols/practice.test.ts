/** Every protocol's records to practise with: read, complete, and explained. */
import { describe, expect, it } from 'vitest'
import { findings } from './completeness'
import { manifests } from './index'
import { withMadeUnits } from './made-units'
import { practiceOf } from './practice'
import { stageByKey } from './stage-by-key'

describe.each(manifests.map(({ definition }) => [definition.id, definition] as const))('%s', (id, protocol) => {
  it('has three items or more for each stage', async () => {
    const tasks = await practiceOf(id)
    for (const { key } of protocol.stages)
      expect(tasks.filter(({ stage }) => stage === key).length, key).toBeGreaterThanOrEqual(3)
    const names = tasks.map(({ stage, key }) => `${stage} ${key}`)
    expect(new Set(names).size).toBe(names.length)
  })

  it('shows of no item by its domain what is expected of it', async () => {
    const tasks = await practiceOf(id)
    for (const { key } of protocol.stages) {
      const own = tasks.filter(({ stage }) => stage === key)
      expect(new Set(own.map(({ domain }) => domain === null)).size, key).toBeLessThanOrEqual(1)
    }
  })

  it('expects answers that could be submitted, and says why of every unit', async () => {
    for (const { key, stage: stageKey, content, units, answers, why } of await practiceOf(id)) {
      const stage = stageByKey(protocol, stageKey)
      expect(findings(stage, { content, units }, answers), key).toEqual([])
      const whole = withMadeUnits(stage, { content, units }, answers)
      const decided = whole.units.filter(({ key: unit, kind }) =>
        stage.questions.some(
          (question) =>
            question.unit === kind && question.consolidate === 'decide' && answers[unit]?.[question.key] != null,
        ),
      )
      expect(
        decided.map((unit) => unit.key).filter((unit) => !why[unit]),
        `${key}: no reason`,
      ).toEqual([])
      for (const [unit, reasons] of Object.entries(why))
        for (const [question, text] of Object.entries(reasons)) {
          const kind = whole.units.find((each) => each.key === unit)?.kind
          const isAsked = stage.questions.some((each) => each.key === question && each.unit === kind)
          expect(isAsked, `${key}: ${unit}.${question}`).toBe(true)
          expect(text.trim()).not.toBe('')
        }
    }
  })
})
