/** Vectors of labels that follow from others, and of texts, through the roll-ups, measures and tables that use them. */
import { z } from 'zod'
import { textComparison } from '@/lib/protocols/comparisons'
import { likenessFigures, likenessSums } from '@/lib/protocols/evaluating/text-likeness'
import { composition } from '@/lib/protocols/factcheck-bench/composition'
import { benchmarkRecord, benchmarkSentence, goldOf } from '@/lib/protocols/factcheck-bench/formats/sample-documents'
import { mergeStage } from '@/lib/protocols/factcheck-bench/merge'
import { decomposeCounts, mergeCounts } from '@/lib/protocols/factcheck-bench/roll-up-shapes'
import { verifyStage } from '@/lib/protocols/factcheck-bench/verify'
import { validateStage } from '@/lib/protocols/factor-validation/stage'
import { segmentsStage } from '@/lib/protocols/felm/work'
import type { GoldSummary } from '@/lib/protocols/protocol'
import { latinTokens } from '@/lib/stats/rouge-l'
import type { Vector } from '@/tests/oracle/read-vectors'
import { doorOf, expectedAmong } from './score-door'

const parts = z.array(z.boolean().nullable())
const responseInput = z.object({
  segments: parts,
  options: z.object({ nullMeans: z.enum(['not-applicable', 'unknown']).default('not-applicable') }).prefault({}),
})
const responsesInput = responseInput.omit({ segments: true }).extend({ responses: z.array(parts) })
type NullMeans = z.output<typeof responseInput>['options']['nullMeans']

/** FELM: a null is a segment that is not labelled yet. */
function felmLabel(segments: readonly (boolean | null)[]): unknown {
  const texts = segments.map((_, index) => `Segment ${index}.`)
  const content = { prompt: '', response: texts.join(' '), domain: 'wk', source: null, index: null, refContents: [] }
  const answers = Object.fromEntries(segments.map((label, index) => [`s${index + 1}`, { label }]))
  return segmentsStage.rollUp({ content, units: segmentsStage.units(content, texts, {}) }, answers).responseFactual
}

/** A sentence of the benchmark with claims of these labels; with none it is an opinion. */
function sentenceOf(name: string, labels: readonly string[]) {
  const each = <Value>(value: Value) => labels.map(() => value)
  // A claim is "unknown" for want of evidence, or because it is no factual claim.
  const isOpinion = (label: string, index: number) => label === 'unknown' && index % 2 === 1
  const edits: Readonly<Record<string, string>> = { true: 'no', false: 'yes' }
  return benchmarkSentence({
    text: `${name}.`,
    decontext: `${name}.`,
    sentence_checkworthiness: labels.length > 0 ? 'yes' : 'opinion',
    claims: labels.map((_, index) => `${name}, claim ${index}.`),
    claim_checkworthiness: labels.map((label, index) => (isOpinion(label, index) ? 'opinion' : 'factual')),
    if_automatic_evidence_enough_to_verify: each('yes'),
    human_evidence: each(''),
    auto_evidence: each([]),
    auto_evidence_url: each([]),
    stance_claim_autoEvid: each([]),
    if_claim_needs_edit: labels.map((label, index) =>
      isOpinion(label, index) ? 'NA' : (edits[label] ?? 'not_enough_evidence'),
    ),
    claims_factuality_label: labels.map((label) => (label === 'unknown' ? label : label === 'true')),
    revised_claims: labels.map((_, index) => `${name}, claim ${index}.`),
    usedEvidence_index_in_revision: each('NA'),
    if_most_important_claim: each('yes'),
  })
}

const rolledUp = z.object({
  response: z.object({ released: z.union([z.boolean(), z.literal('NA')]) }),
  sentences: z.record(z.string(), z.object({ released: z.union([z.boolean(), z.literal('NA')]) })),
})

/** The labels by the rule of the released files, of a record of the benchmark that is read as gold. */
function benchmarkLabels(sentences: readonly (readonly string[])[]) {
  const record = benchmarkRecord(sentences.map((labels, index) => sentenceOf(`Sentence ${index}`, labels)))
  const { content, stages } = goldOf(record)
  const { units, answers } = stages[verifyStage.key] ?? { units: [], answers: {} }
  const { response, sentences: own } = rolledUp.parse(verifyStage.rollUp({ content, units }, answers))
  const orNull = ({ released }: typeof response) => (released === 'NA' ? null : released)
  return {
    response: orNull(response),
    sentences: sentences.map((_, index) => orNull(own[`s${index + 1}`] ?? response)),
  }
}

