/** For tests: records as the formats take them, with and without votes. */
import type { JsonRecord } from '@/lib/protocols/record-fields'

const SHORT = ['The lighthouse of Arden was built in 1871.', 'Arden has a lighthouse.']
const LONG = ['The lighthouse of Arden was built in 1871.', 'The lighthouse of Arden is beautiful.']

export const pairRecord = {
  id: 'p1',
  domain: 'travel',
  qa: true,
  question: 'What is there to see in Arden?',
  extractor: 'model one',
  variant: 'preference',
  text: 'Arden has a beautiful lighthouse. It was built in 1871. You should visit it.',
  lists: [
    { method: 'plain', claims: LONG },
    { method: 'careful', claims: SHORT },
  ],
  votes: [
    {
      voter: 'annotator 1',
      shown: ['careful', 'plain'],
      better: 'careful',
      hard: false,
      justification: 'The other list holds an opinion.',
    },
    {
      voter: 'annotator 2',
      shown: ['plain', 'careful'],
      better: 'careful',
      hard: true,
      justification: 'It is shorter.',
    },
    { voter: 'annotator 3', shown: null, better: 'plain', hard: true, justification: 'It leaves nothing out.' },
  ],
} satisfies JsonRecord

export const comparisonRecord: JsonRecord = {
  id: 'c1',
  domain: 'travel',
  variant: 'comparison',
  text: 'Arden has a beautiful lighthouse. It was built in 1871.',
  lists: [
    { method: 'model one', claims: LONG },
    { method: 'model two', claims: SHORT },
  ],
  votes: [
    { voter: 'annotator 1', shown: ['model two', 'model one'], better: 'hard to choose' },
    {
      voter: 'annotator 2',
      shown: ['model two', 'model one'],
      better: 'model one',
      justification: 'It names the year.',
    },
  ],
}

export const identicalRecord = {
  id: 'c2',
  variant: 'comparison',
  text: 'Arden has a lighthouse.',
  lists: [
    { method: 'model one', claims: SHORT },
    { method: 'model two', claims: [...SHORT] },
  ],
} satisfies JsonRecord

export const textRecord = { id: 't1', text: 'Arden has a lighthouse. I like it.' } satisfies JsonRecord

export const preferenceRecords = [pairRecord, comparisonRecord, identicalRecord, textRecord]
