import { z } from 'zod'
import { listSchema } from '@/lib/protocols/made-units'
import type { Answers, Question, UnitDraft } from '@/lib/protocols/protocol'
import { choice, chosen, isListed, textSchema } from './fields'
import {
  claimImportanceOptions,
  claimTypeOptions,
  sentenceImportanceOptions,
  sentenceOptions,
  setAsideOptions,
} from './options'

/** Does this annotator find something to check in the sentence? Only then it has claims. */
export const isCheckworthy = (answers: Answers, sentence: string): boolean =>
  chosen(answers, sentence, 'checkworthy') === 'yes'

const isClaim = (answers: Answers, unit: UnitDraft): boolean =>
  unit.parent !== undefined && isCheckworthy(answers, unit.parent) && isListed(answers, unit, 'claims')

const claimsSchema = z
  .array(z.json())
  .min(1, 'A check-worthy sentence has at least one claim. Add one, or choose another category.')
  .superRefine((entries, context) => {
    const problem = listSchema.safeParse(entries).error?.issues[0]
    if (problem) context.addIssue({ code: 'custom', message: problem.message })
  })

const spanSchema = z
  .strictObject({ start: z.int().min(0), end: z.int() })
  .refine(({ start, end }) => start < end, 'Mark at least one character of the sentence.')

const sentenceQuestions: Question[] = [
  {
    key: 'decontext',
    unit: 'sentence',
    title: 'Standalone wording',
    prompt: 'How would the sentence read if it had to be understood without the others?',
    section: 'The sentence on its own',
    form: 'text',
    schema: textSchema,
    initial: (_, __, unit) => unit.text,
    asked: () => true,
    required: false,
    consolidate: 'wording',
  },
  {
    key: 'checkworthy',
    unit: 'sentence',
    title: 'Check-worthiness',
    prompt: 'Does the sentence state anything that should be checked?',
    section: 'Is there anything to check?',
    ...choice(sentenceOptions),
    asked: () => true,
    required: true,
    consolidate: 'decide',
  },
  {
    key: 'importance',
    unit: 'sentence',
    title: 'Importance',
    prompt: 'How important is the sentence for answering the prompt?',
    section: 'Is there anything to check?',
    ...choice(sentenceImportanceOptions),
    asked: () => true,
    required: true,
    consolidate: 'decide',
  },
  {
    key: 'claims',
    unit: 'sentence',
    title: 'Claims',
    prompt: 'Which claims does the sentence make, one by one?',
    section: 'Claims',
    form: 'list',
    list: { kind: 'claim', text: 'text' },
    schema: claimsSchema,
    asked: (_, answers, unit) => isCheckworthy(answers, unit.key),
    required: true,
    consolidate: 'decide',
  },
]

const claimQuestions: Question[] = [
  {
    key: 'text',
    unit: 'claim',
    title: 'Claim',
    prompt: 'What is claimed, in a sentence that stands on its own?',
    section: 'Claims',
    form: 'text',
    schema: textSchema,
    asked: (_, answers, unit) => isClaim(answers, unit),
    required: true,
    consolidate: 'wording',
  },
  {
    key: 'type',
    unit: 'claim',
    title: 'Type',
    prompt: 'What type of claim is it?',
    section: 'Type and importance of a claim',
    ...choice(claimTypeOptions),
    asked: (_, answers, unit) => isClaim(answers, unit),
    required: true,
    consolidate: 'decide',
  },
  // Before the last answer that is required: with that one a bench goes on.
  {
    key: 'setAside',
    unit: 'claim',
    title: 'Worth checking',
    prompt: 'Is the claim worth checking?',
    section: 'Type and importance of a claim',
    ...choice(setAsideOptions),
    initial: () => 'check',
    asked: (_, answers, unit) => isClaim(answers, unit) && chosen(answers, unit.key, 'type') === 'factual',
    required: false,
    consolidate: 'decide',
  },
  {
    key: 'importance',
    unit: 'claim',
    title: 'Importance',
    prompt: 'How important is the claim within its sentence?',
    section: 'Type and importance of a claim',
    ...choice(claimImportanceOptions),
    asked: (_, answers, unit) => isClaim(answers, unit),
    required: true,
    consolidate: 'decide',
  },
  {
    key: 'span',
    unit: 'claim',
    title: 'Place in the sentence',
    prompt: 'Which words of the sentence make this claim?',
    section: 'Claims',
    form: 'span',
    schema: spanSchema,
    asked: (_, answers, unit) => isClaim(answers, unit),
    required: false,
    consolidate: 'wording',
  },
]

/** The questions of the first stage, in the order in which they are settled. */
export const decomposeQuestions: readonly Question[] = [...sentenceQuestions, ...claimQuestions]
