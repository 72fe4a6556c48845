/** Stage 3: the corrected claims back into sentences, and the sentences into the revised response. */

import { textComparison } from '@/lib/protocols/comparisons'
import { partsOf } from '@/lib/protocols/made-units'
import type {
  Answers,
  Comparison,
  EarlierGold,
  Finding,
  Json,
  Measure,
  Question,
  Stage,
  Subject,
  UnitDraft,
} from '@/lib/protocols/protocol'
import { excerpt } from '@/lib/text/excerpt'
import { claimFate } from './claim-fate'
import { contentOf } from './content'
import { choice, choiceMeasure, chosen, ITEM, textSchema, written } from './fields'
import { mergeResponse, standingSentence } from './merge-response'
import { mergeRollUp } from './merge-roll-up'
import { mergeSentence } from './merge-sentences'
import { claimDataOf, type MergedClaim, sentenceDataOf } from './unit-data'
import { fateOptions } from './verify-options'

/** What the questions by themselves cannot tell: sentences with nothing in them, and deleted ones that still stand. */
function checkMerge(subject: Subject, answers: Answers): Finding[] {
  const sentences = subject.units.filter(({ kind }) => kind === 'sentence')
  return [...emptySentences(sentences, answers), ...deletedSentences(sentences, answers)]
}

function emptySentences(sentences: readonly UnitDraft[], answers: Answers): Finding[] {
  const message = 'Nothing is left of this sentence. Write what remains of it, or delete it.'
  return sentences
    .filter(({ key }) => chosen(answers, key, 'fate') === 'keep')
    .filter((sentence) => standingSentence(answers, sentence) === '')
    .map(({ key }) => ({ unit: key, question: 'revised', message }))
}

/** Letters and numbers that a text needs, for its standing somewhere to mean something. */
const TELLING_LENGTH = 8
const SHOWN_LENGTH = 80

