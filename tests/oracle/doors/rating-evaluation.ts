/** Intervals of macro F1, which is no agreement but the score of a system: `assay evaluate` on sentences of four classes. */

import { sentenceOptions } from '@/lib/protocols/factcheck-bench/options'
import { MIN_UNITS } from '@/lib/quality/agreement/contract'
import type { Vector } from '@/tests/oracle/read-vectors'
import { type AnsweringDoor, expectedKeys } from './door'
import { evaluate } from './evaluate-files'
import { ratingInput } from './rating-vectors'

/** The classes of Factcheck-Bench's sentences stand for those of the vector, in their order. */
const CLASSES = sentenceOptions.map(({ value }) => String(value))

export const evaluateCommand: AnsweringDoor = {
  name: '`assay evaluate`, resampled',
  checks: (vector) => {
    if (vector.metric !== 'bootstrap_ci') return []
    const { options, units, categories = [] } = ratingInput(vector)
    const fits = options.statistic === 'macro_f1' && units.length >= MIN_UNITS && categories.length <= CLASSES.length
    return fits ? expectedKeys(vector).filter((key) => ['value', 'low', 'high'].includes(key)) : []
  },
  answer: async (vector) => {
    const { resamples = 2000 } = ratingInput(vector).options
    const { scorings } = await evaluate({
      ...filesOf(vector),
      protocol: 'factcheck-bench',
      task: 'sentences',
      resamples,
    })
    const standings = scorings.find(({ key }) => key === 'classes')?.standings
    return standings?.find(({ system }) => system === 'system')?.figures.macroF1
  },
}

/** Items are resampled whole, so that every unit of the vector is a document of one sentence. */
function filesOf(vector: Vector) {
  const { units, categories = [] } = ratingInput(vector)
  const classOf = (unit: (typeof units)[number], place: number) => CLASSES[categories.indexOf(unit[place] ?? '')]
  const gold = units.map((unit, index) => {
    const nothing = { importance: 'no', Claims: [], boolClaim: [], Most_important_claim: [] }
    return { sentence1: { decontext: `Sentence ${index + 1}.`, factCheck: classOf(unit, 0), ...nothing } }
  })
  const predictions = units.map((unit, index) => ({
    system: 'system',
    item: `#${index + 1}`,
    unit: 's1',
    checkworthy: classOf(unit, 1),
  }))
  return { gold, predictions }
}
