/** Inconsistencies of sentences and of the whole response. */

import { contentOf } from '@/lib/protocols/factcheck-bench/content'
import { decomposeStage } from '@/lib/protocols/factcheck-bench/decompose'
import { chosen, ITEM } from '@/lib/protocols/factcheck-bench/fields'
import { itemLabel } from '@/lib/protocols/factcheck-bench/item-label'
import { responseLabels, sentenceLabel } from '@/lib/protocols/factcheck-bench/labels'
import { mergeStage } from '@/lib/protocols/factcheck-bench/merge'
import { isCheckedClaim } from '@/lib/protocols/factcheck-bench/unit-data'
import { verifyStage } from '@/lib/protocols/factcheck-bench/verify'
import type { Json, LintFinding } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { found, type LintView, sentencesOf } from './lint-view'

export const lintResponse = (view: LintView): LintFinding[] => [
  ...labels(view),
  ...sentenceLabels(view),
  ...sentenceTexts(view),
  ...revision(view),
]

function labels({ gold, verify }: LintView): LintFinding[] {
  if (!verify) return []
  const { released, paper } = responseLabels(verify.subject, verify.answers)
  const stored = itemLabel.stored?.(gold.source)
  const rules = `by the rule of the released files it is ${released}, by the paper’s ${paper}`
  const message = stored === undefined ? `The rules differ: ${rules}.` : `The record says ${String(stored)}; ${rules}.`
  const fits = stored === undefined || stored === released || stored === paper
  return found(released !== paper || !fits, 'contradictory-response', [verifyStage.key, ITEM, null], message)
}

function sentenceLabels({ verify, stored }: LintView): LintFinding[] {
  if (!verify) return []
  const { subject, answers } = verify
  return sentencesOf(verify).flatMap((sentence) => {
    const released = sentenceLabel(subject, answers, sentence, 'released')
    const isAlone = released === false && sentenceLabel(subject, answers, sentence, 'paper') !== false
    const { label = null } = stored(sentence.key)
    const place: [string, string, null] = [verifyStage.key, sentence.key, null]
    const message = `The record says ${JSON.stringify(label)}; from the verdicts follows ${JSON.stringify(released)}.`
    return [
      ...found(
        isAlone,
        'false-sentence',
        place,
        'No claim in it is false or lacks evidence, and yet it counts as false.',
      ),
      ...found(label !== null && label !== released, 'stored-label', place, message),
    ]
  })
}

function sentenceTexts({ decompose, merge, stored }: LintView): LintFinding[] {
  return sentencesOf(decompose).flatMap(({ key }) => {
    const { decontext = null, revised = null } = stored(key)
    const isDeleted = merge !== null && chosen(merge.answers, key, 'fate') === 'delete'
    return [
      ...found(
        isBlank(decontext),
        'empty-decontext',
        [decomposeStage.key, key, 'decontext'],
        'The record holds no text of the sentence on its own.',
      ),
      ...found(
        isDeleted && isBlank(revised),
        'blank-deletion',
        [mergeStage.key, key, 'fate'],
        `The record holds ${JSON.stringify(revised)} as the revised sentence.`,
      ),
    ]
  })
}

const isBlank = (value: Json): boolean => typeof value === 'string' && value.trim() === ''

function revision({ gold, verify, merge, document }: LintView): LintFinding[] {
  if (!verify || !merge) return []
  const { revised_response: revised = null } = document.head
  const isSame = sameValue(revised, contentOf(gold.content).response)
  const label = itemLabel.stored?.(gold.source) ?? responseLabels(verify.subject, verify.answers).released
  const falseClaims = verify.subject.units.filter(
    (unit) => isCheckedClaim(unit) && chosen(verify.answers, unit.key, 'verdict') === 'false',
  )
  const place: [string, string, string] = [mergeStage.key, ITEM, 'response']
  const count = falseClaims.length === 1 ? 'A claim is' : `${falseClaims.length} claims are`
  return [
    ...found(
      label === true && !isSame,
      'true-response-changed',
      place,
      'The response is labelled true, and its revised text is different.',
    ),
    ...found(
      falseClaims.length > 0 && isSame,
      'false-claim-kept',
      place,
      `${count} false, and the revised response is the same.`,
    ),
  ]
}
