/** What annotators of VeriScore's preference practise with: two lists of claims from a text, in the order in which they are judged here. */
import type { PracticeRecord } from '@/lib/protocols/practice-tasks'
import { chooseStage } from './stage'

interface Pair {
  key: string
  question: string
  text: string
  lists: readonly [first: readonly string[], second: readonly string[]]
  better: 'first' | 'second'
  hard: boolean
  justification: string
  why: string
  hardWhy: string
}

const practise = ({ key, question, text, lists, better, hard, justification, why, hardWhy }: Pair): PracticeRecord => ({
  key,
  record: {
    id: key,
    domain: 'practice',
    qa: true,
    question,
    text,
    lists: [
      { method: 'first', claims: [...lists[0]] },
      { method: 'second', claims: [...lists[1]] },
    ],
    votes: [{ voter: 'annotator 1', shown: ['first', 'second'], better, hard, justification }],
  },
  why: { [chooseStage.key]: { item: { better: why, hard: hardWhy } } },
})

export const veriscorePreferencePractice: readonly PracticeRecord[] = [
  practise({
    key: 'lemons',
    question: 'What are lemons good for?',
    text: 'Lemons are rich in vitamin C. They smell wonderful. You should always keep some in the kitchen.',
    lists: [
      ['Lemons are rich in vitamin C.', 'Lemons smell wonderful.', 'One should always keep lemons in the kitchen.'],
      ['Lemons are rich in vitamin C.'],
    ],
    better: 'second',
    hard: false,
    justification: 'The other list holds an opinion and advice.',
    why: 'Both have the one fact of the text. List 1 also holds an opinion and a piece of advice, which nobody could look up.',
    hardWhy: 'The difference is plain: one list has only what can be verified.',
  }),
  practise({
    key: 'everest',
    question: 'Tell me about Mount Everest.',
    text: 'Mount Everest is the highest mountain above sea level. It stands on the border of Nepal and China. Edmund Hillary and Tenzing Norgay reached its top in 1953.',
    lists: [
      [
        'Mount Everest is the highest mountain above sea level.',
        'Mount Everest stands on the border of Nepal and China.',
        'Edmund Hillary and Tenzing Norgay reached the top of Mount Everest in 1953.',
      ],
      ['Mount Everest is the highest mountain above sea level.', 'They reached its top in 1953.'],
    ],
    better: 'first',
    hard: false,
    justification: 'It leaves nothing out, and every claim says whom it is about.',
    why: 'List 2 leaves out the border, and “they” does not say who reached the top, so nobody can look it up.',
    hardWhy: 'List 1 has more that can be verified, and nothing that cannot.',
  }),
  practise({
    key: 'tea',
    question: 'Where does tea come from?',
    text: 'Tea is made from the leaves of a plant, Camellia sinensis. I think it is the best drink there is. China grows more tea than any other country.',
    lists: [
      ['Tea is made from the leaves of Camellia sinensis.', 'Tea is the best drink there is.'],
      [
        'Tea is made from the leaves of Camellia sinensis.',
        'Camellia sinensis is a plant.',
        'China grows more tea than any other country.',
      ],
    ],
    better: 'second',
    hard: false,
    justification: 'It has the growing country, and the other list has an opinion in its place.',
    why: 'List 1 leaves out a fact and takes in an opinion. List 2 has every fact of the text.',
    hardWhy: 'One list is better in both ways at once.',
  }),
]
