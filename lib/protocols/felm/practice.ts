/** What annotators of FELM practise with: everyday facts, with every label and every type of error three times or more. */
import type { PracticeRecord } from '@/lib/protocols/practice-tasks'
import type { ErrorType } from './options'
import { ITEM } from './questions'
import { SEGMENTS } from './stage'

type Segment =
  | { text: string; why: string }
  | { text: string; why: string; wrong: ErrorType; comment: string; typeWhy: string }

interface Kept {
  key: string
  domain: 'wk' | 'science' | 'math'
  prompt: string
  segments: readonly Segment[]
}

const KEEP = 'It states facts that can be looked up, so it stays in the dataset and every segment gets a label.'

function kept({ key, domain, prompt, segments }: Kept): PracticeRecord {
  const wrong = segments.map((segment) => ('wrong' in segment ? segment : null))
  const reasons = segments.map(({ why }, index): [string, Record<string, string>] => {
    const error = wrong[index]
    return [`s${index + 1}`, error ? { label: why, errorType: error.typeWhy } : { label: why }]
  })
  return {
    key,
    record: {
      index: key,
      domain,
      source: 'practice',
      prompt,
      response: segments.map(({ text }) => text).join(' '),
      segmented_response: segments.map(({ text }) => text),
      labels: wrong.map((error) => error === null),
      comment: wrong.map((error) => error?.comment ?? ''),
      type: wrong.map((error) => error?.wrong ?? null),
      ref: [],
      ref_contents: [],
    },
    why: { [SEGMENTS]: { [ITEM]: { action: KEEP }, ...Object.fromEntries(reasons) } },
  }
}

interface Removed {
  key: string
  domain: Kept['domain']
  prompt: string
  response: string
  reason: 'procedure' | 'non_factual' | 'riddle'
  why: string
}

const removed = ({ key, domain, prompt, response, reason, why }: Removed): PracticeRecord => ({
  key,
  record: { id: key, domain, source: 'practice', prompt, response },
  answers: { [SEGMENTS]: { [ITEM]: { action: 'remove', removeReason: reason } } },
  why: { [SEGMENTS]: { [ITEM]: { action: why, removeReason: why } } },
})

const KNOWLEDGE = 'A source says otherwise: that is an error of knowledge.'
const REASONING = 'Each part may be right, but the conclusion does not follow from it: that is an error of reasoning.'
const IRRELEVANT = 'It may be right by itself, but the prompt does not ask for it.'
const FOOLED = 'The prompt takes something for granted that is not so, and the segment believes it.'

