/** For tests: records as the formats take them, with and without votes. */
import type { JsonRecord } from '@/lib/protocols/record-fields'

const REVISIONS = {
  'no-question-model-one': 'Arden has a lighthouse. It was built in 1871.',
  'no-question-model-two': 'Arden has a lighthouse. It was built  in 1871.',
  'with-question-model-one': 'The lighthouse of Arden dates from 1871.',
  'with-question-model-two': 'Arden has a lighthouse, built in 1781.',
}

const RESPONSE = 'Arden has a lighthouse. It was built in 1781.'

export const revisionRecord = {
  id: 'r1',
  prompt: 'When was the lighthouse built?',
  response: RESPONSE,
  revisions: Object.entries(REVISIONS).map(([method, text]) => ({ method, text })),
  claims: ['The lighthouse of Arden was built in 1871.'],
  human_revision: 'Arden has a lighthouse. It was built in 1871.',
  votes: [
    {
      voter: 'annotator 1',
      shown: ['with-question-model-two', 'no-question-model-two', 'no-question-model-one', 'with-question-model-one'],
      best: ['no-question-model-one', 'no-question-model-two'],
      reason: 'Both correct the year and change nothing else.',
    },
    {
      voter: 'annotator 2',
      shown: ['no-question-model-one', 'with-question-model-one', 'with-question-model-two', 'no-question-model-two'],
      best: ['with-question-model-one'],
      reason: 'It reads best.',
    },
  ],
} satisfies JsonRecord

/** As the paper's notebook has it. */
export const settingsRecord = {
  prompt: 'When was the lighthouse built?',
  response: RESPONSE,
  revisions: REVISIONS,
  human_preference: ' no-question-model-one,  no-question-model-two ',
} satisfies JsonRecord

export const responseRecord = {
  id: 'r2',
  prompt: 'When was the lighthouse built?',
  response: RESPONSE,
  corrections: [{ original: 'built in 1781', corrected: 'built in 1871' }],
} satisfies JsonRecord

export const revisionRecords = [revisionRecord, settingsRecord, responseRecord]
