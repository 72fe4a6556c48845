/** What annotators of FACTOR's generations practise with: the fact that two sentences differ in, and how texts go on. */
import type { PracticeRecord } from '@/lib/protocols/practice-tasks'
import { factStage } from './fact-stage'
import { continuationKeys, judgeStage } from './judge-stage'

interface Pair {
  key: string
  prefix: string
  completion: string
  contradiction: string
  type: string
  fact: string
  kindWhy: string
  factWhy: string
  continuations: readonly { text: string; judgement: 'true' | 'false' | 'neutral' | 'ill-formed'; why: string }[]
}

function practise({ kindWhy, factWhy, type, continuations, ...pair }: Pair): PracticeRecord {
  const keys = continuationKeys(continuations)
  return {
    key: pair.key,
    record: {
      id: pair.key,
      set: 'practice',
      prefix: pair.prefix,
      completion: pair.completion,
      contradiction: pair.contradiction,
      error_type: type,
      models: [{ model: 'practice' }],
      fact: pair.fact,
      continuations: continuations.map(({ text, judgement }, at) => ({
        model: 'practice',
        sample: at + 1,
        text,
        judgement,
      })),
    },
    why: {
      [factStage.key]: { item: { kind: kindWhy, fact: factWhy } },
      [judgeStage.key]: Object.fromEntries(continuations.map(({ why }, at) => [keys[at] ?? '', { judgement: why }])),
    },
  }
}

export const factorGenerationPractice: readonly PracticeRecord[] = [
  practise({
    key: 'eiffel-tower',
    prefix: 'The Eiffel Tower stands in Paris. ',
    completion: 'It was finished in 1889 for a world fair.',
    contradiction: 'It was finished in 1899 for a world fair.',
    type: 'circumstance',
    fact: 'The Eiffel Tower was finished in 1889.',
    kindWhy: 'The two sentences differ in the year and in nothing else.',
    factWhy:
      'It is the true version, with the name in the place of “it”. The world fair stands in both, so it is left out.',
    continuations: [
      {
        text: '1889, and many people disliked it.',
        judgement: 'true',
        why: 'It states the year of the fact. What else it says does not matter.',
      },
      {
        text: 'two years and two months, by some three hundred workers.',
        judgement: 'neutral',
        why: 'It says how long it took, and not in which year it was finished.',
      },
      {
        text: 'the year 1900, later than planned.',
        judgement: 'false',
        why: 'It cannot have been finished in 1889 and in 1900. The mistake need not be that of the contradiction.',
      },
    ],
  }),
  practise({
    key: 'penguins',
    prefix: 'Penguins live in the southern half of the world. ',
    completion: 'They cannot fly, but they swim very well.',
    contradiction: 'They can fly, and they swim very well.',
    type: 'predicate',
    fact: 'Penguins cannot fly.',
    kindWhy: 'The sentences differ in whether penguins can fly.',
    factWhy: 'That they swim well is in both sentences, so it is no part of the fact.',
    continuations: [
      {
        text: 'have flippers in the place of wings, and none of them is able to fly.',
        judgement: 'true',
        why: 'It states the fact in other words.',
      },
      {
        text: 'fly north every winter.',
        judgement: 'false',
        why: 'What flies north can fly: both cannot be so.',
      },
      {
        text: 'they the ice ice of',
        judgement: 'ill-formed',
        why: 'It is garbled and says nothing that could be judged.',
      },
    ],
  }),
  practise({
    key: 'mozart',
    prefix: 'Mozart was a composer. ',
    completion: 'He was born in Salzburg in 1756.',
    contradiction: 'He was born in Vienna in 1756.',
    type: 'circumstance',
    fact: 'Mozart was born in Salzburg.',
    kindWhy: 'The sentences differ in the place and in nothing else.',
    factWhy: 'The year is the same in both, so it is left out.',
    continuations: [
      {
        text: 'Salzburg, and died in Vienna.',
        judgement: 'true',
        why: 'With the words before it, it says where he was born. Where he died does not matter.',
      },
      {
        text: 'the eighteenth century.',
        judgement: 'neutral',
        why: 'It gives the time and leaves the place open. Saying less is neutral.',
      },
      {
        text: 'Vienna, where he learned to play early.',
        judgement: 'false',
        why: 'With the words before it, it says that he was born in Vienna.',
      },
    ],
  }),
  {
    key: 'piano',
    record: {
      id: 'piano',
      set: 'practice',
      prefix: 'There is a piano in the hall. ',
      completion: 'It has 88 keys and three pedals.',
      contradiction: 'It has 85 keys and two pedals.',
    },
    answers: { [factStage.key]: { item: { kind: 'none', why: 'They differ in the keys and in the pedals.' } } },
    why: {
      [factStage.key]: {
        item: { kind: 'The sentences differ in two facts at once, so there is no single one to judge texts by.' },
      },
    },
  },
]
