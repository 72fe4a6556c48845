import type { Question } from '@/lib/protocols/protocol'
import { choice, chosen, textSchema } from './fields'
import { mergeResponse } from './merge-response'
import { mergeSentence } from './merge-sentences'
import { fateOptions } from './verify-options'

/** The questions of the third stage, in the order in which they are settled. */
export const mergeQuestions: readonly Question[] = [
  {
    key: 'fate',
    unit: 'sentence',
    title: 'Keep or delete',
    prompt: 'Does the sentence stay in the response?',
    ...choice(fateOptions),
    asked: () => true,
    required: true,
    consolidate: 'decide',
  },
  {
    key: 'revised',
    unit: 'sentence',
    title: 'Revised sentence',
    prompt: 'How does the sentence read with its corrected claims?',
    form: 'text',
    schema: textSchema,
    initial: (_, __, unit) => mergeSentence(unit),
    asked: (_, answers, unit) => chosen(answers, unit.key, 'fate') === 'keep',
    required: false,
    consolidate: 'wording',
  },
  {
    key: 'response',
    unit: 'item',
    title: 'Revised response',
    prompt: 'How does the whole response read with its revised sentences?',
    form: 'text',
    schema: textSchema,
    initial: (subject, answers) => mergeResponse(subject, answers).text,
    asked: () => true,
    required: false,
    consolidate: 'wording',
  },
]
