/** What an annotator of the demo answers in each stage: what is right, but where they see it otherwise. */
import type { SaveChange, Workbench } from '@/lib/annotation/annotations/contract'
import { newUnitKey, seedOrigin } from '@/lib/protocols/made-units'
import type { Json, ListEntry } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import type { Claim, Document, Passage } from './document'

/** Where somebody sees it otherwise. Places are written as in the document: "s2.c1", "s2.c1.e3". */
export interface View {
  /** A claim that they do not list. */
  leavesOut?: string
  /** Other answers, by place and question: `{ 's2.c1': { verdict: 'true' } }`. */
  says?: Readonly<Record<string, Readonly<Record<string, Json>>>>
}

type Change = Omit<SaveChange, 'suggestionId'> & { suggestionId?: string }
type Values = Readonly<Record<string, Json | undefined>>

const REFERENCE = 'refute'

/** Answers about one unit; those that a suggestion proposes count as accepted. */
function changesOf(unit: string, values: Values, suggested?: { id: string; values: Values }): Change[] {
  return Object.entries(values).flatMap(([question, value]) => {
    if (value === undefined) return []
    const accepted = suggested && sameValue(suggested.values[question] ?? null, value)
    const byHand = typeof value === 'string' && value.includes(' ') ? ('typed' as const) : ('chosen' as const)
    const how = accepted ? { origin: 'suggestion' as const, suggestionId: suggested.id } : { origin: byHand }
    return [{ unit, question, value, expectedRevision: 0, ...how }]
  })
}

/** Stage 1: every sentence with its claims, those that the machine proposed accepted or put right. */
export function decompose(document: Document, workbench: Workbench, view: View): Change[] {
  return document.sentences.flatMap((sentence, index) => {
    const unit = `s${index + 1}`
    const proposal = workbench.suggestions.find((each) => each.unit === unit && each.question === 'claims')
    const sentenceClaims = (sentence.claims ?? []).map((claim, claimIndex) => ({
      claim,
      place: `${unit}.c${claimIndex + 1}`,
    }))
    const listed = sentenceClaims
      .filter(({ place }) => place !== view.leavesOut)
      .map((each) => listing(each, proposal?.id, sentenceClaims))
    return [
      ...changesOf(unit, {
        decontext: sentence.decontext,
        checkworthy: sentence.kind ?? 'yes',
        importance: sentence.importance ?? 'yes',
        ...(listed.length > 0 ? { claims: listed.map(({ entry }): Json => ({ ...entry })) } : {}),
        ...view.says?.[unit],
      }),
      ...listed.flatMap(({ entry, claim, place, proposed }) => {
        const seed = proposal && proposed !== null ? { id: proposal.id, values: { text: proposed } } : undefined
        return changesOf(entry.key, { ...claimValues(claim), ...view.says?.[place] }, seed)
      }),
    ]
  })
}

function listing(
  { claim, place }: { claim: Claim; place: string },
  suggestionId: string | undefined,
  all: readonly { claim: Claim }[],
) {
  const proposed = claim.proposed === undefined ? claim.text : claim.proposed
  const seeds = all.filter((each) => each.claim.proposed !== null)
  const index = seeds.findIndex((each) => each.claim === claim)
  const entry: ListEntry =
    suggestionId && proposed !== null
      ? { key: newUnitKey(), made: 'suggested', from: [seedOrigin(suggestionId, index)] }
      : { key: newUnitKey(), made: 'added', from: [] }
  return { entry, claim, place, proposed }
}

const claimValues = ({ text, type, importance, setAside }: Claim): Values => ({
  text,
  type: type ?? 'factual',
  importance: importance ?? 'yes',
  setAside,
})

/** Stage 2: each checked claim with its evidence. Keys of own passages are new for everybody. */
export function verify(document: Document, workbench: Workbench, view: View): Change[] {
  const has = (key: string) => workbench.units.some((unit) => unit.key === key)
  return document.sentences.flatMap((sentence, s) =>
    (sentence.claims ?? []).flatMap((claim, c) => {
      const place = `s${s + 1}.c${c + 1}`
      const unit = workbench.units.find(({ key, text }) => key.startsWith(`s${s + 1}.`) && text === claim.text)
      const isChecked = claim.type === undefined && claim.setAside === undefined
      return unit && isChecked && has(unit.key) ? verdictOn(claim, unit.key, view, place) : []
    }),
  )
}

function verdictOn(claim: Claim, unit: string, view: View, place: string): Change[] {
  const passages = claim.passages ?? []
  const ownPassages = (claim.own ?? []).map((passage) => ({ key: newUnitKey(), passage }))
  const stances = passages.flatMap(({ stance }, index) =>
    changesOf(`${unit}.e${index + 1}`, { stance, ...view.says?.[`${place}.e${index + 1}`] }),
  )
  const entries = ownPassages.map(({ key }): Json => ({ key, made: 'added', from: [] }))
  const statedAnswers = view.says?.[place]
  const verdict = statedAnswers?.verdict ?? claim.verdict ?? 'true'
  const references = passages.flatMap(({ stance }, index) => (stance === REFERENCE ? [`${unit}.e${index + 1}`] : []))
  return [
    ...stances,
    ...changesOf(unit, {
      enough: ownPassages.length > 0 || claim.searched ? 'no' : 'yes',
      ...(ownPassages.length > 0 ? { ownEvidence: entries } : {}),
      searched: claim.searched,
      verdict,
      ...(verdict === 'false' ? falseValues(claim, references) : {}),
      ...(verdict === 'not_enough_evidence' ? { unverified: 'keep' } : {}),
      ...statedAnswers,
    }),
    ...ownPassages.flatMap(({ key, passage }) => changesOf(key, ownValues(passage))),
  ]
}

const falseValues = ({ revised }: Claim, references: Json): Values => ({
  correction: revised === null ? 'delete' : 'edit',
  revised: revised ?? undefined,
  references,
})

const ownValues = ({ query, url, quote, stance }: Passage): Values => ({ query, url, quote, reliable: 'yes', stance })

/** Stage 3: every sentence kept as it was merged. */
export function merge(_: Document, workbench: Workbench, view: View): Change[] {
  return workbench.units
    .filter(({ kind }) => kind === 'sentence')
    .flatMap(({ key }) => changesOf(key, { fate: 'keep', ...view.says?.[key] }))
}
