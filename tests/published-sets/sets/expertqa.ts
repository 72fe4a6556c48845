/** ExpertQA: claims of an answer on scales, by the expert who asked the question. */
import type { Json } from '@/lib/protocols/answers'
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { filesIn, textIn } from '@/tests/data-folders'
import { jsonLines } from '@/tests/published-sets/carriers'
import { countBy } from '@/tests/published-sets/counting'
import type { ClassQuestion, KeptGold, PublishedSet } from '@/tests/published-sets/published-set'

const FILES = { within: 'next/expertqa/data/lfqa', named: /\.jsonl$/ }
const SUPPORT = ['Incomplete', 'Partial', 'Complete']
const RELIABILITY = ['Not reliable at all', 'Somewhat reliable', 'Reliable']
const INFORMATIVENESS = ['Uninformative', 'Not too important', 'A bit relevant', 'Very relevant']
const CORRECTNESS = ['Definitely incorrect', 'Likely incorrect', 'Unsure', 'Probably correct', 'Definitely correct']
const USEFULNESS = ['Not useful at all', 'Partially useful', 'Useful']
const OUTSIDE = ['Missing', 'N/A']

type Claim = JsonRecord
type System = { answer_string: string; usefulness: string | null; claims: Claim[] }
const answerIn = (record: JsonRecord) => Object.values(record.answers as unknown as Record<string, System>)[0] as System
const textOrNull = (value: Json | undefined) => (typeof value === 'string' ? value : null)

const ofClaims = (
  id: string,
  values: readonly string[],
  more: Partial<Pick<ClassQuestion, 'level' | 'outside'>> = {},
): ClassQuestion => ({
  id,
  form: 'class',
  level: 'ordinal',
  ofUnits: true,
  values: [...values, ...(more.outside ?? [])],
  answers: (record) => answerIn(record).claims.map((claim) => textOrNull(claim[id])),
  ...more,
})

const claimUnits = ({ content }: KeptGold) =>
  (content['@units'] as { kind: string; key: string; text: string }[]).filter(({ kind }) => kind === 'claim')

/** How often each value stands; `None` where nothing does. */
const valuesOf = (golds: readonly KeptGold[], question: string) =>
  countBy(
    golds.flatMap((gold) => claimUnits(gold).map(({ key }) => gold.answers[key]?.[question] ?? null)),
    (value) => (value === null ? 'None' : String(value)),
  )

export const expertqa: PublishedSet = {
  name: 'ExpertQA',
  example: 'expert-answers',
  needs: [FILES],
  carrier: jsonLines({}),
  files: (folder) => filesIn(folder, FILES).map((name) => ({ name, text: textIn(folder, `${FILES.within}/${name}`) })),
  fewer: (records) => records.slice(0, 4),
  questions: [
    ofClaims('support', SUPPORT, { outside: OUTSIDE }),
    ofClaims('informativeness', INFORMATIVENESS),
    ofClaims('worthiness', ['Yes', 'No'], { level: 'nominal' }),
    ofClaims('correctness', CORRECTNESS),
    ofClaims('reliability', RELIABILITY, { outside: OUTSIDE }),
    {
      id: 'usefulness',
      form: 'class',
      level: 'ordinal',
      values: USEFULNESS,
      answers: (record) => [answerIn(record).usefulness],
    },
  ],
  differing: (record, chance) => {
    if (chance.happens(0.2)) return record
    const [[system = '', answer] = []] = Object.entries(record.answers as unknown as Record<string, System>)
    if (!answer) return record
    const other = (claim: Claim, name: string, values: readonly string[]) =>
      chance.happens(0.25) && typeof claim[name] === 'string'
        ? { [name]: chance.other(values, String(claim[name])) }
        : {}
    const claims = answer.claims.map((claim) => ({
      ...claim,
      ...other(claim, 'informativeness', INFORMATIVENESS),
      ...other(claim, 'worthiness', ['Yes', 'No']),
      ...other(claim, 'correctness', CORRECTNESS),
      ...(claim.reliability === 'Missing' || claim.reliability === 'N/A'
        ? {}
        : other(claim, 'reliability', RELIABILITY)),
    }))
    return { ...record, answers: { [system]: { ...answer, claims } } as unknown as Json }
  },
  statistics: (golds, files) => ({
    ...Object.fromEntries(files.map(({ name, records }) => [name, records])),
    distinct_answers: golds.length,
    claims: golds.flatMap(claimUnits).length,
    usefulness: countBy(golds, ({ answers }) => String(answers.item?.usefulness ?? 'None')),
    support: valuesOf(golds, 'support'),
    informativeness: valuesOf(golds, 'informativeness'),
    worthiness: valuesOf(golds, 'worthiness'),
    correctness: valuesOf(golds, 'correctness'),
    reliability: valuesOf(golds, 'reliability'),
    unanswered_claims: golds.flatMap((gold) =>
      claimUnits(gold).filter(({ key }) => {
        const { support = null, reliability = null } = gold.answers[key] ?? {}
        return support === null && reliability === null
      }),
    ).length,
    // An empty text is no answer: a claim that was dropped is one with a judgement and no text.
    claims_removed_in_revision: golds.flatMap((gold) =>
      claimUnits(gold).filter(({ key }) => {
        const { worthiness = null, revised = null } = gold.answers[key] ?? {}
        return worthiness !== null && revised === null
      }),
    ).length,
    fields: countBy(golds, ({ domain }) => String(domain)),
  }),
  notInGold: {
    'systems.*': 'The name of the system is a key of the record, which the example passes over with `*`.',
    claims_without_evidence:
      'Of what claims are shown with; the label Missing says the same but for three claims without labels.',
    claims_revised: 'Gold has texts without blanks at their ends, in which alone some differ; the record keeps them.',
    claims_with_extra_null_fields: 'Of fields that are no answers.',
    claims_verbatim_in_answer: 'Of the texts, of which gold says nothing.',
    'question_types.*': 'A text of several values in the record, no answer.',
  },
  expected: ({ expertqa: figures = null }) => figures,
}
