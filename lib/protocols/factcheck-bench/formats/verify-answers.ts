import type { Answers, Json, RecordProblem } from '@/lib/protocols/protocol'
import { answered, claimsOf, isVerified } from './decompose-answers'
import type { Dialect } from './dialects'
import { type EvidenceReferences, parseEvidenceIndex, referencesOf } from './evidence-index'
import { type OwnEvidence, ownEvidenceIn, queriesInVain } from './own-evidence'
import type { GivenClaim, GivenSentence } from './read-sentence'
import { type Note, noteAbout } from './record-notes'

const verdicts: Readonly<Record<string, string>> = {
  no: 'true',
  yes: 'false',
  not_enough_evidence: 'not_enough_evidence',
}

/** What the second stage's answers are in a record; what its questions have no place for stays in the record and is noted. */
export function verifyAnswers(
  sentences: readonly GivenSentence[],
  dialect: Dialect,
): { answers: Answers; notes: RecordProblem[] } {
  const answers: Answers = {}
  const notes: RecordProblem[] = []
  for (const [index, sentence] of sentences.entries()) {
    const note = noteAbout(sentence.path, dialect)
    for (const [n, claim] of claimsOf(sentence).entries()) {
      if (isVerified(claim)) Object.assign(answers, claimAnswers(`s${index + 1}.c${n + 1}`, claim))
      notes.push(...(isVerified(claim) ? verifiedNotes(claim, n, note) : otherNotes(claim, n, note)))
    }
  }
  return { answers, notes }
}

/** Evidence that annotators found counts where the automatic evidence was not enough. */
const ownRows = ({ enough, own }: GivenClaim): OwnEvidence[] => (enough === 'no' && own ? ownEvidenceIn(own) : [])

function referencesIn(claim: GivenClaim): EvidenceReferences {
  return referencesOf(parseEvidenceIndex(claim.used ?? ''), claim.passages.length, ownRows(claim).length)
}

function claimAnswers(key: string, claim: GivenClaim): Answers {
  const { enough, edit, revised, own, stances } = claim
  const rows = ownRows(claim)
  const ownKeys = rows.map((_, n) => `${key}.h${n + 1}`)
  const verdict = edit === null ? null : (verdicts[edit] ?? null)
  const isDeleted = revised?.trim() === ''
  const { automatic, own: ownNumbers } = referencesIn(claim)
  const references = [
    ...automatic.map((number) => `${key}.e${number}`),
    ...ownNumbers.flatMap((number) => ownKeys[number - 1] ?? []),
  ]
  const isFalse = verdict === 'false'
  const ownEvidence: Json = ownKeys.map((each) => ({ key: each, made: 'added', from: [] }))
  return {
    [key]: answered({
      enough,
      ownEvidence: ownKeys.length > 0 ? ownEvidence : null,
      searched: enough === 'no' && ownKeys.length === 0 ? queriesInVain(own ?? '') : null,
      verdict,
      correction: isFalse && revised !== null ? (isDeleted ? 'delete' : 'edit') : null,
      revised: isFalse ? revised : null,
      unverified: verdict === 'not_enough_evidence' && revised !== null ? (isDeleted ? 'delete' : 'keep') : null,
      references: isFalse && references.length > 0 ? references : null,
    }),
    ...Object.fromEntries(stances.map((stance, n) => [`${key}.e${n + 1}`, answered({ stance })])),
    ...Object.fromEntries(rows.map((row, n) => [`${key}.h${n + 1}`, ownAnswers(row)])),
  }
}

function ownAnswers({ quote, url, comment }: OwnEvidence): Record<string, Json> {
  return answered({ quote: comment === null ? quote : `${quote}\n\n${comment}`, url })
}

function verifiedNotes(claim: GivenClaim, index: number, note: Note): RecordProblem[] {
  const { enough, edit, own, revised, text, stances, used } = claim
  const { automatic, own: ownNumbers } = referencesIn(claim)
  const rows = ownRows(claim)
  const isSame = (revised ?? text).trim() === text.trim()
  const isBlank = revised?.trim() === ''
  const isStale = enough === 'yes' && ownEvidenceIn(own ?? '').length > 0
  const lacksOwn = enough === 'no' && rows.length === 0 && queriesInVain(own ?? '') === null
  const says = (isSo: boolean, field: Parameters<Note>[1], message: string) => note(isSo, field, message, index)
  return [
    ...says(stances.length === 0 || stances.includes(null), 'stances', 'lacks stances; they stay unanswered.'),
    ...says(enough === null, 'enough', 'is missing; the claim stays without it.'),
    ...says(edit === null, 'edits', 'is missing; the claim stays without a verdict.'),
    ...says(isStale, 'human', 'is given although the automatic evidence was enough, and is not used.'),
    ...says(lacksOwn, 'human', 'is empty although the automatic evidence was not enough.'),
    ...says(
      rows.some(({ url }) => url === null),
      'human',
      'has no web address.',
    ),
    ...says(edit === 'yes' && revised === null, 'revisedClaims', 'is missing although the claim is false.'),
    ...says(edit === 'yes' && isSame && !isBlank, 'revisedClaims', 'is the same although the claim needs an edit.'),
    ...says(edit === 'no' && !isSame, 'revisedClaims', 'differs although the claim needs no edit, and is not used.'),
    ...says(
      edit === 'not_enough_evidence' && !isSame && !isBlank,
      'revisedClaims',
      'differs although the claim could not be decided, and is not used.',
    ),
    ...says(
      edit === 'yes' && used !== null && automatic.length + ownNumbers.length === 0,
      'used',
      'names no evidence that is there; the correction stays without a reference.',
    ),
  ]
}

/** A claim that is no fact, or was set aside: whatever is said of it beyond that has no place. */
function otherNotes({ type, edit, stances }: GivenClaim, index: number, note: Note): RecordProblem[] {
  const isJudged = edit !== null || stances.some((stance) => stance !== null)
  return note(type !== null && isJudged, 'edits', 'is given for a claim that is not verified, and is not used.', index)
}
