/** What annotators of FACTOR's validation practise with: true sentences, and edits of them. */
import type { PracticeRecord } from '@/lib/protocols/practice-tasks'
import { validateStage } from './stage'

interface Edit {
  text: string
  nonFactual: boolean
  fluent?: false
  consistent?: false
  type?: 'predicate' | 'entity' | 'circumstance' | 'coreference' | 'link'
  why: string
  typeWhy?: string
  formWhy?: string
}

interface Case {
  key: string
  prefix: string
  completion: string
  edits: readonly Edit[]
}

const practise = ({ key, prefix, completion, edits }: Case): PracticeRecord => ({
  key,
  record: {
    id: key,
    set: 'practice',
    doc_id: key,
    prefix,
    completion,
    contradictions: edits.map(({ text, nonFactual, fluent = true, consistent = true, type }) => ({
      text,
      non_factual: nonFactual,
      fluent,
      self_consistent: consistent,
      ...(type ? { error_type: type } : {}),
    })),
  },
  why: {
    [validateStage.key]: Object.fromEntries(
      edits.map(({ why, typeWhy, formWhy, fluent, consistent }, index) => [
        `c${index + 1}`,
        {
          nonFactual: why,
          ...(typeWhy ? { errorType: typeWhy } : {}),
          ...(formWhy && fluent === false ? { fluent: formWhy } : {}),
          ...(formWhy && consistent === false ? { selfConsistent: formWhy } : {}),
        },
      ]),
    ),
  },
})

export const factorValidationPractice: readonly PracticeRecord[] = [
  practise({
    key: 'titanic',
    prefix: 'The Titanic was the largest ship of its time. ',
    completion: 'It sank in April 1912 after it had struck an iceberg.',
    edits: [
      {
        text: 'It sank in April 1921 after it had struck an iceberg.',
        nonFactual: true,
        type: 'circumstance',
        why: 'It cannot have sunk in 1912 and in 1921.',
        typeWhy: 'When it happened was changed.',
      },
      {
        text: 'After striking an iceberg, it sank in April 1912.',
        nonFactual: false,
        why: 'It says the same in other words.',
      },
      {
        text: 'It sank in April 1912 before it had struck an iceberg.',
        nonFactual: true,
        type: 'link',
        why: 'Before and after cannot both be so.',
        typeWhy: 'How the two events hang together was changed: after became before.',
      },
    ],
  }),
  practise({
    key: 'telephone',
    prefix: 'In the nineteenth century people began to send their voices over wires. ',
    completion: 'Alexander Graham Bell received a patent for the telephone in 1876.',
    edits: [
      {
        text: 'Thomas Edison received a patent for the telephone in 1876.',
        nonFactual: true,
        type: 'entity',
        why: 'It gives the patent of the text to somebody else.',
        typeWhy: 'Who it is about was changed.',
      },
      {
        text: 'Alexander Graham Bell receiving patent a for the telephone in 1876.',
        nonFactual: false,
        fluent: false,
        why: 'It states the same as the true sentence.',
        formWhy: 'Nobody would write it so: the verb and the order of the words are broken.',
      },
    ],
  }),
  practise({
    key: 'spiders',
    prefix: 'Many people are afraid of spiders. ',
    completion: 'Most spiders have eight eyes and catch insects.',
    edits: [
      {
        text: 'Most spiders have eight eyes and avoid insects.',
        nonFactual: true,
        type: 'predicate',
        why: 'Who avoids insects does not catch them.',
        typeWhy: 'What is done was changed: another verb, which says the opposite.',
      },
      {
        text: 'Most spiders have eight eyes, are blind because they have no eyes, and catch insects.',
        nonFactual: true,
        consistent: false,
        type: 'predicate',
        why: 'That they have no eyes cannot be true together with the true sentence.',
        typeWhy: 'What is the case was changed into its opposite.',
        formWhy: 'It says that they have eight eyes and that they have none: one part rules out the other.',
      },
    ],
  }),
]
