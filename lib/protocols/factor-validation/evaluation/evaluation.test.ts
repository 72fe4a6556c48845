import { describe, expect, it } from 'vitest'
import { startEvaluation } from '@/lib/gold/evaluation/scoring/start-evaluation'
import type { Json } from '@/lib/protocols/protocol'
import { factorValidationEvaluations } from './index'

const [choices, ownExamples] = factorValidationEvaluations
if (!ownExamples) throw new Error('FACTOR scores no examples of its own')
const [scoring] = choices?.scorings(choices.parameters.parse({})) ?? []
const types = ['entity', null, 'predicate']

const scored = (value: Json) => scoring?.score({ gold: { types }, value, strata: {} }, null)
const isRight = (value: Json) => scoring?.isRight?.({ gold: { types }, value, strata: {} })

describe('choosing the true completion', () => {
  it('counts the example, a tie as wrong, and contradictions by their kind', () => {
    expect(scored([-1, -2, -3, -4])?.slice(0, 3)).toEqual([1, 1, 0])
    expect(scored([-1, -2, -1, -4])?.slice(0, 3)).toEqual([1, 0, 1])
    expect([isRight([-1, -2, -3, -4]), isRight([-1, -2, -1, -4]), isRight([-2, -1, -3, -4])]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('counts ties as nothing, as correct, or as their share', async () => {
    const examples = [
      [-1, -1, -2],
      [-3, -2, -2],
      [-1, -2, -3],
    ]
    const standing = async (parameters: Record<string, Json>, lines = examples) => {
      const evaluation = startEvaluation(ownExamples, ownExamples.parameters.parse(parameters))
      lines.forEach((scores, item) => {
        evaluation.addLine({ system: 'it', item: `${item}`, scores }, item + 1, 'file')
      })
      evaluation.addLine({ system: 'it', item: 'abstained', abstained: true }, lines.length + 1, 'file')
      return (await evaluation.report({ resamples: 0 })).scorings[0]?.standings[0]
    }
    const accuracy = async (ties: string) => (await standing({ ties }))?.figures.accuracy?.value
    expect(await standing({ ties: 'wrong' })).toMatchObject({
      scored: 3,
      figures: { accuracy: { value: 1 / 3 }, ties: { value: 1 / 3 } },
    })
    expect([await accuracy('first'), await accuracy('shared')]).toEqual([2 / 3, 0.5])
    expect(await standing({})).toEqual(await standing({ ties: 'wrong' }))
    expect(await standing({}, [])).toMatchObject({ scored: 0, figures: { accuracy: { value: null, reason: 'empty' } } })
  })

  it('refuses missing scores, lone completions, and completions without tokens', () => {
    const refused = (record: Record<string, Json>) => {
      const reading = ownExamples.read({ system: 'it', item: '1', ...record })
      return reading.ok ? null : reading.problems[0]?.message
    }
    expect(refused({ scores: [-1, null] })).toMatch(/scores\[1\] holds no number, or one that is not finite/)
    expect(refused({ scores: [-1] })).toMatch(/two or more completions/)
    expect(refused({ logprobs: [[-1], []] })).toMatch(/logprobs\[1\] holds no number/)
    expect(refused({ logprobs: [] })).toMatch(/two or more completions/)
  })

  it('chooses by the mean of the tokens, not by their sum; a tie is not correct', () => {
    const value = (logprobs: Json) => {
      const reading = ownExamples.read({ system: 'it', item: '1', logprobs })
      return reading.ok ? (reading.predictions[0]?.value ?? null) : null
    }
    const [tied, chosen] = [value([[-2, -4], [-3]]), value([[-1], [-2, -2]])]
    expect([tied, chosen]).toEqual([
      [-3, -3],
      [-1, -2],
    ])
    const own = (scores: Json) => scoring?.isRight?.({ gold: { types: [] }, value: scores, strata: {} })
    expect([own(tied), own(chosen)]).toEqual([false, true])
  })

  it('leaves out a choice among fewer or more completions than gold knows', () => {
    for (const scores of [
      [-1, -2, -3],
      [-1, -2, -3, -4, -5],
    ])
      expect([scored(scores), isRight(scores)]).toEqual([null, null])
  })
})
