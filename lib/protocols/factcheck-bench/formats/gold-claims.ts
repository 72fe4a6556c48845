/** What the gold of the second stage says of one claim, in the values of the published records. */

import { chosen } from '@/lib/protocols/factcheck-bench/fields'
import { claimDataOf, isCheckedClaim } from '@/lib/protocols/factcheck-bench/unit-data'
import { entriesOf, partsOf } from '@/lib/protocols/made-units'
import type { Json, UnitDraft } from '@/lib/protocols/protocol'
import { spellReferences, spellWord } from './evidence-index'
import type { StageView } from './gold-document'
import { spellInVain, spellOwnEvidence } from './own-evidence'

const DELETED = ' '
const NOT_ASKED = 'NA'
const edits: Readonly<Record<string, string>> = { true: 'no', false: 'yes', not_enough_evidence: 'not_enough_evidence' }

/** One entry of each of the lists that a record has by claim. */
export interface ClaimColumns {
  enough: Json
  human: Json
  stances: Json
  edits: Json
  labels: Json
  revisedClaims: Json
  used: Json
}

/** A claim that the second stage does not verify. */
export function unverifiedColumns(text: string, setAside: string | null = null): ClaimColumns {
  const why = setAside === 'commonsense' ? 'commonsense' : 'not-publicly-checkable'
  const used = setAside === null || setAside === 'check' ? NOT_ASKED : spellWord(why)
  return {
    enough: NOT_ASKED,
    human: NOT_ASKED,
    stances: [],
    edits: NOT_ASKED,
    labels: 'unknown',
    revisedClaims: text,
    used,
  }
}

/** A claim as the gold has it. Stances that nobody gave are null, as the authors' pages write them. */
export function claimColumns(view: StageView, unit: UnitDraft): ClaimColumns {
  const { type, setAside } = claimDataOf(unit)
  if (!isCheckedClaim(unit)) return unverifiedColumns(unit.text, type === 'factual' ? setAside : null)
  const { answers, subject } = view
  const evidence = partsOf(subject, unit.key).filter(({ kind }) => kind === 'evidence')
  const stances = evidence.map(({ key }) => chosen(answers, key, 'stance'))
  return {
    ...unverifiedColumns(unit.text),
    enough: chosen(answers, unit.key, 'enough') ?? NOT_ASKED,
    human: ownEvidence(view, unit),
    stances: stances.every((stance) => stance === null) ? [] : stances,
    edits: edits[chosen(answers, unit.key, 'verdict') ?? ''] ?? NOT_ASKED,
    revisedClaims: revised(view, unit),
    used: used(view, unit, evidence),
  }
}

const ownKeys = ({ answers }: StageView, { key }: UnitDraft): string[] =>
  entriesOf(answers[key]?.ownEvidence).map((entry) => entry.key)

function ownEvidence(view: StageView, unit: UnitDraft): string {
  const { answers } = view
  const rows = ownKeys(view, unit).map((key) => ({
    quote: chosen(answers, key, 'quote') ?? '',
    url: chosen(answers, key, 'url'),
  }))
  const searched = chosen(answers, unit.key, 'searched')
  return rows.length === 0 && searched !== null ? spellInVain(searched) : spellOwnEvidence(rows)
}

function revised({ answers }: StageView, { key, text }: UnitDraft): string {
  const isDeleted = [chosen(answers, key, 'correction'), chosen(answers, key, 'unverified')].includes('delete')
  return isDeleted ? DELETED : (chosen(answers, key, 'revised') ?? text)
}

function used(view: StageView, unit: UnitDraft, evidence: readonly UnitDraft[]): string {
  const verdict = chosen(view.answers, unit.key, 'verdict')
  if (verdict === null) return NOT_ASKED
  const referencesAnswer = view.answers[unit.key]?.references
  const keys = verdict === 'false' && Array.isArray(referencesAnswer) ? referencesAnswer : []
  const ownEvidenceKeys = ownKeys(view, unit)
  const placed = (list: readonly string[]) => list.flatMap((key, index) => (keys.includes(key) ? [index + 1] : []))
  const references = { automatic: placed(evidence.map(({ key }) => key)), own: placed(ownEvidenceKeys) }
  return spellReferences(references, evidence.length, ownEvidenceKeys.length)
}