/** Factcheck-Bench: a null is a sentence with nothing to check. */
const benchmarkLabel = (segments: readonly (boolean | null)[]) =>
  segments.length === 0
    ? benchmarkLabels([[]]).response
    : benchmarkLabels(segments.map((label) => (label === null ? [] : [String(label)]))).response

const labelOf = (segments: readonly (boolean | null)[], nullMeans: NullMeans): unknown =>
  nullMeans === 'unknown' ? felmLabel(segments) : benchmarkLabel(segments)

/** The distance in words of a contradiction, as the roll-up of FACTOR's stage counts it. */
function tokenDistance({ input }: Vector) {
  const { a, b } = z.object({ a: z.string(), b: z.string() }).parse(input)
  const contradictions = [{ text: b, edit: null, type: null, scores: null }]
  const about = { set: null, docId: null, title: null, prefix: '', sentence: null }
  const content = { ...about, completion: a, contradictions }
  const { contradictions: counted } = validateStage.rollUp({ content, units: validateStage.units(content, [], {}) }, {})
  const [first] = z.array(z.object({ distance: z.number() })).parse(counted)
  return { value: first?.distance }
}

/** What the roll-up of the merged stage says of a response and its revision. */
function revision(original: string, revised: string) {
  const content = { prompt: '', response: original, source: null, evidence: [] }
  const units = [{ key: 'item', kind: 'item', text: '' }]
  return mergeCounts.parse(mergeStage.rollUp({ content, units }, { item: { response: revised } }))
}

const DECOMPOSE = 'decompose'
const COUNTS = decomposeCounts.parse({
  sentences: 0,
  checkworthiness: {},
  sentenceImportance: {},
  claims: 0,
  claimTypes: {},
  claimImportance: {},
  setAside: {},
  made: {},
})

type Pair = readonly [string, string]

/** The line of all gold in a table of the dataset page, by the headings of its columns. */
function lineOfAll(golds: readonly Partial<GoldSummary>[], key: string): Readonly<Record<string, number | null>> {
  const summaries = golds.map(({ stages, ...gold }, index): GoldSummary => {
    return { position: index + 1, content: { source: null }, stages: { [DECOMPOSE]: COUNTS, ...stages }, ...gold }
  })
  const panel = composition.panels(summaries).find((each) => each.key === key)
  const cells = panel?.rows.find((row) => row.key === 'all')?.cells ?? []
  return Object.fromEntries(cells.map(({ value }, index) => [panel?.columns[index]?.title ?? '', value]))
}

/** Claims as they were proposed, beside those that became gold. */
const decomposed = (pairs: readonly Pair[]) =>
  lineOfAll(
    pairs.map(([before, after]) => ({
      suggested: [
        { stage: DECOMPOSE, unit: 's1', question: 'claims', proposed: [before], gold: [after], shown: false },
      ],
    })),
    'decomposition',
  )

const revisionInput = z.object({ texts: z.array(z.tuple([z.string(), z.string()])) })

/** Means over responses and their revisions, as the dataset page has them. */
function revisionFigures({ input }: Vector) {
  const { texts } = revisionInput.parse(input)
  const revised = texts.map(([after, before]) => ({ stages: { [mergeStage.key]: revision(before, after) } }))
  const line = lineOfAll(revised, 'revision')
  return {
    n: line.Revised,
    editDistance: line['Edit distance'],
    normEditDistance: line.Normalised,
    wordOverlap: line['Word overlap'],
    bigramDistance: decomposed(texts)['Bigram distance'],
  }
}

const textsInput = z.object({ a: z.string(), b: z.string() })
const ngramInput = textsInput.extend({ options: z.object({ n: z.number().default(2) }).prefault({}) })
const rougeInput = z.object({ reference: z.string(), candidate: z.string() })

/** What a scoring of texts says of one of them beside a reference. */
function likeness(given: string, reference: string) {
  const sums = likenessSums(given, reference)
  const [rouge, distance, overlap] = likenessFigures('to', 'the reference', 0).map(({ of }) => of(sums))
  return { rouge, distance, overlap }
}

