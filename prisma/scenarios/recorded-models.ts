/**
 * Two models of the demo and what they said of its segments, so that runs, suggestions and their effect can be seen
 * without a key. They know what is wrong with each text, and err now and then: the larger one less often.
 */
import { createHash } from 'node:crypto'
import type { ModelPort } from '@/lib/automation/llm/port'
import { StepFailure } from '@/lib/protocols/prefill'
import type { Sentence } from './factcheck/document'
import { played } from './factcheck/project'
import { files } from './files'
import { type Segment, textOf } from './scenario'

/** Names that no real model has, with the percent of segments on which each is wrong. */
export const recordedModels = [
  { model: 'recorded-large', errs: 8 },
  { model: 'recorded-small', errs: 24 },
] as const

const REMEMBERED = 'This does not agree with what I remember of the subject.'

const segmentsByText = new Map<string, Segment>(
  files.flatMap(({ scenarios }) =>
    scenarios.flatMap(({ segments }) => segments.map((segment) => [textOf(segment).trim(), segment] as const)),
  ),
)

/** The segments as the prompts number them. */
const NUMBERED = /^(\d+)\. (.+)$/gmu

/** Percent from 0 to 99, the same for the same model and text for ever. */
function lot(model: string, text: string): number {
  return createHash('sha256').update(`${model}\n${text}`).digest().readUInt32BE(0) % 100
}

function verdictOn(model: string, errs: number, number: number, text: string) {
  const segment = segmentsByText.get(text.trim())
  const mistake = typeof segment === 'object' ? segment : null
  const isMistaken = lot(model, text) < errs
  if ((mistake === null) !== isMistaken) return null
  const { reason, type } = mistake ?? { reason: REMEMBERED, type: 'knowledge_error' }
  return { number, reason, type: type ?? null }
}

/** What is right of each sentence of the demo's documents, by the question. */
const sentences = new Map<string, Sentence>(
  played.flatMap(({ document }) => document.sentences.map((sentence) => [sentence.text.trim(), sentence] as const)),
)
const CATEGORIES = {
  checkworthy: { right: ({ kind }: Sentence) => kind ?? 'yes', others: ['opinion', 'yes'] },
  importance: { right: ({ importance }: Sentence) => importance ?? 'yes', others: ['intermediate', 'yes'] },
} as const

function categoryOf(question: keyof typeof CATEGORIES, model: string, errs: number, number: number, text: string) {
  const { right, others } = CATEGORIES[question]
  const sentence = sentences.get(text.trim())
  const category = sentence ? right(sentence) : 'yes'
  const isMistaken = lot(model, `${question} ${text}`) < errs
  const statedCategory = isMistaken ? (others.find((other) => other !== category) ?? category) : category
  return { number, category: statedCategory, reason: isMistaken ? 'It sounds like that.' : '' }
}

/** Replays what the two said about the demo's texts; about anything else they said nothing. */
export const recordedPort: ModelPort = {
  id: 'recorded',
  embed: null,
  async chat({ model, user, schema }) {
    const { errs } = recordedModels.find((each) => each.model === model) ?? {}
    if (errs === undefined) throw new StepFailure('bad_request', `Nothing was recorded of the model ${model}.`)
    const numbered = Array.from(user.matchAll(NUMBERED), ([, number = '', text = '']) => ({ number, text }))
    const name = schema?.name ?? ''
    const question = name === 'checkworthy' || name === 'importance' ? name : null
    const answer = question
      ? { entries: numbered.map(({ number, text }) => categoryOf(question, model, errs, Number(number), text)) }
      : {
          thought: null,
          wrong: numbered.flatMap(({ number, text }) => verdictOn(model, errs, Number(number), text) ?? []),
        }
    const text = JSON.stringify(answer)
    return { outcome: 'ok', text, inputTokens: Math.ceil(user.length / 4), outputTokens: Math.ceil(text.length / 4) }
  },
}
