/** TofuEval: sentences of a summary, a row of a table each, and what is wrong with them. */
import type { Json } from '@/lib/protocols/answers'
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { filesIn, textIn } from '@/tests/data-folders'
import { csvRows } from '@/tests/published-sets/carriers'
import { countBy, groupsBy, sum } from '@/tests/published-sets/counting'
import type { ImportedFile, KeptGold, PublishedSet } from '@/tests/published-sets/published-set'

const FILES = { within: 'next/tofueval/factual_consistency', named: /\.csv$/ }
const TYPES = [
  'Extrinsic Information',
  'Contradiction',
  'Mis-Referencing',
  'Nuanced Meaning Shift',
  'Reasoning Error',
  'Stating Opinion as Fact',
  'Tense/Modality Error',
]

type Row = Record<string, string>
const rowsIn = (record: JsonRecord) => record.sentences as unknown as Row[]
const typesIn = ({ type = '' }: Row) => (type === '' ? null : type.split(', '))

const sentencesIn = ({ answers }: KeptGold) =>
  Object.values(answers).filter(({ consistent }) => consistent !== undefined)
const wrongIn = (golds: readonly KeptGold[]) =>
  golds.flatMap(sentencesIn).filter(({ consistent }) => consistent === false)
const modelOf = ({ content }: KeptGold) => String((content['@hidden'] as JsonRecord).model)
const isWrong = ({ rollUp }: KeptGold) => Number(rollUp.wrong) > 0

const ofSummaries = (golds: readonly KeptGold[]): JsonRecord => ({
  summaries: golds.length,
  sentences: golds.flatMap(sentencesIn).length,
  inconsistent_sentences: wrongIn(golds).length,
  summaries_with_an_inconsistent_sentence: golds.filter(isWrong).length,
})

const ofDomain = (files: readonly ImportedFile[], domain: string): JsonRecord => {
  const golds = files.filter(({ name }) => name.startsWith(domain)).flatMap((file) => file.golds)
  const models = groupsBy(golds, modelOf).map(([model, own]): [string, number] => [
    model,
    Number((wrongIn(own).length / own.flatMap(sentencesIn).length).toFixed(6)),
  ])
  return {
    [`${domain}_all_models`]: ofSummaries(golds),
    [`${domain}_five_models`]: ofSummaries(golds.filter((gold) => modelOf(gold) !== 'Model-Extra')),
    [`${domain}_inconsistent_share_by_model`]: Object.fromEntries(models),
  }
}

export const tofueval: PublishedSet = {
  name: 'TofuEval',
  example: 'summary-sentences',
  needs: [FILES],
  carrier: csvRows(['doc_id', 'topic', 'model_name'], 'sentences'),
  files: (folder) => filesIn(folder, FILES).map((name) => ({ name, text: textIn(folder, `${FILES.within}/${name}`) })),
  fewer: (records) => records.slice(0, 8),
  questions: [
    {
      id: 'consistent',
      form: 'class',
      level: 'nominal',
      ofUnits: true,
      values: ['true', 'false'],
      answers: (record) => rowsIn(record).map(({ sent_label }) => String(sent_label === 'yes')),
    },
    { id: 'types', form: 'set', ofUnits: true, values: TYPES, answers: (record) => rowsIn(record).map(typesIn) },
  ],
  differing: (record, chance) => {
    if (chance.happens(0.2)) return record
    const sentences = rowsIn(record).map((row): Row => {
      if (chance.happens(0.7)) return row
      if (row.sent_label === 'yes' || chance.happens(0.5))
        return { ...row, sent_label: 'no', exp: row.exp || 'It does not follow.', type: chance.pick(TYPES) }
      return { ...row, sent_label: 'yes', exp: '', type: '' }
    })
    return { ...record, sentences: sentences as unknown as Json }
  },
  statistics: (golds, files) => ({
    files: Object.fromEntries(
      files.map(({ name, golds: own }) => [
        name,
        {
          sentences: own.flatMap(sentencesIn).length,
          summaries: own.length,
          no: sum(own.map(({ rollUp }) => Number(rollUp.wrong))),
        },
      ]),
    ),
    types: countBy(
      golds.flatMap(sentencesIn).flatMap(({ types = null }) => (Array.isArray(types) ? types : [])),
      String,
    ),
    sentences_with_several_types: golds
      .flatMap(sentencesIn)
      .filter(({ types = null }) => Array.isArray(types) && types.length > 1).length,
    yes_with_explanation_or_type: golds
      .flatMap(sentencesIn)
      .filter(({ consistent, why = null, types = null }) => consistent === true && (why !== null || types !== null))
      .length,
    no_without_explanation_or_type: wrongIn(golds).filter(
      ({ why = null, types = null }) => why === null || types === null,
    ).length,
    ...ofDomain(files, 'mediasum'),
    ...ofDomain(files, 'meetingbank'),
  }),
  notInGold: {
    'files.*.documents': 'Documents are known to the rows, and to gold as the source of the item only.',
    mediasum_summaries_with_gaps_in_sent_idx: 'The numbers of rows are kept, and are no answers.',
    meetingbank_summaries_with_gaps_in_sent_idx: 'As well.',
    'mediasum_completeness_final.csv.*': 'Another task: key points, a list as a text of Python.',
    'meetingbank_completeness_final.csv.*': 'As well.',
    'mediasum_topic_category.json.*': 'Another file, of topics.',
    'meetingbank_topic_category.json.*': 'As well.',
  },
  expected: ({ tofueval: figures = null }) => figures,
}
