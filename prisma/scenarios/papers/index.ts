/** One small project for each of the papers' other tasks. */

import type { Answers } from '@/lib/protocols/protocol'
import type { Annotator } from '@/prisma/scenarios/scenario'
import { referenceAudit, responseAudit } from './audits'
import { claims } from './claims'
import { listPreference, revisionPreference } from './preferences'
import type { PaperProject, PaperWork } from './project'
import { examples, pairs } from './texts/contradictions'

/* Contradictions to be validated, and what models went on to say. */

/** What somebody finds wrong where the author of the example does not, by the contradiction's place. */
type Otherwise = Readonly<Record<number, 'factual' | 'clumsy' | 'inconsistent' | 'fine'>>

function judge(position: number, otherwise: Otherwise = {}): Answers {
  const example = examples[position - 1]
  if (!example) throw new Error(`there is no example ${position}`)
  return Object.fromEntries(
    example.types.map((errorType, index) => {
      const fault = otherwise[index] ?? example.faults?.[index] ?? 'fine'
      const nonFactual = fault !== 'factual'
      const judgements = { nonFactual, fluent: fault !== 'clumsy', selfConsistent: fault !== 'inconsistent' }
      return [`c${index + 1}`, { ...judgements, ...(nonFactual ? { errorType } : {}) }]
    }),
  )
}

const validate = (
  position: number,
  by: Partial<Record<Annotator, Otherwise>>,
  more: Partial<PaperWork> = {},
): PaperWork => ({
  position,
  stage: 'validate',
  by: Object.keys(by) as Annotator[],
  answers: (_, who) => judge(position, by[who]),
  ...more,
})

const byRui = (position: number) => ({ confirmed: { by: 'rui' as const, right: () => judge(position) } })

export const contradictionProject: PaperProject = {
  name: 'Contradictions, validated',
  description:
    'True completions and three contradictions of each: do they contradict, are they fluent, are they consistent?',
  protocolId: 'factor-validation',
  file: 'contradictions.csv',
  records: examples.map(({ id, set, prefix, completion, contradictions }) => ({
    doc_id: id,
    set,
    full_prefix: prefix,
    completion,
    ...Object.fromEntries(contradictions.map((text, index) => [`contradiction_${index}`, text])),
  })),
  work: [
    validate(1, { ana: {}, ben: {} }, byRui(1)),
    validate(2, { ana: {}, chioma: { 1: 'inconsistent' } }, byRui(2)),
    validate(3, { ben: {}, chioma: { 2: 'fine' } }),
    validate(4, { ana: {}, ben: { 2: 'clumsy' } }, byRui(4)),
  ],
}

const JUDGED: Readonly<Record<string, string>> = {
  '1854, and it has burned ever since.': 'true',
  '1854 by the keeper’s daughter.': 'true',
  'the middle of a storm.': 'neutral',
  '1921, after the war.': 'false',
  '1905 by the queen.': 'false',
  'lit lit lit in in': 'ill-formed',
  'layer under the bark.': 'true',
  'soft layer between bark and wood.': 'true',
  'layer under the bark and grow fat.': 'true',
  'needles until none are left.': 'false',
}

const writeFact = (position: number, who: Annotator): PaperWork => ({
  position,
  stage: 'fact',
  by: [who],
  answers: () => ({ item: { kind: 'fact', fact: pairs[position - 1]?.fact ?? '' } }),
})

const judgeTexts = (position: number, by: readonly Annotator[], more: Partial<PaperWork> = {}): PaperWork => ({
  position,
  stage: 'judge',
  by,
  answers: ({ units }, who) =>
    Object.fromEntries(
      units
        .filter(({ kind }) => kind === 'continuation')
        .map(({ key, text }) => {
          const right = JUDGED[text] ?? 'neutral'
          return [key, { judgement: who === 'chioma' && right === 'neutral' ? 'false' : right }]
        }),
    ),
  ...more,
})

export const generationProject: PaperProject = {
  name: 'What models go on to say',
  description:
    'The fact that a contradiction changes, and whether what models wrote next says it, contradicts it, or neither.',
  protocolId: 'factor-generation',
  file: 'pairs.jsonl',
  records: pairs.map(({ id, prefix, completion, contradiction, continuations }) => ({
    id,
    prefix,
    completion,
    contradiction,
    models: continuations.map(({ model, group }) => ({ model, group })),
    continuations: continuations.flatMap(({ model, texts }) => texts.map((text) => ({ model, text }))),
  })),
  work: [
    writeFact(1, 'ana'),
    judgeTexts(1, ['ben', 'chioma'], {
      confirmed: {
        by: 'sana',
        right: ({ units }) =>
          Object.fromEntries(
            units
              .filter(({ kind }) => kind === 'continuation')
              .map(({ key, text }) => [key, { judgement: JUDGED[text] ?? 'neutral' }]),
          ),
      },
    }),
    writeFact(2, 'chioma'),
    judgeTexts(2, ['ana', 'chioma']),
    writeFact(4, 'ben'),
  ],
}

export const papers: readonly PaperProject[] = [
  claims,
  listPreference,
  revisionPreference,
  contradictionProject,
  generationProject,
]

/** The same for audits, whose items the demo draws from the gold of its main project. */
export const audits: readonly PaperProject[] = [responseAudit, referenceAudit]
