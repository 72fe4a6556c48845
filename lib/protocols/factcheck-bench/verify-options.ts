import type { Option } from '@/lib/protocols/protocol'

/** Whether the evidence that came with the claim decides it. Keys 1 and 2. */
export const enoughOptions: readonly Option[] = [
  {
    value: 'yes',
    text: 'Enough',
    key: '1',
    tone: 'positive',
    definition: 'The passages found automatically decide whether the claim is true or false.',
  },
  {
    value: 'no',
    text: 'Not enough',
    key: '2',
    tone: 'negative',
    definition: 'They do not. Look for evidence yourself, or write down the queries that found none.',
  },
]

/** The verdict on a claim. Keys 3 to 5. */
export const verdictOptions: readonly Option[] = [
  {
    value: 'true',
    text: 'True',
    key: '3',
    tone: 'positive',
    definition: 'The evidence supports the claim as it stands. It needs no correction.',
  },
  {
    value: 'false',
    text: 'False',
    key: '4',
    tone: 'negative',
    definition:
      'The evidence refutes all of the claim or a part of it. Correct or delete it, and say what that rests on.',
  },
  {
    value: 'not_enough_evidence',
    text: 'Not enough evidence',
    key: '5',
    tone: 'neutral',
    definition: 'Nothing relevant was found, or the evidence conflicts and neither side is stronger.',
  },
]

/** What happens to a false claim. Keys 6 and 7. */
export const correctionOptions: readonly Option[] = [
  {
    value: 'edit',
    text: 'Correct it',
    key: '6',
    tone: 'partial',
    definition: 'Change or strike what is wrong and nothing else.',
  },
  {
    value: 'delete',
    text: 'Delete it',
    key: '7',
    tone: 'negative',
    definition: 'Nothing true is left of the claim, so it goes from the response.',
  },
]

/** What happens to a claim without enough evidence. Keys 6 and 7. */
export const unverifiedOptions: readonly Option[] = [
  {
    value: 'keep',
    text: 'Keep it',
    key: '6',
    tone: 'neutral',
    definition: 'Nothing speaks against the claim. It stays in the response as it is.',
  },
  {
    value: 'delete',
    text: 'Delete it',
    key: '7',
    tone: 'negative',
    definition: 'It is better left out. Say why.',
  },
]

/** What happens to a sentence of the response. Keys 1 and 2. */
export const fateOptions: readonly Option[] = [
  {
    value: 'keep',
    text: 'Keep',
    key: '1',
    tone: 'positive',
    definition: 'The sentence stays, in the words that you leave it with.',
  },
  {
    value: 'delete',
    text: 'Delete',
    key: '2',
    tone: 'negative',
    definition: 'The sentence goes: nothing true is left of it, or another sentence already says it.',
  },
]
