import { z } from 'zod'
import { listSchema } from '@/lib/protocols/made-units'
import type { Answers, Json, Question, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { choice, chosen, ITEM, isListedPart, textSchema } from './fields'
import { stanceOptions, trustOptions, verdictOptions, whyOptions } from './options'

const MOST_REFERENCES = 100

const always = (): boolean => true
const isPart = (_: Subject, answers: Answers, unit: UnitDraft) => isListedPart(answers, unit)

/** Is the claim inconclusive so far? Then it is asked why. */
export const isInconclusive = (answers: Answers): boolean => chosen(answers, ITEM, 'verdict') === 'inconclusive'

const referencesSchema: z.ZodType<Json> = z
  .array(z.string().min(1))
  .max(MOST_REFERENCES)
  .refine((keys) => new Set(keys).size === keys.length, 'Name each result once.')

/** The source first: a stance leads on to the next result, so what is asked behind it would be answered of that one. */
const resultQuestions: Question[] = [
  {
    key: 'trust',
    unit: 'result',
    title: 'Source',
    prompt: 'Can the source of this result be trusted?',
    section: 'Each result',
    ...choice(trustOptions),
    asked: always,
    required: false,
    consolidate: 'decide',
    tie: null,
  },
  {
    key: 'stance',
    unit: 'result',
    title: 'Stance',
    prompt: 'What does this result say about the claim?',
    section: 'Each result',
    ...choice(stanceOptions),
    asked: always,
    required: true,
    consolidate: 'decide',
    tie: 'inconclusive',
  },
]

const claimQuestions: Question[] = [
  {
    key: 'parts',
    unit: ITEM,
    title: 'Parts',
    prompt: 'Which parts does the claim have, if it has several?',
    section: 'Claims with several parts',
    form: 'list',
    list: { kind: 'part', text: 'text' },
    schema: listSchema,
    asked: always,
    required: false,
    consolidate: 'aside',
  },
  {
    key: 'verdict',
    unit: ITEM,
    title: 'Verdict',
    prompt: 'Do the results support the claim?',
    section: 'The claim',
    ...choice(verdictOptions),
    asked: always,
    required: true,
    consolidate: 'decide',
    tie: 'inconclusive',
  },
  {
    key: 'why',
    unit: ITEM,
    title: 'Why inconclusive',
    prompt: 'Why is it inconclusive?',
    section: 'The claim',
    ...choice(whyOptions),
    asked: (_, answers) => isInconclusive(answers),
    required: true,
    consolidate: 'decide',
    tie: null,
  },
  {
    key: 'comment',
    unit: ITEM,
    title: 'Comment',
    prompt: 'Is there anything to add?',
    section: 'Where raters differ',
    form: 'text',
    schema: textSchema,
    asked: always,
    required: false,
    consolidate: 'aside',
  },
]

const partQuestions: Question[] = [
  {
    key: 'text',
    unit: 'part',
    title: 'Part',
    prompt: 'What does this part of the claim state?',
    section: 'Claims with several parts',
    form: 'text',
    schema: textSchema,
    asked: isPart,
    required: true,
    consolidate: 'wording',
    tie: null,
  },
  {
    key: 'supports',
    unit: 'part',
    title: 'Supported by',
    prompt: 'Which results support this part?',
    section: 'Claims with several parts',
    form: 'references',
    schema: referencesSchema,
    asked: isPart,
    required: false,
    consolidate: 'union',
  },
  {
    key: 'contradicts',
    unit: 'part',
    title: 'Contradicted by',
    prompt: 'Which results contradict this part?',
    section: 'Claims with several parts',
    form: 'references',
    schema: referencesSchema,
    asked: isPart,
    required: false,
    consolidate: 'union',
  },
]

/** The questions in the order in which they are settled. */
export const questions: readonly Question[] = [...resultQuestions, ...claimQuestions, ...partQuestions]
