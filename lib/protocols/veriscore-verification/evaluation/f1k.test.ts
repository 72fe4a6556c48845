import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startEvaluation } from '@/lib/gold/evaluation/scoring/start-evaluation'
import { f1kTask } from './f1k'

interface Response {
  supported: number
  claims: number
}

async function scored(responses: readonly Response[], k: string | number) {
  const evaluation = startEvaluation(f1kTask, f1kTask.parameters.parse({ k }))
  const lines = responses.map(({ supported, claims }, index) => ({ model: 'it', item: `${index}`, supported, claims }))
  // A response that the model abstained from is left out, and makes the model known.
  for (const [index, line] of [...lines, { model: 'it', item: 'abstained', abstained: true }].entries()) {
    evaluation.addLine(line, index + 1, 'file')
  }
  const { scorings, prepared, notes, missed } = await evaluation.report({ resamples: 0 })
  const { f1, precision } = scorings[0]?.standings[0]?.figures ?? {}
  return { f1, precision, prepared, notes, missed }
}

describe('VeriScore', () => {
  const counts = fc.nat(12).chain((claims) => fc.record({ claims: fc.constant(claims), supported: fc.nat(claims) }))
  const responses = fc.array(counts, { minLength: 1, maxLength: 8 })

  it('lies between 0 and 1 and falls as more is asked', async () => {
    await fc.assert(
      fc.asyncProperty(responses, fc.integer({ min: 1, max: 20 }), async (of, k) => {
        const [score, stricter] = [(await scored(of, k)).f1?.value, (await scored(of, k + 1)).f1?.value]
        if (typeof score !== 'number' || typeof stricter !== 'number')
          throw new Error('a number of claims above 0 scores')
        expect(score >= 0 && score <= 1).toBe(true)
        expect(stricter).toBeLessThanOrEqual(score + 1e-12)
      }),
    )
  })

  it('is undefined where nothing can be asked', async () => {
    const nothing = await scored([], 3)
    expect(nothing).toMatchObject({
      f1: { value: null, reason: 'empty' },
      prepared: { k: {} },
      notes: [expect.any(String), expect.stringMatching(/No system was scored on all/)],
    })
    const noClaims = await scored([{ supported: 0, claims: 0 }], 'median')
    expect(noClaims).toMatchObject({ f1: { value: null }, prepared: { k: { all: 0 } } })
    expect(noClaims.notes.join(' ')).toContain('K is 0 for all')
    expect(await scored([{ supported: 0, claims: 0 }], 2)).toMatchObject({
      f1: { value: 0 },
      precision: { value: null },
    })
  })

  it('refuses what cannot be counted', async () => {
    const refused = async (response: Response) => (await scored([response], 1)).missed.listed[0]?.reason
    expect(await refused({ supported: 2, claims: 1 })).toContain('More claims are supported than there are.')
    expect(await refused({ supported: 0.5, claims: 1 })).toContain('does not say whether its claims are supported')
    expect(f1kTask.parameters.safeParse({ k: -1 }).success).toBe(false)
  })
})
