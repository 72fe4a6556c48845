/** AttributionBench: is a claim supported by its references? */
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { filesIn, textIn } from '@/tests/data-folders'
import { jsonLines } from '@/tests/published-sets/carriers'
import { countBy, groupsBy } from '@/tests/published-sets/counting'
import type { KeptGold, PublishedSet } from '@/tests/published-sets/published-set'

const FILES = { within: 'next/attributionbench/data', named: /\.jsonl$/ }

const labelOf = ({ answers }: KeptGold) => (answers.item?.attributable === true ? 'attributable' : 'not attributable')

export const attributionbench: PublishedSet = {
  name: 'AttributionBench',
  example: 'attribution',
  needs: [FILES],
  carrier: jsonLines({}),
  files: (folder) => filesIn(folder, FILES).map((name) => ({ name, text: textIn(folder, `${FILES.within}/${name}`) })),
  fewer: (records) => records.slice(0, 12),
  questions: [
    {
      id: 'attributable',
      form: 'class',
      level: 'nominal',
      values: ['true', 'false'],
      answers: ({ attribution_label }) => [String(attribution_label === 'attributable')],
    },
  ],
  differing: (record, chance) =>
    chance.happens(0.7)
      ? record
      : {
          ...record,
          attribution_label: chance.other(['attributable', 'not attributable'], String(record.attribution_label)),
        },
  statistics: (_, files) =>
    Object.fromEntries(
      files.map(({ name, records, golds }): [string, JsonRecord] => [
        name,
        {
          claims: records,
          by_source_and_label: Object.fromEntries(
            groupsBy(golds, ({ source }) => source ?? '').map(([source, own]) => [source, countBy(own, labelOf)]),
          ),
          references_per_claim: countBy(golds, ({ content }) => String((content.references as unknown[]).length)),
          claims_with_several_labels: groupsBy(golds, ({ content }) =>
            JSON.stringify([content.question, content.claim]),
          ).filter(([, own]) => new Set(own.map(labelOf)).size > 1).length,
        },
      ]),
    ),
  notInGold: { '*.ids': 'Of names of records.' },
  expected: ({ attributionbench: figures = null }) => figures,
}
