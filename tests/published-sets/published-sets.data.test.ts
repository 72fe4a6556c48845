/** Whole files of published sets: what expected_stats.json says of them is counted in the gold that they bring. */
import { expect, test } from 'vitest'
import { textIn } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { goldIn, protocolOf } from './gold'
import type { ImportedFile } from './published-set'
import { publishedSets } from './sets'
import { leadsTo, leavesOf } from './statistics'

const STATISTICS = 'next/expected_stats.json'

for (const set of publishedSets)
  describeData(set.name, { files: [...set.needs, STATISTICS] }, (folder) => {
    test('has the published figures', () => {
      const protocol = protocolOf(set)
      const { isLabelled = () => true, withPartners } = set
      const withPartner = withPartners?.(folder) ?? ((record) => record)
      const seen = new Set<string>()
      // A record that stands in several files is one item.
      const files = set.files(folder).map(({ name, text }): ImportedFile => {
        const records = set.carrier.records(text)
        const fresh = records.filter((record) => {
          const code = JSON.stringify(record)
          const isFresh = !seen.has(code)
          seen.add(code)
          return isFresh && isLabelled(record)
        })
        return { name, records: records.length, golds: fresh.map((record) => goldIn(protocol, withPartner(record))) }
      })
      const counted = leavesOf(
        set.statistics(
          files.flatMap(({ golds }) => golds),
          files,
        ),
      )
      const inGold = leavesOf(set.expected(JSON.parse(textIn(folder, STATISTICS)))).filter(
        ([way]) => !Object.keys(set.notInGold).some((pattern) => leadsTo(pattern, way)),
      )
      const byName = (leaves: ReturnType<typeof leavesOf>) =>
        Object.fromEntries(leaves.map(([way, figure]) => [way.join(' > '), figure]))
      expect(byName(counted)).toEqual(byName(inGold))
      expect(inGold.length).toBeGreaterThan(0)
    })
  })
