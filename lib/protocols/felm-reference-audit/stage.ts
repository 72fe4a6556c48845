import {
  allOf,
  checkIn,
  checkMeasure,
  checkQuestion,
  ITEM,
  noteQuestion,
} from '@/lib/protocols/felm-audits/check-question'
import type { Answers, Measure, Question, Stage } from '@/lib/protocols/protocol'
import { contentOf } from './content'
import { linkHost } from './link-host'

/** The stage's key. */
export const REFERENCES = 'references'

/** Its guidelines are one section. */
const SECTION = 'Can the reference be relied on?'

const questions: readonly Question[] = [
  checkQuestion({
    key: 'freeOfMisinformation',
    title: 'Misinformation',
    prompt: 'Is what the page says about the subject free of misinformation?',
    section: SECTION,
    yes: {
      text: 'Free of it',
      key: '1',
      definition: 'Nothing that the page states on the subject is known to be false.',
    },
    no: {
      text: 'Misinformation',
      key: '2',
      definition: 'The page states at least one thing on the subject that is false.',
    },
    good: true,
  }),
  checkQuestion({
    key: 'freeOfRumour',
    title: 'Rumour',
    prompt: 'Is what the page says about the subject free of rumour?',
    section: SECTION,
    yes: {
      text: 'Free of it',
      key: '3',
      definition: 'The page says where it knows things from, or its kind of source vouches for them.',
    },
    no: { text: 'Rumour', key: '4', definition: 'The page passes on hearsay that nobody stands for or has confirmed.' },
    good: true,
  }),
  noteQuestion({
    prompt: 'What is false or mere hearsay, and how do you know?',
    section: SECTION,
    asked: (answers) => isReliable(answers) === false,
    required: true,
  }),
]

/** A reference is reliable when it holds neither misinformation nor rumour; null while one of the two is open. */
export function isReliable(answers: Answers): boolean | null {
  return allOf([checkIn(answers, 'freeOfMisinformation'), checkIn(answers, 'freeOfRumour')])
}

const unitOfAnalysis = 'reference'
const measures: readonly Measure[] = [
  checkMeasure({ key: 'reliable', title: 'Reliable', unitOfAnalysis, words: ['Reliable', 'Not reliable'] }, isReliable),
  checkMeasure(
    { key: 'freeOfMisinformation', title: 'Misinformation', unitOfAnalysis, words: ['Free of it', 'Misinformation'] },
    (answers) => checkIn(answers, 'freeOfMisinformation'),
    'freeOfMisinformation',
  ),
  checkMeasure(
    { key: 'freeOfRumour', title: 'Rumour', unitOfAnalysis, words: ['Free of it', 'Rumour'] },
    (answers) => checkIn(answers, 'freeOfRumour'),
    'freeOfRumour',
  ),
]

/** FELM 3.6: an expert says of each reference whether it can be relied on. */
export const referencesStage: Stage = {
  key: REFERENCES,
  title: 'Check the reference',
  raters: 1,
  consolidation: 'reviewer',
  thirdRater: 'deadlock',
  approval: 'automatic',
  unitKinds: [{ kind: ITEM, text: 'reference' }],
  questions,
  measures,
  measuredContent: [],
  units: (content) => [{ key: ITEM, kind: ITEM, text: linkHost(contentOf(content).url) }],
  segmentedText: () => null,
  resegments: null,
  rollUp: (_, answers) => ({
    reliable: isReliable(answers),
    freeOfMisinformation: checkIn(answers, 'freeOfMisinformation'),
    freeOfRumour: checkIn(answers, 'freeOfRumour'),
  }),
}