/** Deleted sentences that the response as it was written by hand holds more often than the sentences that stay do. */
function deletedSentences(sentences: readonly UnitDraft[], answers: Answers): Finding[] {
  const writtenResponse = written(answers, ITEM, 'response')
  if (writtenResponse === null) return []
  const response = onOneLine(writtenResponse)
  const staying = sentences.map((sentence) => onOneLine(standingSentence(answers, sentence))).filter((text) => text)
  return sentences.flatMap((sentence, index) => {
    if (chosen(answers, sentence.key, 'fate') !== 'delete') return []
    const spellings = [written(answers, sentence.key, 'revised') ?? '', mergeSentence(sentence), sentence.text]
    const found = spellings.map(onOneLine).find((text) => {
      const stayingCount = staying.reduce((sum, each) => sum + timesIn(each, text), 0)
      return isTelling(text) && timesIn(response, text) > stayingCount
    })
    if (found === undefined) return []
    const message = `Sentence ${index + 1} is to be deleted, but the revised response still holds it: “${excerpt(found, SHOWN_LENGTH)}” Take it out of the response, or keep the sentence.`
    return [{ unit: ITEM, question: 'response', message }]
  })
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const isTelling = (text: string) => (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= TELLING_LENGTH

/** How often the text stands in another, not as a part of longer words. */
function timesIn(whole: string, text: string): number {
  let times = 0
  for (let index = whole.indexOf(text); text !== '' && index !== -1; index = whole.indexOf(text, index + text.length)) {
    const before = /[\p{L}\p{N}]$/u.test(whole.slice(0, index)) && /^[\p{L}\p{N}]/u.test(text)
    const after = /^[\p{L}\p{N}]/u.test(whole.slice(index + text.length)) && /[\p{L}\p{N}]$/u.test(text)
    if (!before && !after) times += 1
  }
  return times
}

/* What is counted of the third stage: which sentences stay, and how the merged texts read. */

const mergeMeasures: readonly Measure[] = [
  choiceMeasure({ key: 'fate', title: 'Keep or delete', unit: 'sentence', options: fateOptions }, 'sentence'),
]

const mergeComparisons: readonly Comparison[] = [
  textComparison({
    key: 'revised',
    title: 'Revised sentence',
    unitOfAnalysis: 'sentence that both kept and either reworded',
    unit: 'sentence',
    of: (_, answers, unit) =>
      chosen(answers, unit.key, 'fate') === 'keep'
        ? (written(answers, unit.key, 'revised') ?? mergeSentence(unit))
        : null,
    start: (_, unit) => mergeSentence(unit),
  }),
  textComparison({
    key: 'response',
    title: 'Revised response',
    unitOfAnalysis: 'response',
    unit: 'item',
    of: (subject, answers) => written(answers, ITEM, 'response') ?? mergeResponse(subject, answers).text,
  }),
]

/** The questions of the third stage, in the order in which they are settled. */
const mergeQuestions: readonly Question[] = [
  {
    key: 'fate',
    unit: 'sentence',
    title: 'Keep or delete',
    prompt: 'Does the sentence stay in the response?',
    section: 'Stage 3: merge',
    ...choice(fateOptions),
    asked: () => true,
    required: true,
    consolidate: 'decide',
  },
  {
    key: 'revised',
    unit: 'sentence',
    title: 'Revised sentence',
    prompt: 'How does the sentence read with its corrected claims?',
    section: 'Stage 3: merge',
    form: 'text',
    schema: textSchema,
    initial: (_, __, unit) => mergeSentence(unit),
    asked: (_, answers, unit) => chosen(answers, unit.key, 'fate') === 'keep',
    required: false,
    consolidate: 'wording',
  },
  {
    key: 'response',
    unit: 'item',
    title: 'Revised response',
    prompt: 'How does the whole response read with its revised sentences?',
    section: 'Stage 3: merge',
    form: 'text',
    schema: textSchema,
    initial: (subject, answers) => mergeResponse(subject, answers).text,
    asked: () => true,
    required: false,
    consolidate: 'wording',
  },
]

/** The units of the third stage: the response and its sentences, each with what the second stage made of its claims. */
function mergeUnits(content: Json, earlier: EarlierGold[string] | undefined): UnitDraft[] {
  const { units, answers } = earlier ?? { units: [], answers: {} }
  const subject = { content, units }
  const sentences = units.filter(({ kind }) => kind === 'sentence')
  return [
    { key: ITEM, kind: 'item', text: contentOf(content).response },
    ...sentences.map((sentence) => {
      const { decontext, checkworthy } = sentenceDataOf(sentence)
      const claims = partsOf(subject, sentence.key).filter(({ kind }) => kind === 'claim')
      const data = { decontext, checkworthy, claims: claims.map((claim) => mergedClaim(claim, answers)) }
      return { key: sentence.key, kind: 'sentence', text: sentence.text, data }
    }),
  ]
}

const mergedClaim = (claim: UnitDraft, answers: Answers): MergedClaim => ({
  key: claim.key,
  ...claimFate(claim, answers),
  was: claim.text,
  type: claimDataOf(claim).type,
})

export const mergeStage: Stage = {
  key: 'merge',
  title: 'Merge into the revised response',
  raters: 2,
  consolidation: 'discussion',
  thirdRater: 'deadlock',
  approval: 'automatic',
  unitKinds: [
    { kind: 'item', text: 'item' },
    { kind: 'sentence', text: 'sentence' },
  ],
  questions: mergeQuestions,
  measures: mergeMeasures,
  comparisons: mergeComparisons,
  measuredContent: [],
  // What is judged of the evidence stands in the units.
  pageContent: (content) => ({ ...contentOf(content), evidence: [] }),
  units: (content, _, earlier) => mergeUnits(content, earlier.verify),
  segmentedText: () => null,
  resegments: null,
  check: checkMerge,
  rollUp: mergeRollUp,
}
