import { z } from 'zod'
import { answerOf } from '@/lib/protocols/completeness'
import { linksSchema } from '@/lib/protocols/links'
import type { Answers, Question, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { contentOf, isFixedDomain } from './content'
import { actionOptions, errorTypeOptions, errorTypes, labelOptions, removeReasonOptions } from './options'

const LONGEST_TEXT = 10_000

/** The key of the unit that stands for the whole item. */
export const ITEM = 'item'

/** Has this annotator thrown the item out? Then nothing else about it is asked. */
export const isRemoved = (answers: Answers): boolean => answerOf(answers, ITEM, 'action') === 'remove'

const isCalledFalse = (answers: Answers, unit: UnitDraft): boolean =>
  !isRemoved(answers) && answerOf(answers, unit.key, 'label') === false

const hasLinks = (subject: Subject, answers: Answers): boolean =>
  !isRemoved(answers) && !isFixedDomain(contentOf(subject.content))

const text = z.string().trim().min(1, 'Write at least a word.').max(LONGEST_TEXT)

const itemQuestions: Question[] = [
  {
    key: 'action',
    unit: 'item',
    title: 'Keep or remove',
    prompt: 'Does this item belong in the dataset?',
    section: 'Keep or remove',
    form: 'choice',
    options: actionOptions,
    schema: z.enum(['keep', 'remove']),
    asked: () => true,
    required: true,
    consolidate: 'decide',
  },
  {
    key: 'removeReason',
    unit: 'item',
    title: 'Reason for removal',
    prompt: 'Why should it be removed?',
    section: 'Keep or remove',
    form: 'choice',
    options: removeReasonOptions,
    schema: z.enum(['procedure', 'non_factual', 'riddle', 'broken_answer', 'other']),
    asked: (_, answers) => isRemoved(answers),
    required: true,
    consolidate: 'decide',
  },
  {
    key: 'removeNote',
    unit: 'item',
    title: 'Note on removal',
    prompt: 'What is wrong with it, in a sentence?',
    section: 'Keep or remove',
    form: 'text',
    schema: text,
    asked: (_, answers) => isRemoved(answers),
    required: false,
    consolidate: 'wording',
  },
  {
    key: 'links',
    unit: 'item',
    title: 'Reference links',
    prompt: 'Which pages did you check the response against?',
    section: 'Links',
    form: 'links',
    schema: linksSchema,
    asked: hasLinks,
    required: false,
    consolidate: 'union',
  },
]

const segmentQuestions: Question[] = [
  {
    key: 'label',
    unit: 'segment',
    title: 'Label',
    prompt: 'Is this segment true?',
    section: 'True or false',
    form: 'choice',
    options: labelOptions,
    schema: z.boolean(),
    asked: (_, answers) => !isRemoved(answers),
    required: true,
    consolidate: 'decide',
  },
  {
    key: 'errorType',
    unit: 'segment',
    title: 'Error type',
    prompt: 'What kind of error is it?',
    section: 'One type for every error',
    form: 'choice',
    options: errorTypeOptions,
    schema: z.enum(errorTypes),
    asked: ({ content }, answers, unit) => isCalledFalse(answers, unit) && !isFixedDomain(contentOf(content)),
    required: true,
    consolidate: 'decide',
  },
  {
    key: 'reason',
    unit: 'segment',
    title: 'Reason',
    prompt: 'What is wrong, and what would be right?',
    section: 'A reason that helps',
    form: 'text',
    schema: text,
    asked: (_, answers, unit) => isCalledFalse(answers, unit),
    required: true,
    consolidate: 'wording',
  },
  {
    key: 'links',
    unit: 'segment',
    title: 'Links for this segment',
    prompt: 'Which pages show it?',
    section: 'Links',
    form: 'links',
    schema: linksSchema,
    asked: hasLinks,
    required: false,
    consolidate: 'union',
  },
]

/** FELM's questions in the order in which they are settled: the fate of the item first. */
export const questions: readonly Question[] = [...itemQuestions, ...segmentQuestions]
