/** A person's answers to a copy against a reference, unit by unit, under every measure of the stage. Pure. */

import type { Answers, Stage, Subject } from '@/lib/protocols/protocol'
import { deriveTask } from '@/lib/quality/agreement/ledger/derive-task'

/** Answers, with the order in which their annotator saw shuffled units; null where none are or nobody knows. */
export interface Said {
  answers: Answers
  shown: readonly string[] | null
}

export interface ComparedRating {
  measure: string
  unit: string
  /** Indexes of the measure's categories. */
  own: number
  reference: number
}

/**
 * The units that both rated, as the ledger would rate them: the person as its only annotator, the reference in the place
 * of gold. `subject`: the task's own units; what the two list is laid side by side first.
 */
export function compareAnswers(stage: Stage, subject: Subject, personAnswers: Said, reference: Said): ComparedRating[] {
  const { units, further } = deriveTask(
    { ...stage, comparisons: [] },
    {
      taskId: '',
      stageId: '',
      revision: 0,
      week: null,
      guideline: null,
      notIndependent: 0,
      content: subject.content,
      units: [...subject.units],
      runs: [],
      accepted: null,
      annotations: [{ id: 'own', number: 1, ...personAnswers, arms: new Map() }],
      gold: { ...reference, replaced: [], settledByOthers: null },
    },
  )
  const references = new Map(further.map(({ measure, unitKey, code }) => [`${measure} ${unitKey}`, code]))
  return units.flatMap(({ measure, unitKey, codes: [code] }) => {
    const referenceCode = references.get(`${measure} ${unitKey}`)
    return code === undefined || referenceCode === undefined
      ? []
      : [{ measure, unit: unitKey, own: code, reference: referenceCode }]
  })
}

/** How many of these were rated alike. */
export const pool = (rated: readonly ComparedRating[]): { alike: number; units: number } => ({
  alike: rated.filter(({ own, reference }) => own === reference).length,
  units: rated.length,
})
