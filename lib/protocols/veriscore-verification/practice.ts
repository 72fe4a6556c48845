/** What annotators of VeriScore's verification practise with: claims beside what searches found. */
import type { PracticeRecord } from '@/lib/protocols/practice-tasks'
import { verifyStage } from './stage'

interface Result {
  title: string
  snippet: string
  stance: 'supports' | 'contradicts' | 'inconclusive'
  why: string
}

interface Claim {
  key: string
  claim: string
  verdict: 'Supported.' | 'Contradicted.'
  why: string
  results: readonly Result[]
}

const practise = ({ key, claim, verdict, why, results }: Claim): PracticeRecord => ({
  key,
  record: {
    id: key,
    claim,
    results: results.map(({ title, snippet }, index) => ({
      title,
      snippet,
      link: `https://example.org/${key}/${index + 1}`,
    })),
    human_label: verdict,
    human_result_labels: results.map(({ stance }) => stance),
  },
  why: {
    [verifyStage.key]: {
      item: { verdict: why },
      ...Object.fromEntries(results.map((result, index) => [`r${index + 1}`, { stance: result.why }])),
    },
  },
})

/** Results that leave the claim open. */
function undecided(
  { key, claim, why, results }: Omit<Claim, 'verdict'>,
  reason: { kind: 'a' | 'b' | 'c'; why: string },
): PracticeRecord {
  const supportedRecord = practise({ key, claim, verdict: 'Supported.', why, results })
  const stances = results.map(({ stance }, index): [string, { stance: string }] => [`r${index + 1}`, { stance }])
  const item = { verdict: 'inconclusive', why: reason.kind }
  return {
    ...supportedRecord,
    answers: { [verifyStage.key]: { item, ...Object.fromEntries(stances) } },
    why: {
      [verifyStage.key]: { ...supportedRecord.why[verifyStage.key], item: { verdict: why, why: reason.why } },
    },
  }
}

export const veriscoreVerificationPractice: readonly PracticeRecord[] = [
  practise({
    key: 'honey-bees',
    claim: 'Honey bees have six legs.',
    verdict: 'Supported.',
    why: 'One result says it, and none says otherwise.',
    results: [
      {
        title: 'The body of the honey bee',
        snippet: 'Like all insects, the honey bee has three pairs of legs.',
        stance: 'supports',
        why: 'Three pairs are six legs: the words need not be the same.',
      },
      {
        title: 'Keeping bees at home',
        snippet: 'Put the hive where it gets the sun in the morning.',
        stance: 'inconclusive',
        why: 'It is about hives, and silent about legs.',
      },
    ],
  }),
  practise({
    key: 'rome',
    claim: 'Rome is the capital of Italy and lies on no river.',
    verdict: 'Contradicted.',
    why: 'One part is supported, the other is contradicted. One wrong part is enough.',
    results: [
      {
        title: 'Rome',
        snippet: 'The Tiber runs through the city on its way to the sea.',
        stance: 'contradicts',
        why: 'A river runs through the city: that cannot be true together with “lies on no river”.',
      },
      {
        title: 'Capitals of Europe',
        snippet: 'Madrid, Paris and Rome are the capitals of Spain, France and Italy.',
        stance: 'inconclusive',
        why: 'It supports the capital and is silent about rivers: the claim as a whole is neither supported nor contradicted by it.',
      },
    ],
  }),
  undecided(
    {
      key: 'dolphins',
      claim: 'Dolphins are mammals and sleep with one eye open.',
      why: 'A part of the claim is supported, but about the other part no result says anything.',
      results: [
        {
          title: 'Dolphins',
          snippet: 'Dolphins are mammals: they breathe air and feed their young with milk.',
          stance: 'supports',
          why: 'It makes one part of the claim true, which is enough for “supports”.',
        },
        {
          title: 'Watching dolphins',
          snippet: 'Boats leave the harbour at nine and at two.',
          stance: 'inconclusive',
          why: 'It says nothing that the claim is about.',
        },
      ],
    },
    { kind: 'a', why: 'That they sleep with one eye open is neither supported nor contradicted by any result.' },
  ),
]
