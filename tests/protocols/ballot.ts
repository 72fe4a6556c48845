/** A small protocol for tests: three people judge a claim, the majority decides. No paper's. */
import { z } from 'zod'
import type { Option, Protocol, Stage } from '@/lib/protocols/protocol'

const option = (value: string, key: string): Option => ({
  value,
  text: value,
  key,
  tone: 'neutral',
  definition: `It is ${value}.`,
})
const VERDICTS = ['yes', 'no', 'unclear'] as const

export const ballotStage: Stage = {
  key: 'judge',
  title: 'Judge',
  raters: 3,
  consolidation: 'majority',
  thirdRater: 'deadlock',
  approval: 'automatic',
  unitKinds: [{ kind: 'claim', text: 'claim' }],
  questions: [
    {
      key: 'verdict',
      unit: 'claim',
      title: 'Verdict',
      prompt: 'Does it hold?',
      form: 'choice',
      required: true,
      options: [option('yes', 'y'), option('no', 'n'), option('unclear', 'u')],
      schema: z.enum(VERDICTS),
      asked: () => true,
      consolidate: 'decide',
      tie: 'unclear',
    },
    {
      key: 'why',
      unit: 'claim',
      title: 'Why unclear',
      prompt: 'Why?',
      form: 'choice',
      required: true,
      options: [option('vague', '1'), option('disputed', '2')],
      schema: z.enum(['vague', 'disputed']),
      asked: (_, answers, unit) => answers[unit.key]?.verdict === 'unclear',
      consolidate: 'decide',
      tie: null,
    },
    {
      key: 'trust',
      unit: 'claim',
      title: 'Source',
      prompt: 'Is the source good?',
      form: 'choice',
      required: false,
      options: [option('good', '3'), option('bad', '4')],
      schema: z.enum(['good', 'bad']),
      asked: () => true,
      consolidate: 'decide',
    },
    {
      key: 'comment',
      unit: 'claim',
      title: 'Comment',
      prompt: 'Anything else?',
      form: 'text',
      required: true,
      schema: z.string().max(200),
      asked: () => true,
      consolidate: 'aside',
    },
  ],
  measures: [
    {
      key: 'verdict',
      title: 'Verdict',
      unitOfAnalysis: 'claim',
      unit: 'claim',
      level: 'nominal',
      question: 'verdict',
      categories: VERDICTS.map((value) => ({ value, text: value, tone: 'neutral' as const })),
      rating: (_, answers, { key }) => VERDICTS.find((value) => value === answers[key]?.verdict) ?? null,
    },
  ],
  measuredContent: [],
  units: (content) => [{ key: 'c', kind: 'claim', text: contentSchema.parse(content).claim }],
  segmentedText: () => null,
  resegments: null,
  rollUp: (_, answers) => ({ verdict: answers.c?.verdict ?? null }),
}

const contentSchema = z.object({ claim: z.string().min(1) })
const recordSchema = z.strictObject({ claim: z.string().min(1), dropped: z.string().optional() })

export const ballot: Protocol = {
  id: 'ballot',
  version: 1,
  title: 'Ballot',
  summary: 'Claims judged by a majority.',
  source: { paper: 'None', section: 'made up for tests' },
  content: contentSchema,
  domains: {},
  rollUps: [{ key: 'verdict', title: 'Verdict', description: 'As decided.' }],
  present: (content) => [{ title: 'Claim', text: contentSchema.parse(content).claim }],
  stages: [ballotStage],
  formats: [
    {
      key: 'ballot',
      title: 'Claims',
      description: 'One claim a line.',
      fields: Object.keys(recordSchema.shape),
      write: null,
      recognises: (record) => recordSchema.safeParse(record).success,
      read: (record) => {
        const { claim, dropped } = recordSchema.parse(record)
        const facts = { externalId: null, title: claim, domain: null, source: null, segments: null, answers: null }
        const discarded =
          dropped === undefined ? {} : { discarded: { reason: dropped, note: 'Dropped by the builder.' } }
        return { ok: true, record: { ...facts, content: { claim }, warnings: [], ...discarded } }
      },
    },
  ],
  exports: [],
  discardReasons: [
    { value: 'empty', text: 'Says nothing' },
    { value: 'other', text: 'Something else' },
  ],
  guidelines: '# Judging\n\nSay whether the claim holds.',
}
