/** Inconsistencies of single claims: evidence, verdict, correction. */

import { contentOf } from '@/lib/protocols/factcheck-bench/content'
import { chosen, written } from '@/lib/protocols/factcheck-bench/fields'
import { isUsualSpelling } from '@/lib/protocols/factcheck-bench/formats/evidence-index'
import type { StageView } from '@/lib/protocols/factcheck-bench/formats/gold-document'
import { ownEvidenceIn } from '@/lib/protocols/factcheck-bench/formats/own-evidence'
import { claimLabel } from '@/lib/protocols/factcheck-bench/labels'
import { isCheckedClaim } from '@/lib/protocols/factcheck-bench/unit-data'
import { verifyStage } from '@/lib/protocols/factcheck-bench/verify'
import { entriesOf, partsOf } from '@/lib/protocols/made-units'
import type { Json, LintFinding } from '@/lib/protocols/protocol'
import { claimsOf, found, type LintedClaim, type LintView } from './lint-view'

const STAGE = verifyStage.key

export function lintClaims(view: LintView): LintFinding[] {
  const { verify } = view
  if (!verify) return []
  return claimsOf(view).flatMap((claim) => [
    ...duplicates(view, claim),
    ...storedLabel(verify, claim),
    ...spelling(verify, claim),
    ...(isCheckedClaim(claim.unit)
      ? [...ownEvidence(verify, claim), ...correction(verify, claim), ...storedTexts(verify, claim)]
      : []),
  ])
}

function ownEvidence({ answers }: StageView, { unit: { key }, stored }: LintedClaim): LintFinding[] {
  const enough = chosen(answers, key, 'enough')
  const ownEntries = entriesOf(answers[key]?.ownEvidence)
  const isSearched = written(answers, key, 'searched') !== null
  const hasUrl = ownEntries.some((entry) => written(answers, entry.key, 'url') !== null)
  const left = stored('human')
  const isStale = enough === 'yes' && typeof left === 'string' && ownEvidenceIn(left).length > 0
  const isOpen = enough === 'no' && !isSearched
  const none = 'The automatic evidence was not enough, and '
  return [
    ...found(isOpen && !hasUrl, 'missing-url', [STAGE, key, 'ownEvidence'], `${none}no web address is given.`),
    ...found(
      isOpen && ownEntries.length === 0,
      'blank-own-evidence',
      [STAGE, key, 'ownEvidence'],
      `${none}nothing is recorded in its place.`,
    ),
    ...found(
      isStale,
      'stale-own-evidence',
      [STAGE, key, 'ownEvidence'],
      'The record holds own evidence although the automatic evidence was enough.',
    ),
  ]
}

function correction({ answers }: StageView, { unit: { key, text } }: LintedClaim): LintFinding[] {
  const isFalse = chosen(answers, key, 'verdict') === 'false'
  const references = answers[key]?.references
  const isSame = chosen(answers, key, 'correction') === 'edit' && written(answers, key, 'revised') === text.trim()
  return [
    ...found(
      isFalse && !(Array.isArray(references) && references.length > 0),
      'no-reference',
      [STAGE, key, 'references'],
      'The claim is false, and no evidence is named that the correction rests on.',
    ),
    ...found(
      isFalse && isSame,
      'edit-unchanged',
      [STAGE, key, 'revised'],
      'The claim is false, and its corrected text is the same.',
    ),
  ]
}

/** What the record says of a claim's text beyond what the answers have a place for. */
function storedTexts({ answers }: StageView, { unit: { key, text }, stored }: LintedClaim): LintFinding[] {
  const verdict = chosen(answers, key, 'verdict')
  const revised = stored('revisedClaims')
  if (typeof revised !== 'string') return []
  const isBlank = revised.trim() === ''
  const isOther = !isBlank && revised.trim() !== text.trim()
  const place = (question: string): [string, string, string] => [STAGE, key, question]
  const undecided = verdict === 'not_enough_evidence'
  return [
    ...found(
      isBlank && verdict !== null && verdict !== 'true',
      'blank-deletion',
      place(undecided ? 'unverified' : 'correction'),
      `The record holds ${JSON.stringify(revised)} as the corrected claim.`,
    ),
    ...found(
      verdict === 'true' && (isOther || isBlank),
      'true-changed',
      place('verdict'),
      'The claim is true, and the record holds a different text for it.',
    ),
    ...found(
      undecided && isOther,
      'undecided-changed',
      place('unverified'),
      'The claim could not be decided, and the record holds a different text for it.',
    ),
  ]
}

function spelling({ subject, answers }: StageView, { unit: { key }, stored }: LintedClaim): LintFinding[] {
  const used = stored('used')
  const automatic = partsOf(subject, key).filter(({ kind }) => kind === 'evidence').length
  const ownCount = entriesOf(answers[key]?.ownEvidence).length
  const isOdd = typeof used === 'string' && !isUsualSpelling(used, automatic, ownCount)
  return found(isOdd, 'evidence-index', [STAGE, key, 'references'], `The record names the evidence as ${quoted(used)}.`)
}

const quoted = (value: Json): string => {
  const text = String(value)
  return text.length > 80 ? `“${text.slice(0, 79)}…”` : `“${text}”`
}

function storedLabel({ answers }: StageView, { unit, stored }: LintedClaim): LintFinding[] {
  const label = stored('labels')
  const derived = claimLabel(answers, unit)
  const message = `The record says ${JSON.stringify(label)}; from the verdict follows ${JSON.stringify(derived)}.`
  return found(label !== null && label !== derived, 'stored-label', [STAGE, unit.key, 'verdict'], message)
}

function duplicates({ gold }: LintView, { sentence, unit }: LintedClaim): LintFinding[] {
  const claimEvidence = contentOf(gold.content).evidence.find(
    (each) => each.sentence === sentence.key && each.claim.trim() === unit.text.trim(),
  )
  const quotes = claimEvidence?.passages.map(({ quote }) => quote) ?? []
  const again = quotes.length - new Set(quotes).size
  const message = again === 1 ? 'One passage is there twice.' : `${again} passages are there already.`
  return found(again > 0, 'duplicate-evidence', [STAGE, unit.key, null], message)
}
