import { z } from 'zod'
import { entriesOf, listSchema } from '@/lib/protocols/made-units'
import type { Answers, Question, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { choice, chosen, isListed, textSchema, urlSchema } from './fields'
import { reliableOptions, stanceOptions, sufficientOptions } from './options'
import { isCheckedClaim } from './unit-data'
import { correctionOptions, enoughOptions, unverifiedOptions, verdictOptions } from './verify-options'

const MOST_REFERENCES = 100

const isEvidence = (): boolean => true
const isOwn = (_: Subject, answers: Answers, unit: UnitDraft) =>
  isListed(answers, unit, 'ownEvidence') && unit.parent !== undefined && chosen(answers, unit.parent, 'enough') === 'no'
const isChecked = (_: Subject, __: Answers, unit: UnitDraft) => isCheckedClaim(unit)

/** Asked of a checked claim once another question has this answer. */
const when = (question: string, value: string) => (_: Subject, answers: Answers, unit: UnitDraft) =>
  isCheckedClaim(unit) && chosen(answers, unit.key, question) === value

const isFalse = when('verdict', 'false')
const isCorrected = (subject: Subject, answers: Answers, unit: UnitDraft) =>
  isFalse(subject, answers, unit) && chosen(answers, unit.key, 'correction') === 'edit'
const isUnverified = when('verdict', 'not_enough_evidence')
const isDropped = (subject: Subject, answers: Answers, unit: UnitDraft) =>
  isUnverified(subject, answers, unit) && chosen(answers, unit.key, 'unverified') === 'delete'
const isSearched = when('enough', 'no')
const isSearchedInVain = (subject: Subject, answers: Answers, unit: UnitDraft) =>
  isSearched(subject, answers, unit) && entriesOf(answers[unit.key]?.ownEvidence).length === 0

const referencesSchema = z
  .array(z.string().min(1))
  .min(1, 'Choose at least one passage that the correction rests on.')
  .max(MOST_REFERENCES)
  .refine((keys) => new Set(keys).size === keys.length, 'Name each passage once.')

const text = { form: 'text', schema: textSchema, consolidate: 'wording' } as const
const decide = { consolidate: 'decide' } as const

/** Stance, reliability and sufficiency, asked alike of evidence that was given and evidence that was added. */
function evidenceQuestions(unit: string, isAskedAbout: Question['asked'], reliableRequired: boolean): Question[] {
  return [
    {
      key: 'stance',
      unit,
      title: 'Stance',
      prompt: 'What does the passage say about the claim?',
      section: 'The stance of each passage',
      ...choice(stanceOptions),
      asked: isAskedAbout,
      required: true,
      ...decide,
    },
    {
      key: 'reliable',
      unit,
      title: 'Reliability',
      prompt: 'Can the source be trusted?',
      section: 'The stance of each passage',
      ...choice(reliableOptions),
      asked: isAskedAbout,
      required: reliableRequired,
      ...decide,
    },
    {
      key: 'sufficient',
      unit,
      title: 'Sufficient alone',
      prompt: 'Does this passage alone decide the claim?',
      section: 'The stance of each passage',
      ...choice(sufficientOptions),
      asked: isAskedAbout,
      required: false,
      ...decide,
    },
  ]
}

const claimQuestions: Question[] = [
  {
    key: 'enough',
    unit: 'claim',
    title: 'Automatic evidence',
    prompt: 'Does the automatic evidence decide the claim?',
    section: 'Is the automatic evidence enough?',
    ...choice(enoughOptions),
    asked: isChecked,
    required: true,
    ...decide,
  },
  {
    key: 'ownEvidence',
    unit: 'claim',
    title: 'Own evidence',
    prompt: 'What did you find yourself?',
    section: 'Is the automatic evidence enough?',
    form: 'list',
    list: {
      kind: 'own-evidence',
      text: 'quote',
      evidence: { url: 'url', query: 'query', along: { question: 'enough', value: 'no' } },
    },
    schema: listSchema,
    asked: isSearched,
    required: false,
    consolidate: 'union',
  },
  {
    key: 'searched',
    unit: 'claim',
    title: 'Queries that found nothing',
    prompt: 'What did you search for, one query a line?',
    section: 'Is the automatic evidence enough?',
    ...text,
    takes: 'queries',
    asked: isSearchedInVain,
    required: true,
  },
  {
    key: 'verdict',
    unit: 'claim',
    title: 'Verdict',
    prompt: 'Is the claim true?',
    section: 'The verdict',
    ...choice(verdictOptions),
    asked: isChecked,
    required: true,
    ...decide,
  },
  {
    key: 'correction',
    unit: 'claim',
    title: 'Correction',
    prompt: 'Correct the false claim, or delete it?',
    section: 'The correction',
    ...choice(correctionOptions),
    asked: isFalse,
    required: true,
    ...decide,
  },
  {
    key: 'unverified',
    unit: 'claim',
    title: 'Without enough evidence',
    prompt: 'Keep the claim, or delete it?',
    section: 'The correction',
    ...choice(unverifiedOptions),
    asked: isUnverified,
    required: true,
    ...decide,
  },
  {
    key: 'revised',
    unit: 'claim',
    title: 'Corrected claim',
    prompt: 'What should the claim say, with as few words changed as possible?',
    section: 'The correction',
    ...text,
    asked: isCorrected,
    required: true,
  },
  {
    key: 'deleteReason',
    unit: 'claim',
    title: 'Reason for deletion',
    prompt: 'Why should the claim be left out?',
    section: 'The correction',
    ...text,
    asked: isDropped,
    required: true,
  },
  {
    key: 'references',
    unit: 'claim',
    title: 'Evidence relied on',
    prompt: 'Which evidence does the correction rest on?',
    section: 'The correction',
    form: 'references',
    schema: referencesSchema,
    asked: isFalse,
    required: true,
    consolidate: 'union',
  },
]

const ownQuestions: Question[] = [
  {
    key: 'query',
    unit: 'own-evidence',
    title: 'Query',
    prompt: 'What did you search for?',
    section: 'Is the automatic evidence enough?',
    ...text,
    asked: isOwn,
    required: true,
  },
  {
    key: 'url',
    unit: 'own-evidence',
    title: 'Address',
    prompt: 'On which page is it?',
    section: 'Is the automatic evidence enough?',
    ...text,
    schema: urlSchema,
    asked: isOwn,
    required: true,
  },
  {
    key: 'quote',
    unit: 'own-evidence',
    title: 'Quotation',
    prompt: 'What does the page say, word for word?',
    section: 'Is the automatic evidence enough?',
    ...text,
    asked: isOwn,
    required: true,
  },
  ...evidenceQuestions('own-evidence', isOwn, true),
]

/** The questions of the second stage, in the order in which they are settled. */
export const verifyQuestions: readonly Question[] = [
  ...evidenceQuestions('evidence', isEvidence, false),
  ...claimQuestions,
  ...ownQuestions,
]
