import { z } from 'zod'
import type { Question, Subject } from '@/lib/protocols/protocol'
import { contentOf } from './content'
import { betterOptions, comparedOptions, hardOptions } from './options'

/** The key of the unit that stands for the whole item. */
export const ITEM = 'item'
/** The kind of the two units that are compared. */
export const LIST = 'list'

const LONGEST_TEXT = 2_000
const text = z.string().trim().min(1, 'Write at least a word.').max(LONGEST_TEXT)

const LISTS = 2

/** Are there two lists? A machine may still have to make them. */
export const isReady = ({ units }: Subject): boolean => units.filter(({ kind }) => kind === LIST).length === LISTS

const isPreference = (subject: Subject): boolean =>
  isReady(subject) && contentOf(subject.content).variant !== 'comparison'

const isComparison = (subject: Subject): boolean =>
  isReady(subject) && contentOf(subject.content).variant === 'comparison'

/** What is asked about the two lists; of the two variants each has its own. */
export const questions: readonly Question[] = [
  {
    key: 'better',
    unit: ITEM,
    title: 'Better list',
    prompt: 'Which list has the most verifiable and the least unverifiable content?',
    section: 'What makes a list better',
    form: 'choice',
    options: betterOptions,
    schema: z.enum(['left', 'right']),
    asked: isPreference,
    required: true,
    consolidate: 'decide',
  },
  {
    key: 'compared',
    unit: ITEM,
    title: 'Better extraction',
    prompt: 'Which list has the most verifiable and the least unverifiable content?',
    section: 'What makes a list better',
    form: 'choice',
    options: comparedOptions,
    schema: z.enum(['left', 'right', 'hard_to_choose']),
    asked: isComparison,
    required: true,
    consolidate: 'decide',
  },
  {
    key: 'hard',
    unit: ITEM,
    title: 'Easy or hard',
    prompt: 'Was the choice easy or hard?',
    section: 'Easy or hard',
    form: 'choice',
    options: hardOptions,
    schema: z.enum(['easy', 'hard']),
    asked: isPreference,
    required: true,
    consolidate: 'decide',
  },
  {
    key: 'justification',
    unit: ITEM,
    title: 'Justification',
    prompt: 'Why, in a sentence or two?',
    section: 'A reason in a sentence or two',
    form: 'text',
    schema: text,
    asked: isPreference,
    required: true,
    consolidate: 'aside',
  },
  {
    key: 'note',
    unit: ITEM,
    title: 'Note',
    prompt: 'Is there anything to note?',
    form: 'text',
    schema: text,
    asked: isComparison,
    required: false,
    consolidate: 'aside',
  },
]
