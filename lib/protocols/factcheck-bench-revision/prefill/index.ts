/** What machines can do before people choose: revise the response, with and without the question, by two models. */
import { z } from 'zod'
import { MOST_REVISIONS, PREFER } from '@/lib/protocols/factcheck-bench-revision/choices'
import {
  type Correction,
  contentOf,
  partsOf,
  type Revision,
  revisionsOf,
} from '@/lib/protocols/factcheck-bench-revision/content'
import { type Pipeline, type PrefillStep, StepFailure, type StepOutput, type StepTools } from '@/lib/protocols/prefill'
import { numbered, roomFor } from '@/lib/protocols/prefilling/asking'
import { foundIn } from '@/lib/protocols/prefilling/found-entries'
import type { Json } from '@/lib/protocols/protocol'
import { latestByMethod } from '@/lib/protocols/side-by-side/methods'
import { refuseMore } from '@/lib/protocols/side-by-side/refuse-more'
import { segmentText } from '@/lib/text/segment-text'
import { noQuestionPrompt, withQuestionPrompt } from './prompts'

const madeRevision = z.object({ method: z.string().trim().min(1), text: z.string().min(1) })

/**
 * The content with the revisions that runs made: of one method the latest stands. What is not in the shape of a revision is left out. The same
 * revisions twice change nothing.
 */
export function withEvidence(storedContent: Json, found: readonly Json[]): Json {
  const content = contentOf(storedContent)
  const made = foundIn(found, madeRevision)
  if (made.length === 0) return storedContent
  return { ...content, ...partsOf(latestByMethod([...revisionsOf(content), ...made]).slice(0, MOST_REVISIONS)) }
}

/* Revisions without a model, from corrections that came with the record. */

/** The response with every wrong stretch replaced, and with every sentence left out that holds one; those found at all. */
export function revisionsByRules(response: string, corrections: readonly Correction[]): Revision[] {
  const usable = corrections.filter(({ original }) => original.trim() !== '' && response.includes(original))
  if (usable.length === 0) return []
  const corrected = usable.reduce(
    // A function, so that signs such as $& in the correction mean nothing.
    (text, { original, corrected: right }) => text.replace(original, () => right),
    response,
  )
  const shortenedText = withoutWrong(response, usable)
  const revisions = [
    { method: 'corrected', text: corrected },
    { method: 'shortened', text: shortenedText },
  ]
  return revisions.filter(({ text }) => text.trim() !== '')
}

/** The sentences that no wrong stretch reaches into. */
function withoutWrong(response: string, corrections: readonly Correction[]): string {
  const wrong = corrections.map(({ original }) => {
    const start = response.indexOf(original)
    return { start, end: start + original.length }
  })
  let start = 0
  const remainingSentences = segmentText(response).filter((sentence) => {
    const from = start
    start += sentence.length
    return !wrong.some((each) => each.start < from + sentence.length && from < each.end)
  })
  return remainingSentences.join('').trim()
}

const answer = z.object({ revised: z.string() })

/** What was found true; where the record brings corrections only, what they put right. */
function statements(content: Json): string[] {
  const { claims, corrections } = contentOf(content)
  const statementTexts = claims.length > 0 ? claims : corrections.map(({ corrected }) => corrected)
  return statementTexts.filter((claim) => claim.trim() !== '')
}

/** Both revisions of one model, named as the paper names its settings: "no-question-...", "with-question-...". */
async function byModel(content: Json, tools: StepTools): Promise<Revision[]> {
  const { prompt, response } = contentOf(content)
  const found = statements(content)
  if (found.length === 0) {
    const message =
      'The record brings neither claims nor corrections, so there is nothing to revise by. Add one of them to the record, and import it again.'
    throw new StepFailure('rejected', message)
  }
  const promptValues = { response, claims: numbered(found) }
  const maxTokens = roomFor(tools, [response], 0)
  const [without, withQuestion] = await Promise.all([
    tools.ask({ prompt: noQuestionPrompt, values: promptValues, answer, maxTokens }),
    tools.ask({ prompt: withQuestionPrompt, values: { ...promptValues, prompt }, answer, maxTokens }),
  ])
  return [
    { method: `no-question-${without.model}`, text: without.value.revised },
    { method: `with-question-${withQuestion.model}`, text: withQuestion.value.revised },
  ].map(({ method, text }) => ({ method: method.replaceAll(',', ' '), text: text.trim() }))
}

function byRules(content: Json): Revision[] {
  const { response, corrections } = contentOf(content)
  const revisions = revisionsByRules(response, corrections)
  if (revisions.length > 0) return revisions
  const message =
    corrections.length === 0
      ? 'The record brings no corrections, and without them rules have nothing to revise by. Add them to the record, or let a model revise.'
      : 'None of the corrections stands word for word in the response. Write under original what the response says, or let a model revise.'
  throw new StepFailure('rejected', message)
}

function asEvidence(content: Json, newRevisions: readonly Revision[]): StepOutput {
  if (newRevisions.some(({ text }) => text === ''))
    throw new StepFailure('malformed', 'The model gave an empty revision. Retry the item, or choose another model.')
  refuseMore(revisionsOf(contentOf(content)), newRevisions, MOST_REVISIONS, { made: 'revisions', from: 'response' })
  return { evidence: [...newRevisions], note: { methods: newRevisions.map(({ method }) => method) } }
}

const common = {
  stage: PREFER,
  uses: [],
  after: [],
  parameters: z.object({}),
  prompts: [noQuestionPrompt, withQuestionPrompt],
  run: async ({ content }, tools, { method }) =>
    asEvidence(content, method === 'rules' ? byRules(content) : await byModel(content, tools)),
} satisfies Partial<PrefillStep>

export const firstStep: PrefillStep = {
  ...common,
  key: 'first-model',
  title: 'Revisions by a first model',
  summary:
    'Revises the response by what was found true, once with the question and once without. By rules: applies the corrections of the record, and leaves the wrong sentences out.',
  methods: ['rules', 'model'],
}

export const secondStep: PrefillStep = {
  ...common,
  key: 'second-model',
  title: 'Revisions by a second model',
  summary:
    'The same by another model, so that four revisions stand side by side. With the same model it replaces the first two.',
  methods: ['model'],
}

export const factcheckBenchRevisionPipeline: Pipeline = {
  protocolId: 'factcheck-bench-revision',
  steps: [firstStep, secondStep],
  withEvidence,
  evidenceIsContent: true,
  generated: ({ prompt, response, model, externalId }) => ({ prompt, response, source: model, id: externalId }),
}
