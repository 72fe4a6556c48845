import { z } from 'zod'
import { type Contradiction, contentOf } from '@/lib/protocols/factor-validation/content'
import { VALIDATE } from '@/lib/protocols/factor-validation/roll-up'
import { type PrefillStep, type Proposal, StepFailure, type StepInput, type StepOutput } from '@/lib/protocols/prefill'
import type { Json } from '@/lib/protocols/protocol'
import { tokenEditDistance } from '@/lib/stats/token-edit-distance'
import { typeOfEdit } from './applicable-types'
import {
  type Candidate,
  CONTRADICTION_FILTER,
  CONTRADICTIONS,
  candidatesIn,
  exampleStart,
  FLUENCY_FILTER,
  filteredIn,
} from './candidates'
import type { FactorEvidence } from './with-evidence'

/* Which contradictions an example gets: distinct kinds of error first, then those furthest apart. Pure. */

interface Selectable {
  text: string
  type: string | null
}

/**
 * Takes again and again, of the kinds taken least often, what is furthest in words from all that was taken; of equals the
 * one that comes first, so best first in `candidates` (FACTOR 3.2).
 */
export function selectDiverse<Entry extends Selectable>(candidates: readonly Entry[], most: number): Entry[] {
  const selection: Entry[] = []
  const open = [...candidates]
  while (selection.length < most && open.length > 0) {
    const times = open.map(({ type }) => selection.filter((each) => each.type === type).length)
    const fewest = Math.min(...times)
    const distances = open.map(({ text }, index) =>
      times[index] === fewest
        ? Math.min(...selection.map((each) => tokenEditDistance(each.text, text).value), Number.MAX_SAFE_INTEGER)
        : -1,
    )
    const [next] = open.splice(distances.indexOf(Math.max(...distances)), 1)
    if (next) selection.push(next)
  }
  return selection
}

const parameters = z.object({
  most: z.int().min(1).max(10).default(3).meta({
    title: 'Contradictions an example',
    description: 'FACTOR has three beside the true completion.',
  }),
  fewest: z.int().min(1).max(10).default(3).meta({
    title: 'Fewest',
    description: 'If fewer are left, the item gets none and fails, with the reason.',
  }),
})

interface Judged extends Contradiction {
  /** Why it is out; null while it is not. */
  reason: string | null
}

function select(input: StepInput, { most, fewest }: z.output<typeof parameters>): StepOutput {
  const { completion } = exampleStart(input)
  const judged = judgedOf(input)
  const isImported = contentOf(input.content).completion !== null && contentOf(input.content).contradictions.length > 0
  const left = judged.filter(({ reason }) => reason === null)
  const ranked = left.toSorted((one, other) => (other.scores?.contradiction ?? 0) - (one.scores?.contradiction ?? 0))
  // What came with the record stays as it is; it only learns its scores.
  const chosen = isImported ? judged : selectDiverse(ranked, most)
  if (!isImported && chosen.length < fewest) throw tooFew(chosen.length, judged, fewest)
  const contradictions = chosen.map(({ reason: _, ...contradiction }) => contradiction)
  return {
    evidence: [{ kind: 'contradictions', completion, contradictions } satisfies FactorEvidence],
    proposals: contradictions.map((each, index) => proposedType(completion, each, `c${index + 1}`)),
    note: { chosen: chosen.map(({ text }) => text), rejected: isImported ? [] : rejectedOf(judged, chosen) },
  }
}

function tooFew(left: number, judged: readonly Judged[], fewest: number): StepFailure {
  const why = judged.map(({ text, reason }) => `“${text.slice(0, 60)}”: ${reason ?? 'passes'}`).slice(0, 5)
  const message = `${left} of ${judged.length} contradictions passed the filters, and ${fewest} are needed. Ask for more edits, lower the thresholds, or discard the item. ${why.join(' ')}`
  return new StepFailure('rejected', message)
}

const rejectedOf = (judged: readonly Judged[], chosen: readonly Judged[]): Json =>
  judged
    .filter((each) => !chosen.includes(each))
    .map(({ reason, scores, ...rest }) => ({
      ...rest,
      scores: scores && { ...scores },
      reason: reason ?? 'Others differ more from each other.',
    }))

function judgedOf(input: StepInput): Judged[] {
  const contradicting = filteredIn(input, CONTRADICTION_FILTER)
  const fluent = filteredIn(input, FLUENCY_FILTER)
  return candidatesIn(input).map((candidate: Candidate) => {
    const [contradiction, fluency] = [contradicting.get(candidate.text), fluent.get(candidate.text)]
    const reason =
      contradiction?.passes === false
        ? `Contradicts with a probability of only ${contradiction.score}.`
        : fluency?.passes === false
          ? `Falls behind the completion in fluency by ${fluency.score}.`
          : null
    const isMeasured = contradiction !== undefined || fluency !== undefined
    const scores = { contradiction: contradiction?.score ?? null, fluencyMargin: fluency?.score ?? null }
    return { ...candidate, scores: isMeasured ? scores : null, reason }
  })
}

function proposedType(completion: string, { text, type }: Contradiction, unit: string): Proposal {
  if (type !== null)
    return { unit, question: 'errorType', value: type, rationale: 'The kind of error that was asked for.' }
  const value = typeOfEdit(completion, text)
  return { unit, question: 'errorType', value, rationale: 'Guessed from the words that were changed.' }
}

export const selectionStep: PrefillStep = {
  key: 'selection',
  title: 'Select contradictions',
  summary:
    'Puts contradictions into the item: distinct kinds of error first, then those furthest apart. Keeps the rejected ones with the reason in the notes.',
  stage: VALIDATE,
  methods: ['rules'],
  uses: [],
  after: [CONTRADICTIONS],
  parameters,
  prompts: [],
  run: async (input, _, settings) => select(input, parameters.parse(settings.parameters)),
}
