/** What simulated annotators answer to the three stages: the truth, but for errors of known rates. */
import type { Answers, Json, UnitDraft } from '@/lib/protocols/protocol'
import type { Chance } from './chance'

interface Claim {
  text: string
  type: string
  importance: string
}

export interface Sentence {
  text: string
  checkworthy: string
  importance: string
  claims: Claim[]
}

interface Rates {
  error: number
  missed: number
  reworded: number
}

const CHECKWORTHY = ['yes', 'opinion', 'not_a_claim', 'other']
const IMPORTANCE = ['yes', 'intermediate', 'no']
const TYPES = ['factual', 'opinion', 'not_a_claim', 'other']
const STANCES = ['completely-support', 'partially-support', 'refute', 'irrelevant']
const VERDICTS = ['true', 'false', 'not_enough_evidence']
const WORDS =
  'anchor basin copper delta ember falcon garnet harbour island jasper kettle lantern marble nectar orchard pepper quarry ribbon saddle timber umber valley willow yarrow zephyr bridge candle dragon engine feather'.split(
    ' ',
  )

/** A sentence with up to three claims that have no words in common to speak of. */
export function drawSentence(chance: Chance): Sentence {
  const isCheckworthy = chance.happens(0.8)
  const claims = Array.from({ length: isCheckworthy ? 1 + chance.index(3) : 0 }, () => drawClaim(chance))
  return {
    text: isCheckworthy ? claims.map(({ text }) => text).join(' ') : `${phrase(chance)}, I think.`,
    checkworthy: isCheckworthy ? 'yes' : 'opinion',
    importance: chance.pick(IMPORTANCE),
    claims,
  }
}

const phrase = (chance: Chance) => Array.from({ length: 8 }, () => chance.pick(WORDS)).join(' ')

function drawClaim(chance: Chance): Claim {
  const type = chance.happens(0.85) ? 'factual' : 'opinion'
  return { text: `${phrase(chance)}.`, type, importance: chance.pick(IMPORTANCE) }
}

/** The true value, or another one. */
const given = (chance: Chance, values: readonly string[], truth: string, error: number) =>
  chance.happens(error) ? chance.other(values, truth) : truth

/** The text, or the same with its last word twice: still the same claim. */
const worded = (chance: Chance, text: string, reworded: number) =>
  chance.happens(reworded) ? text.replace(/(\S+)\.$/, '$1 $1.') : text

export function decomposeAnswers(chance: Chance, sentences: readonly Sentence[], rates: Rates, who: string): Answers {
  const answers: Answers = {}
  sentences.forEach(({ checkworthy, importance, claims }, index) => {
    const key = `s${index + 1}`
    const seen = claims.filter(() => !chance.happens(rates.missed))
    const worthy = given(chance, CHECKWORTHY, checkworthy, rates.error)
    const listed = worthy === 'yes' && seen.length === 0 ? [drawClaim(chance)] : seen
    const keys = listed.map((_, n) => `u-${who}-${key}-${n + 1}`)
    const own: Record<string, Json> = {
      checkworthy: worthy,
      importance: given(chance, IMPORTANCE, importance, rates.error),
    }
    if (worthy === 'yes') own.claims = keys.map((each) => ({ key: each, made: 'added', from: [] }))
    answers[key] = own
    if (worthy !== 'yes') return
    listed.forEach((claim, n) => {
      answers[keys[n] ?? ''] = {
        text: worded(chance, claim.text, rates.reworded),
        type: given(chance, TYPES, claim.type, rates.error),
        importance: given(chance, IMPORTANCE, claim.importance, rates.error),
      }
    })
  })
  return answers
}

/** What is true of a unit is drawn from its key and text, so that all annotators err about the same. */
function truthOf(values: readonly string[], { key, text }: UnitDraft): string {
  const hash = [...`${key} ${text}`].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7)
  return values[hash % values.length] ?? ''
}

export function verifyAnswers(chance: Chance, units: readonly UnitDraft[], rates: Rates): Answers {
  const answers: Answers = {}
  const withEvidence = new Set(units.flatMap(({ kind, parent }) => (kind === 'evidence' && parent ? [parent] : [])))
  for (const unit of units) {
    if (unit.kind === 'evidence')
      answers[unit.key] = {
        stance: given(chance, STANCES, truthOf(STANCES, unit), rates.error),
        reliable: given(chance, ['yes', 'no'], 'yes', rates.error),
      }
    if (unit.kind !== 'claim' || !withEvidence.has(unit.key)) continue
    const verdict = given(chance, VERDICTS, truthOf(VERDICTS, unit), rates.error)
    answers[unit.key] = { enough: 'yes', verdict, ...outcome(chance, verdict, unit, rates) }
  }
  return answers
}

function outcome(chance: Chance, verdict: string, unit: UnitDraft, rates: Rates): Record<string, Json> {
  if (verdict === 'not_enough_evidence') {
    const unverified = given(chance, ['keep', 'delete'], 'keep', rates.error)
    return unverified === 'keep' ? { unverified } : { unverified, deleteReason: 'Nothing was found.' }
  }
  if (verdict !== 'false') return {}
  const correction = given(chance, ['edit', 'delete'], 'edit', rates.error)
  const references = [`${unit.key}.e${1 + chance.index(2)}`]
  const revised = worded(chance, unit.text.replace(/^\S+/, 'corrected'), rates.reworded)
  return correction === 'edit' ? { correction, references, revised } : { correction, references }
}

export function mergeAnswers(chance: Chance, units: readonly UnitDraft[], rates: Rates): Answers {
  const answers: Answers = {}
  for (const unit of units.filter(({ kind }) => kind === 'sentence')) {
    const fate = given(chance, ['keep', 'delete'], 'keep', rates.error)
    const isReworded = fate === 'keep' && chance.happens(rates.reworded)
    answers[unit.key] = isReworded ? { fate, revised: `${unit.text} Reworded ${chance.pick(WORDS)}.` } : { fate }
  }
  return answers
}