export const felmPractice: readonly PracticeRecord[] = [
  kept({
    key: 'capital-of-australia',
    domain: 'wk',
    prompt: 'What is the capital of Australia?',
    segments: [
      {
        text: 'The capital of Australia is Sydney.',
        wrong: 'knowledge_error',
        comment: 'The capital is Canberra.',
        why: 'The capital of Australia is Canberra. Sydney is larger and better known, which is why this is a common mistake.',
        typeWhy: KNOWLEDGE,
      },
      {
        text: 'The parliament of the country sits in the capital.',
        why: 'Parliament House stands in Canberra, the capital. The segment names no city, so the mistake before it does not make it false.',
      },
      {
        text: 'The capital is built on an island off the coast.',
        wrong: 'knowledge_error',
        comment: 'Canberra lies inland.',
        why: 'Canberra lies inland, between Sydney and Melbourne.',
        typeWhy: KNOWLEDGE,
      },
    ],
  }),
  kept({
    key: 'the-moon',
    domain: 'wk',
    prompt: 'How long does the Moon take to go around the Earth?',
    segments: [
      {
        text: 'The Moon goes around the Earth in a little more than 27 days.',
        why: 'One turn takes about 27.3 days. “A little more than 27” says just that.',
      },
      { text: 'It moves around the Earth because gravity holds it.', why: 'Gravity keeps the Moon in its orbit.' },
      {
        text: 'It shines because it reflects the light of the Sun.',
        why: 'The Moon has no light of its own. This goes on about the Moon that was asked about, so it is not irrelevant.',
      },
    ],
  }),
  kept({
    key: 'spiders',
    domain: 'science',
    prompt: 'How many legs does a spider have, and is it an insect?',
    segments: [
      { text: 'A spider has eight legs.', why: 'Spiders have eight legs.' },
      {
        text: 'Spiders are insects.',
        wrong: 'knowledge_error',
        comment: 'Spiders are arachnids.',
        why: 'Spiders are arachnids, as scorpions are. Insects are another class.',
        typeWhy: KNOWLEDGE,
      },
      {
        text: 'Insects have six legs, so an animal with eight legs is an insect.',
        wrong: 'reasoning_error',
        comment: 'From six legs follows the opposite.',
        why: 'If insects have six legs, an animal with eight is none.',
        typeWhy: REASONING,
      },
    ],
  }),
  removed({
    key: 'pancakes',
    domain: 'science',
    prompt: 'How do I make pancakes?',
    response: 'Mix flour, milk and eggs. Let the batter rest. Fry it in a little butter.',
    reason: 'procedure',
    why: 'A recipe is a list of steps: they are good or bad, but not true or false.',
  }),
  kept({
    key: 'boiling-water',
    domain: 'science',
    prompt: 'At what temperature does water boil?',
    segments: [
      {
        text: 'At sea level water boils at about 100 degrees Celsius.',
        why: 'That is its boiling point at sea level.',
      },
      {
        text: 'On high mountains it boils at a lower temperature.',
        why: 'The air presses less up there, so water boils sooner.',
      },
      { text: 'When it boils, it turns into steam.', why: 'Boiling is just that: liquid water becomes vapour.' },
    ],
  }),
  kept({
    key: 'penguins',
    domain: 'science',
    prompt: 'Can penguins fly?',
    segments: [
      { text: 'Penguins cannot fly.', why: 'No kind of penguin can fly.' },
      { text: 'They use their wings to swim.', why: 'Their wings have become flippers.' },
      {
        text: 'Penguins are birds and most birds fly, so penguins must be able to fly.',
        wrong: 'reasoning_error',
        comment: 'Most birds are not all birds.',
        why: 'From “most birds fly” nothing follows about a single kind of bird.',
        typeWhy: REASONING,
      },
      {
        text: 'A chessboard has 64 squares.',
        wrong: 'irrelevant_with_qst',
        comment: 'It has nothing to do with penguins.',
        why: 'A chessboard does have 64 squares, but nobody asked. What has nothing to do with the prompt is labelled false.',
        typeWhy: IRRELEVANT,
      },
    ],
  }),
  removed({
    key: 'poem',
    domain: 'wk',
    prompt: 'Write two lines about the rain.',
    response: 'The rain came softly down the lane, and sang against the window pane.',
    reason: 'non_factual',
    why: 'A poem states no facts that a source could confirm.',
  }),
  kept({
    key: 'the-wall',
    domain: 'wk',
    prompt: 'Why can the Great Wall of China be seen from the Moon with the naked eye?',
    segments: [
      {
        text: 'It can be seen from the Moon because it is so long.',
        wrong: 'fooled',
        comment: 'It cannot be seen from the Moon.',
        why: 'Nobody can see the wall from the Moon: it is long, but only a few metres wide.',
        typeWhy: FOOLED,
      },
      {
        text: 'From there it looks like a thin bright line.',
        wrong: 'fooled',
        comment: 'It cannot be seen from there at all.',
        why: 'It describes what cannot be seen from there.',
        typeWhy: FOOLED,
      },
      { text: 'The wall is thousands of kilometres long.', why: 'All its parts together are far more than that.' },
    ],
  }),
  kept({
    key: 'minutes-of-a-day',
    domain: 'math',
    prompt: 'How many minutes are there in a day?',
    segments: [
      { text: 'An hour has 60 minutes and a day has 24 hours.', why: 'Both are so by definition.' },
      { text: '60 times 24 is 1,440.', why: '60 times 20 is 1,200, 60 times 4 is 240: together 1,440.' },
      { text: 'So a day has 1,440 minutes.', why: 'It follows from the two steps before.' },
    ],
  }),
  kept({
    key: 'second-prize',
    domain: 'wk',
    prompt: 'In which year did Albert Einstein win his second Nobel Prize?',
    segments: [
      {
        text: 'Einstein won his second Nobel Prize in 1935.',
        wrong: 'fooled',
        comment: 'He won one Nobel Prize only.',
        why: 'Einstein won one Nobel Prize. There was no second one to give a year for.',
        typeWhy: FOOLED,
      },
      {
        text: 'He was awarded the Nobel Prize in Physics of 1921.',
        why: 'He was given the prize of 1921, a year later, in 1922.',
      },
      {
        text: 'The chemical symbol of gold is Au.',
        wrong: 'irrelevant_with_qst',
        comment: 'Nobody asked about gold.',
        why: 'It is so, and has nothing to do with the prompt.',
        typeWhy: IRRELEVANT,
      },
    ],
  }),
  removed({
    key: 'keys',
    domain: 'wk',
    prompt: 'What has many keys and opens no door?',
    response: 'A piano.',
    reason: 'riddle',
    why: 'It is a riddle: the answer rests on two meanings of a word, not on the world.',
  }),
  kept({
    key: 'largest-planet',
    domain: 'science',
    prompt: 'Which is the largest planet of the solar system?',
    segments: [
      { text: 'Jupiter is the largest planet of the solar system.', why: 'It is, by size and by mass.' },
      {
        text: 'Jupiter is larger than Saturn and Saturn is larger than the Earth, so the Earth is larger than Jupiter.',
        wrong: 'reasoning_error',
        comment: 'It follows that Jupiter is larger than the Earth.',
        why: 'What is said first is right, but the opposite follows from it.',
        typeWhy: REASONING,
      },
      {
        text: 'Many people drink tea in the afternoon.',
        wrong: 'irrelevant_with_qst',
        comment: 'It has nothing to do with planets.',
        why: 'It is so, and has nothing to do with the prompt.',
        typeWhy: IRRELEVANT,
      },
    ],
  }),
]
