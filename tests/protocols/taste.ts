/** A small protocol for tests: people say which of two texts they prefer, in an order of their own. No paper's. */
import { z } from 'zod'
import { optionKeys } from '@/lib/protocols/option-key'
import type { Answers, GoldRecord, Option, Protocol, Stage, Vote } from '@/lib/protocols/protocol'

const contentSchema = z.object({ question: z.string().min(1), texts: z.array(z.string()).length(2) })

const option = (value: string, key: string): Option => ({
  value,
  text: value,
  key,
  tone: 'neutral',
  definition: `The ${value} one.`,
})

/** Which of the texts, by their order in the record, a choice of a side means. */
const chosen = (keys: readonly string[], answers: Answers, shown: readonly string[] | null): number | null => {
  const side = ['left', 'right'].indexOf(String(answers.item?.choice))
  return side < 0 || !shown ? null : keys.indexOf(shown[side] ?? '')
}

export const tasteStage: Stage = {
  key: 'prefer',
  title: 'Prefer',
  raters: 3,
  coverage: 50,
  consolidation: 'votes',
  thirdRater: 'deadlock',
  approval: 'automatic',
  shuffles: 'text',
  guidelinesFirst: true,
  unitKinds: [
    { kind: 'item', text: 'item' },
    { kind: 'text', text: 'text' },
  ],
  questions: [
    {
      key: 'choice',
      unit: 'item',
      title: 'Choice',
      prompt: 'Which is better?',
      form: 'choice',
      required: true,
      options: [option('left', '1'), option('right', '2')],
      schema: z.enum(['left', 'right']),
      asked: () => true,
      consolidate: 'decide',
    },
    {
      key: 'why',
      unit: 'item',
      title: 'Why',
      prompt: 'Why?',
      form: 'text',
      required: false,
      schema: z.string().max(200),
      asked: () => true,
      consolidate: 'aside',
    },
  ],
  measures: [
    {
      key: 'side',
      title: 'Side',
      unitOfAnalysis: 'item',
      unit: 'item',
      level: 'nominal',
      question: 'choice',
      categories: ['left', 'right'].map((value) => ({ value, text: value, tone: 'neutral' as const })),
      rating: (_, answers) => (answers.item?.choice === 'left' ? 'left' : answers.item?.choice ? 'right' : null),
    },
    {
      key: 'text',
      title: 'Text',
      unitOfAnalysis: 'item',
      unit: 'item',
      level: 'nominal',
      question: 'choice',
      categories: ['first', 'second'].map((value) => ({ value, text: value, tone: 'neutral' as const })),
      rating: (subject, answers, _, shown) => {
        const keys = subject.units.filter(({ kind }) => kind === 'text').map(({ key }) => key)
        const index = chosen(keys, answers, shown)
        return index === null || index < 0 ? null : (['first', 'second'][index] ?? null)
      },
    },
  ],
  measuredContent: [],
  units: (content) => {
    const { texts } = contentSchema.parse(content)
    const item = { key: 'item', kind: 'item', text: contentSchema.parse(content).question }
    const shown = texts.map((text, index) => ({
      key: optionKeys(texts)[index] ?? '',
      kind: 'text',
      text,
      parent: 'item',
    }))
    return [item, ...shown]
  },
  shows: (content) => ({ question: contentSchema.parse(content).question, texts: [] }),
  segmentedText: () => null,
  resegments: null,
  tally: ({ content }, votes) => {
    const keys = optionKeys(contentSchema.parse(content).texts)
    const count = (index: number) => votes.filter((vote) => chosen(keys, vote.answers, vote.shown) === index).length
    return { first: count(0), second: count(1), votes: votes.length }
  },
  rollUp: () => ({}),
}

const voteSchema = z.strictObject({
  who: z.string(),
  shown: z.array(z.number().int()).nullable(),
  choice: z.enum(['left', 'right']),
  why: z.string().optional(),
})
const recordSchema = z.strictObject({
  question: z.string().min(1),
  texts: z.array(z.string()).length(2),
  votes: z.array(voteSchema).optional(),
})

function readVote(texts: readonly string[], { who, shown, choice, why }: z.infer<typeof voteSchema>): Vote {
  const keys = optionKeys(texts)
  const order = shown?.map((index) => keys[index] ?? '') ?? null
  return { voter: who, shown: order, answers: { item: { choice, ...(why === undefined ? {} : { why }) } } }
}

function writeVote(texts: readonly string[], { voter, shown, answers }: Vote) {
  const keys = optionKeys(texts)
  const { choice = null, why } = answers.item ?? {}
  return {
    who: voter,
    shown: shown?.map((key) => keys.indexOf(key)) ?? null,
    choice,
    ...(why === undefined ? {} : { why }),
  }
}

function write({ content, stages }: GoldRecord) {
  const { question, texts } = contentSchema.parse(content)
  return { question, texts, votes: (stages.prefer?.votes ?? []).map((vote) => writeVote(texts, vote)) }
}

export const taste: Protocol = {
  id: 'taste',
  version: 1,
  title: 'Taste',
  summary: 'Which of two texts people prefer.',
  source: { paper: 'None', section: 'made up for tests' },
  content: contentSchema,
  domains: {},
  rollUps: [{ key: 'first', title: 'Votes for the first', description: 'Counted.' }],
  present: (content) => {
    const { question, texts } = contentSchema.extend({ texts: z.array(z.string()) }).parse(content)
    return [
      { title: 'Question', text: question },
      ...texts.map((text, index) => ({ title: `Text ${index + 1} of the record`, text })),
    ]
  },
  stages: [tasteStage],
  formats: [
    {
      key: 'taste',
      title: 'Pairs',
      description: 'Two texts a line, with votes where there are any.',
      fields: Object.keys(recordSchema.shape),
      write,
      recognises: (record) => recordSchema.safeParse(record).success,
      read: (record) => {
        const { question, texts, votes } = recordSchema.parse(record)
        const facts = { externalId: null, title: question, domain: null, source: null, segments: null, answers: null }
        const voted = votes === undefined ? {} : { votes: votes.map((vote) => readVote(texts, vote)) }
        return { ok: true, record: { ...facts, content: { question, texts }, warnings: [], ...voted } }
      },
    },
  ],
  exports: [
    {
      key: 'taste-csv',
      title: 'votes as a table',
      description: 'A row a vote.',
      stage: 'prefer',
      csv: true,
      write: ({ content, stages }) => {
        const { question, texts } = contentSchema.parse(content)
        return (stages.prefer?.votes ?? []).map((vote) => ({ question, ...writeVote(texts, vote), shown: 'kept' }))
      },
    },
  ],
  discardReasons: [
    { value: 'broken', text: 'Broken' },
    { value: 'other', text: 'Something else' },
  ],
  guidelines: '# Preferring\n\nRead both, then choose.',
}
