/** FActScore: sentences of a biography, and the facts of each that people list and judge. */
import type { Json } from '@/lib/protocols/answers'
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { filesIn, textIn } from '@/tests/data-folders'
import { jsonLines } from '@/tests/published-sets/carriers'
import { countBy, groupsBy, rounded, sum } from '@/tests/published-sets/counting'
import { mean } from '@/tests/published-sets/figures'
import type { KeptGold, PublishedSet } from '@/tests/published-sets/published-set'

const FILES = { within: 'next/factscore/labeled_data', named: /\.jsonl$/ }
const SUPPORT: Readonly<Record<string, string>> = { S: 'supported', NS: 'not-supported', IR: 'irrelevant' }
const LETTERS = Object.keys(SUPPORT)

type Fact = { text: string; label: string }
type Sentence = { text: string; 'is-relevant': boolean; 'human-atomic-facts': Fact[] | null }
const sentencesIn = (record: JsonRecord) => (record.annotations ?? []) as Sentence[]

/** The published score (its paper's Table 1): facts of sentences that are not about the person are those that the machine listed. */
const PUBLISHED_SCORE = `
      machineFacts: size(proposals)
      machineFactsOfOthers: sum(sentences.filter(s, !s.relevant).map(s, size(s.proposals)))
      published: 'size(facts.filter(f, f.support == "supported")) / (size(facts) + sum(sentences.filter(s, !s.relevant).map(s, size(s.proposals))))'
`

const numbersOf = (golds: readonly KeptGold[], name: string) =>
  golds.flatMap(({ rollUp }) => (typeof rollUp[name] === 'number' ? [rollUp[name]] : []))
const countsOf = (golds: readonly KeptGold[], question: string, value: string) =>
  sum(golds.map(({ rollUp }) => (rollUp.counts as Record<string, Record<string, number>>)[question]?.[value] ?? 0))

function ofFile(golds: readonly KeptGold[], records: number): JsonRecord {
  const facts = golds.flatMap(({ answers }) => Object.values(answers).filter(({ support }) => support !== undefined))
  const labels = countBy(facts, ({ support }) => LETTERS.find((letter) => SUPPORT[letter] === support) ?? '')
  // What the machine listed in sentences that are not about the person is irrelevant as well.
  const share = (letter: string) =>
    rounded(
      mean(
        golds
          .filter(({ rollUp }) => Number(rollUp.allFacts) > 0)
          .map((gold) => {
            const others = letter === 'IR' ? Number(gold.rollUp.machineFactsOfOthers) : 0
            return (countsOf([gold], 'support', SUPPORT[letter] ?? '') + others) / Number(gold.rollUp.allFacts)
          }),
      ),
    )
  return {
    records,
    responding: golds.length,
    irrelevant_sentences: countsOf(golds, 'relevant', 'false'),
    sentences: countsOf(golds, 'relevant', 'false') + countsOf(golds, 'relevant', 'true'),
    human_facts: facts.length,
    labels,
    model_facts: sum(numbersOf(golds, 'machineFacts')),
    model_facts_of_irrelevant_sentences: sum(numbersOf(golds, 'machineFactsOfOthers')),
    facts_per_response: rounded(mean(numbersOf(golds, 'allFacts'))),
    factscore_published_rule: rounded(mean(numbersOf(golds, 'published'))),
    factscore_without_irrelevant: rounded(mean(numbersOf(golds, 'score'))),
    not_supported_share: share('NS'),
    irrelevant_share: share('IR'),
    by_rarity: Object.fromEntries(
      groupsBy(golds, ({ domain }) => domain ?? '').map(([rarity, own]) => [
        rarity,
        rounded(mean(numbersOf(own, 'published'))),
      ]),
    ),
    responses_without_relevant_fact: golds.filter(({ rollUp }) => rollUp.score === null).length,
  }
}

export const factscore: PublishedSet = {
  name: 'FActScore',
  example: 'atomic-facts',
  // What the machine listed are units as well, so that the score can count them.
  edit: (source) =>
    source
      .replace('  title: /topic\n', (line) => `${line}  domain: /cat/0\n`)
      .replace(
        '  - {id: fact, from: annotators, of: sentence}\n',
        (line) => `${line}  - {id: proposal, from: record, of: sentence, each: model-atomic-facts, text: text}\n`,
      )
      .replace(
        /\n {4}check:\n/,
        (check) =>
          `${PUBLISHED_SCORE.trimEnd()}\n      allFacts: size(facts) + sum(sentences.filter(s, !s.relevant).map(s, size(s.proposals)))${check}`,
      ),
  needs: [FILES],
  carrier: jsonLines({}),
  files: (folder) => filesIn(folder, FILES).map((name) => ({ name, text: textIn(folder, `${FILES.within}/${name}`) })),
  // Who refused to answer has null in the place of sentences.
  isLabelled: ({ annotations }) => annotations !== null,
  fewer: (records) => records.filter((record) => sentencesIn(record).length > 1).slice(0, 3),
  questions: [
    {
      id: 'relevant',
      form: 'class',
      level: 'nominal',
      ofUnits: true,
      values: ['true', 'false'],
      answers: (record) => sentencesIn(record).map((sentence) => String(sentence['is-relevant'])),
    },
    {
      id: 'facts',
      form: 'list',
      values: [],
      answers: (record) =>
        sentencesIn(record).map((sentence) => sentence['human-atomic-facts']?.map(({ text }) => text) ?? null),
    },
  ],
  differing: (record, chance) => {
    if (chance.happens(0.2)) return record
    const annotations = sentencesIn(record).map((sentence): Json => {
      const facts = sentence['human-atomic-facts']
      if (!facts) return sentence as Json
      if (chance.happens(0.1)) return { ...sentence, 'is-relevant': false, 'human-atomic-facts': null } as Json
      const kept = facts.filter(() => !chance.happens(0.15))
      const judged = kept.map((fact) =>
        chance.happens(0.2) ? { ...fact, label: chance.other(LETTERS, fact.label) } : fact,
      )
      return { ...sentence, 'human-atomic-facts': judged } as Json
    })
    return { ...record, annotations }
  },
  statistics: (_, files) =>
    Object.fromEntries(files.map(({ name, records, golds }) => [name.replace('.jsonl', ''), ofFile(golds, records)])),
  notInGold: {
    '*.empty_human_lists': 'An empty list is no answer to a question of form list, which has an entry or is left out.',
    '*.sentences_not_verbatim_in_output': 'Of the texts, of which gold says nothing.',
    '*.facts_edited_away':
      'Of what the machine proposed beside what people made of it, which the record holds and gold does not.',
    '*.facts_added_or_edited': 'As well.',
  },
  expected: ({ factscore: figures = null }) => figures,
}
