/** What annotators of Factcheck-Bench's revisions practise with: a response with a mistake, and three ways to correct it. */
import type { PracticeRecord } from '@/lib/protocols/practice-tasks'
import { preferStage } from './stage'

interface Case {
  key: string
  prompt: string
  response: string
  revisions: Readonly<Record<'one' | 'two' | 'three', string>>
  claims: readonly string[]
  best: 'one' | 'two' | 'three'
  reason: string
  why: string
}

const practise = ({ key, prompt, response, revisions, claims, best, reason, why }: Case): PracticeRecord => ({
  key,
  record: {
    id: key,
    prompt,
    response,
    revisions: Object.entries(revisions).map(([method, text]) => ({ method, text })),
    claims: [...claims],
    human_revision: revisions[best],
    votes: [{ voter: 'annotator 1', shown: Object.keys(revisions), best: [best], reason }],
  },
  why: { [preferStage.key]: { item: { best: why } } },
})

export const factcheckBenchRevisionPractice: readonly PracticeRecord[] = [
  practise({
    key: 'week',
    prompt: 'How many days does a week have?',
    response: 'A week has eight days. It begins on Monday in many countries.',
    revisions: {
      one: 'A week has seven days. It begins on Monday in many countries.',
      two: 'There are seven days.',
      three: 'A week has eight days. It begins on Sunday in many countries.',
    },
    claims: ['A week has seven days.'],
    best: 'one',
    reason: 'It corrects the number and leaves everything else as it was.',
    why: 'The first changes what was false and nothing else. The second also drops a sentence that was right, and the third leaves the mistake.',
  }),
  practise({
    key: 'sun',
    prompt: 'Where does the sun rise?',
    response: 'The sun rises in the west and sets in the east.',
    revisions: {
      one: 'The sun rises in the east and sets in the east.',
      two: 'The sun rises in the east and sets in the west.',
      three: 'Sun east rise, west set.',
    },
    claims: ['The sun rises in the east.', 'The sun sets in the west.'],
    best: 'two',
    reason: 'Both mistakes are corrected, and it reads naturally.',
    why: 'The first corrects only one of two mistakes. The third is right, but nobody would write it so.',
  }),
  practise({
    key: 'ice',
    prompt: 'Why does ice float?',
    response: 'Ice floats, my friend, because it is heavier than water.',
    revisions: {
      one: 'Ice floats because its density is lower than that of liquid water.',
      two: 'Ice floats, my friend, because it is colder than water.',
      three: 'Ice floats, my friend, because it is lighter than the water it takes the place of.',
    },
    claims: ['Ice has a lower density than liquid water.'],
    best: 'three',
    reason: 'It is right now, and keeps the tone of the original.',
    why: 'The first is right too, but loses the tone of the original. The second puts another mistake in: cold is not the cause.',
  }),
]
