import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/protocols/protocol'
import { factorValidationEvaluations } from './index'

const [choices] = factorValidationEvaluations
const [scoring] = choices?.scorings(choices.parameters.parse({})) ?? []
const types = ['entity', null, 'predicate']

const scored = (value: Json) => scoring?.score({ gold: { types }, value, strata: {} }, null)
const isRight = (value: Json) => scoring?.isRight?.({ gold: { types }, value, strata: {} })

describe('choosing the true completion', () => {
  it('counts the example, a tie as wrong, and contradictions by their kind', () => {
    expect(scored([-1, -2, -3, -4])?.slice(0, 3)).toEqual([1, 1, 0])
    expect(scored([-1, -2, -1, -4])?.slice(0, 3)).toEqual([1, 0, 1])
    expect([isRight([-1, -2, -3, -4]), isRight([-1, -2, -1, -4]), isRight([-2, -1, -3, -4])]).toEqual([
      ...[true, false, false],
    ])
  })

  it('leaves out a choice among fewer or more completions than gold knows', () => {
    for (const scores of [
      [-1, -2, -3],
      [-1, -2, -3, -4, -5],
    ])
      expect([scored(scores), isRight(scores)]).toEqual([null, null])
  })
})