/** Two annotators' texts, as the agreement on a question of texts compares them; blanks around them do not count. */
function compareTexts(first: string, second: string) {
  const unit = { key: 'u', kind: 'unit', text: '' }
  const comparison = textComparison({
    key: 'text',
    title: '',
    unitOfAnalysis: 'unit',
    unit: 'unit',
    of: (_, answers) => z.object({ text: z.string() }).parse(answers.u).text,
  })
  const subject = { content: null, units: [unit] }
  const sums = comparison.compare(subject, { u: { text: first } }, { u: { text: second } }, unit) ?? []
  const value = (key: string) => comparison.figures.find((figure) => figure.key === key)?.of(sums).value
  return { distance: value('distance'), rouge: value('rougeL') }
}

const isBare = (...texts: readonly string[]) => texts.every((text) => text !== '' && text === text.trim())

export const rollUpDoors = [
  doorOf('comparison of two annotators’ texts', {
    levenshtein: {
      keys: (vector) => {
        const { a, b } = textsInput.parse(vector.input)
        return isBare(a, b) ? expectedAmong('normalizedDistance')(vector) : []
      },
      answer: ({ input }) => {
        const { a, b } = textsInput.parse(input)
        return { normalizedDistance: compareTexts(a, b).distance }
      },
    },
    rouge_l: {
      keys: (vector) => {
        const { reference, candidate } = rougeInput.parse(vector.input)
        const isLatin = latinTokens(reference).length + latinTokens(candidate).length > 0
        return isLatin && isBare(reference, candidate) ? expectedAmong('value')(vector) : []
      },
      answer: ({ input }) => {
        const { reference, candidate } = rougeInput.parse(input)
        return { value: compareTexts(reference, candidate).rouge }
      },
    },
  }),
  doorOf('roll-up of a stage', {
    response_factual: {
      answer: ({ input }) => {
        const { segments, options } = responseInput.parse(input)
        return { factual: labelOf(segments, options.nullMeans) }
      },
    },
    responses_factual: {
      answer: ({ input }) => {
        const { responses, options } = responsesInput.parse(input)
        return { factual: responses.map((segments) => labelOf(segments, options.nullMeans)) }
      },
    },
    sentence_factual: {
      answer: ({ input }) => {
        const { sentences } = z.object({ sentences: z.array(z.array(z.string())) }).parse(input)
        return { factual: benchmarkLabels(sentences).sentences }
      },
    },
    token_edit_distance: { keys: expectedAmong('value'), answer: tokenDistance },
    levenshtein: {
      keys: expectedAmong('value', 'normalizedDistance'),
      answer: ({ input }) => {
        const { a, b } = textsInput.parse(input)
        const { editDistance, normEditDistance } = revision(b, a)
        return { value: editDistance, normalizedDistance: normEditDistance }
      },
    },
    word_overlap: {
      keys: expectedAmong('value'),
      answer: ({ input }) => {
        const { a, b } = textsInput.parse(input)
        return { value: revision(b, a).wordOverlap }
      },
    },
  }),
  doorOf('table of the dataset page', {
    ngram_distance: {
      keys: (vector) => (ngramInput.parse(vector.input).options.n === 2 ? expectedAmong('value')(vector) : []),
      answer: ({ input }) => {
        const { a, b } = textsInput.parse(input)
        return { value: decomposed([[a, b]])['Bigram distance'] }
      },
    },
    revision_report: {
      keys: expectedAmong('n', 'editDistance', 'normEditDistance', 'wordOverlap', 'bigramDistance'),
      answer: revisionFigures,
    },
  }),
  doorOf('scoring of texts of `assay evaluate`', {
    levenshtein: {
      keys: expectedAmong('normalizedDistance'),
      answer: ({ input }) => {
        const { a, b } = textsInput.parse(input)
        return { normalizedDistance: likeness(a, b).distance?.value }
      },
    },
    word_overlap: {
      answer: ({ input }) => {
        const { a, b } = textsInput.parse(input)
        return { ...likeness(a, b).overlap }
      },
    },
    rouge_l: {
      keys: expectedAmong('value'),
      answer: ({ input }) => {
        const { reference, candidate } = rougeInput.parse(input)
        return { value: likeness(candidate, reference).rouge?.value }
      },
    },
  }),
]
