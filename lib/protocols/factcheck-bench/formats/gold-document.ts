/** Gold in the words and values of the published records, by the names of `SentenceField`; the same for every file. */
import { countingAnswers, standingAnswer } from '@/lib/protocols/completeness'
import { contentOf } from '@/lib/protocols/factcheck-bench/content'
import { decomposeStage } from '@/lib/protocols/factcheck-bench/decompose'
import { ITEM } from '@/lib/protocols/factcheck-bench/fields'
import { claimLabel, responseLabels, sentenceLabel } from '@/lib/protocols/factcheck-bench/labels'
import { mergeStage } from '@/lib/protocols/factcheck-bench/merge'
import { verifyStage } from '@/lib/protocols/factcheck-bench/verify'
import { partsOf, withMadeUnits } from '@/lib/protocols/made-units'
import type { Answers, EarlierGold, GoldRecord, Json, Stage, Subject, UnitDraft } from '@/lib/protocols/protocol'
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { type ClaimColumns, claimColumns, unverifiedColumns } from './gold-claims'

/** A record in neutral names: what stands beside its sentences, and they. */
export interface PlainDocument {
  head: JsonRecord
  sentences: JsonRecord[]
}

/** The gold of one stage with the units that its answers list. */
export interface StageView {
  subject: Subject
  answers: Answers
}

export const DELETED = ' '

/** Everything that the gold says, stage by stage, as far as it goes. */
export function goldDocument({ content, stages }: Pick<GoldRecord, 'content' | 'stages'>): PlainDocument {
  const { prompt, response } = contentOf(content)
  const [decompose, verify, merge] = [decomposeStage, verifyStage, mergeStage].map((stage) =>
    viewOf(stage, content, stages),
  )
  const sentences = decompose?.subject.units.filter(({ kind }) => kind === 'sentence') ?? []
  return {
    head: {
      prompt,
      response,
      ...(merge ? { revised_response: standing(mergeStage, merge, 'response', ITEM) } : {}),
      ...(verify ? { response_factuality: responseLabels(verify.subject, verify.answers).released } : {}),
    },
    sentences: decompose
      ? sentences.map((sentence) => ({
          ...decomposed(content, decompose, sentence),
          ...(verify ? verified(decompose, verify, sentence) : {}),
          ...(merge ? { revised: outcome(merge, sentence.key) } : {}),
        }))
      : [],
  }
}

/** The gold of a stage with the units that its answers list; null where it is not gold yet. */
export function viewOf(stage: Stage, content: Json, stages: EarlierGold): StageView | null {
  const gold = stages[stage.key]
  if (!gold) return null
  const baseSubject = { content, units: gold.units }
  const subject = withMadeUnits(stage, baseSubject, gold.answers)
  return { subject, answers: countingAnswers(stage, subject, gold.answers) }
}

/** What stands for a question on a unit; null where nothing does. */
function standing(stage: Stage, { subject, answers }: StageView, question: string, key: string): Json {
  const unit = subject.units.find((each) => each.key === key)
  const stageQuestion = stage.questions.find((each) => each.key === question && each.unit === unit?.kind)
  return unit && stageQuestion ? standingAnswer(stageQuestion, subject, answers, unit) : null
}

const partsOfKind = ({ subject }: StageView, key: string, kind: string): UnitDraft[] =>
  partsOf(subject, key).filter((part) => part.kind === kind)

function decomposed(content: Json, view: StageView, { key, text }: UnitDraft): JsonRecord {
  const of = (unit: string, question: string): Json => view.answers[unit]?.[question] ?? null
  const claims = partsOfKind(view, key, 'claim')
  const found = claims.map((claim) => {
    const evidence = contentOf(content).evidence.find(
      (each) => each.sentence === key && each.claim.trim() === claim.text.trim(),
    )
    return evidence?.passages ?? []
  })
  return {
    text,
    decontext: standing(decomposeStage, view, 'decontext', key) ?? '',
    checkworthy: of(key, 'checkworthy'),
    importance: of(key, 'importance'),
    claims: claims.map((claim) => claim.text),
    types: claims.map((claim) => of(claim.key, 'type')),
    importances: claims.map((claim) => of(claim.key, 'importance') ?? ''),
    evidence: found.map((passages) => passages.map(({ quote }) => quote)),
    urls: found.map((passages) => passages.map(({ url }) => url ?? '')),
  }
}

function verified(decompose: StageView, view: StageView, { key, text }: UnitDraft): JsonRecord {
  const sentence = view.subject.units.find((unit) => unit.key === key)
  const claims = partsOfKind(view, key, 'claim')
  const columns = partsOfKind(decompose, key, 'claim').map((claim, index): ClaimColumns => {
    const unit = claims[index]
    return unit
      ? { ...claimColumns(view, unit), labels: claimLabel(view.answers, unit) }
      : unverifiedColumns(claim.text)
  })
  const column = (name: keyof ClaimColumns) => columns.map((each) => each[name])
  return {
    label: sentence ? sentenceLabel(view.subject, view.answers, sentence, 'released') : 'NA',
    enough: column('enough'),
    human: column('human'),
    stances: column('stances'),
    edits: column('edits'),
    labels: column('labels'),
    // A sentence without claims goes on as it is, unless there are none in the whole response.
    revisedClaims: columns.length === 0 && hasClaims(view) ? [text] : column('revisedClaims'),
    used: column('used'),
  }
}

const hasClaims = ({ subject }: StageView) => subject.units.some(({ kind }) => kind === 'claim')

function outcome(view: StageView, key: string): Json {
  if (view.answers[key]?.fate === 'delete') return DELETED
  return standing(mergeStage, view, 'revised', key) ?? view.subject.units.find((unit) => unit.key === key)?.text ?? ''
}
