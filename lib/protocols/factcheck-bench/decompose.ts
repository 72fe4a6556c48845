/** Stage 1: each sentence on its own terms, and the claims it makes. */

import { listComparison, textComparison } from '@/lib/protocols/comparisons'
import { isAsked } from '@/lib/protocols/completeness'
import { entriesOf, partsOf, wholeOf, withMadeUnits } from '@/lib/protocols/made-units'
import type { Answers, Comparison, Finding, Json, Measure, Stage, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { codePointLength } from '@/lib/text/code-points'
import { contentOf } from './content'
import { decomposeQuestions, isCheckworthy } from './decompose-questions'
import { choiceMeasure, chosen, ITEM, isListed, written } from './fields'
import {
  claimImportanceOptions,
  claimTypeOptions,
  sentenceImportanceOptions,
  sentenceOptions,
  setAsideOptions,
} from './options'
import type { DecomposeCounts } from './roll-up-shapes'
import { tally } from './tally'

/** What the questions by themselves cannot tell: claims listed twice, places outside the sentence. */
function checkDecompose(subject: Subject, answers: Answers): Finding[] {
  const sentences = subject.units.filter(({ kind }) => kind === 'sentence')
  return sentences.flatMap((sentence) => {
    const claims = partsOf(subject, sentence.key).filter((unit) => isClaimAsked(subject, answers, unit))
    return [...sameTexts(claims, answers), ...claims.flatMap((claim) => outsideSpans(subject, answers, claim))]
  })
}

const textQuestion = decomposeQuestions.find(({ unit, key }) => unit === 'claim' && key === 'text')

const isClaimAsked = (subject: Subject, answers: Answers, unit: UnitDraft) =>
  textQuestion !== undefined && isAsked(textQuestion, subject, answers, unit)

function sameTexts(claims: readonly UnitDraft[], answers: Answers): Finding[] {
  const seenTexts = new Set<string>()
  return claims.flatMap(({ key }) => {
    const text = written(answers, key, 'text')
    if (text === null) return []
    if (!seenTexts.has(text)) {
      seenTexts.add(text)
      return []
    }
    const message = 'Another claim of this sentence says the same, word for word. Change one of them, or delete it.'
    return [{ unit: key, question: 'text', message }]
  })
}

function outsideSpans(subject: Subject, answers: Answers, claim: UnitDraft): Finding[] {
  const end = endOf(answers[claim.key]?.span)
  const sentence = wholeOf(subject, claim)
  if (end === null || !sentence || end <= codePointLength(sentence.text)) return []
  const message = 'The marked place lies outside the sentence. Mark the words of the claim again, or remove the mark.'
  return [{ unit: claim.key, question: 'span', message }]
}

const endOf = (span: Json | undefined): number | null =>
  span !== undefined && isJsonRecord(span) && typeof span.end === 'number' ? span.end : null

/* What is counted of the first stage: sentences, and claims where two annotators' stand for each other. */

const setAside = { key: 'setAside', title: 'Worth checking', unit: 'claim', options: setAsideOptions }

/** A claim that only one annotator listed has one rating: it is counted, and pairs with nothing. */
const decomposeMeasures: readonly Measure[] = [
  choiceMeasure(
    { key: 'checkworthy', title: 'Check-worthiness', unit: 'sentence', options: sentenceOptions },
    'sentence',
  ),
  choiceMeasure(
    { key: 'importance', title: 'Importance', unit: 'sentence', options: sentenceImportanceOptions },
    'sentence',
  ),
  choiceMeasure({ key: 'type', title: 'Claim type', unit: 'claim', options: claimTypeOptions }, 'claim'),
  choiceMeasure(
    {
      key: 'importance',
      as: 'claimImportance',
      title: 'Importance of the claim',
      unit: 'claim',
      options: claimImportanceOptions,
    },
    'claim',
  ),
  {
    ...choiceMeasure(setAside, 'claim called factual'),
    // It stands at "check" until somebody sets the claim aside.
    rating: (_, answers, unit) =>
      chosen(answers, unit.key, 'type') === 'factual' ? (chosen(answers, unit.key, 'setAside') ?? 'check') : null,
  },
]

const decomposeComparisons: readonly Comparison[] = [
  listComparison({
    key: 'claims',
    title: 'Claims found',
    unitOfAnalysis: 'sentence in which either found a claim',
    unit: 'sentence',
    question: 'claims',
    entries: 'claims',
  }),
  textComparison({
    key: 'claimText',
    title: 'Wording of claims',
    unitOfAnalysis: 'claim that both listed',
    unit: 'claim',
    of: (_, answers, unit) => written(answers, unit.key, 'text'),
  }),
  textComparison({
    key: 'decontext',
    title: 'Sentence on its own',
    unitOfAnalysis: 'sentence that either reworded',
    unit: 'sentence',
    of: (_, answers, unit) => written(answers, unit.key, 'decontext') ?? unit.text,
    start: (_, unit) => unit.text,
  }),
]

/** What the first stage's gold is counted by. `subject` holds the listed claims. */
function decomposeRollUp(subject: Subject, answers: Answers): DecomposeCounts {
  const sentences = subject.units.filter(({ kind }) => kind === 'sentence')
  const claims = subject.units.filter(
    (unit) =>
      unit.kind === 'claim' &&
      unit.parent !== undefined &&
      isCheckworthy(answers, unit.parent) &&
      isListed(answers, unit, 'claims'),
  )
  const of = (units: typeof claims, question: string) => tally(units.map(({ key }) => chosen(answers, key, question)))
  const factual = claims.filter(({ key }) => chosen(answers, key, 'type') === 'factual')
  const lists = sentences.filter(({ key }) => isCheckworthy(answers, key))
  return {
    sentences: sentences.length,
    checkworthiness: of(sentences, 'checkworthy'),
    sentenceImportance: of(sentences, 'importance'),
    claims: claims.length,
    claimTypes: of(claims, 'type'),
    claimImportance: of(claims, 'importance'),
    setAside: tally(factual.map(({ key }) => chosen(answers, key, 'setAside') ?? 'check')),
    made: tally(lists.flatMap(({ key }) => entriesOf(answers[key]?.claims).map(({ made }) => made))),
  }
}

export const decomposeStage: Stage = {
  key: 'decompose',
  title: 'Decompose into claims',
  raters: 2,
  consolidation: 'discussion',
  thirdRater: 'deadlock',
  approval: 'automatic',
  unitKinds: [
    { kind: 'item', text: 'item' },
    { kind: 'sentence', text: 'sentence' },
    { kind: 'claim', text: 'claim' },
  ],
  questions: decomposeQuestions,
  measures: decomposeMeasures,
  comparisons: decomposeComparisons,
  measuredContent: [],
  units: (content, segments) => [
    { key: ITEM, kind: 'item', text: contentOf(content).prompt },
    ...segments.map((text, index) => ({ key: `s${index + 1}`, kind: 'sentence', text })),
  ],
  // The evidence names the claims that it was found for.
  shows: (content) => ({ ...contentOf(content), evidence: [] }),
  segmentedText: (content) => contentOf(content).response,
  resegments: 'sentence',
  check: checkDecompose,
  rollUp: (subject, answers) => decomposeRollUp(withMadeUnits(decomposeStage, subject, answers), answers),
}
