import { Table, Td, Th } from '@/components/ui/table'
import type { Dataset } from '@/lib/gold/dataset/contract'

/** How much gold each stage has, and where it came from. */
export function GoldCounts({ data }: { data: Dataset }) {
  const words = [...new Set(data.stages.map(({ votes }) => (votes ? 'Tallied' : 'Gold')))]
  const word = words.length === 1 ? words[0] : 'Gold or tallied'
  return (
    <section aria-labelledby="gold-heading" className="space-y-3">
      <h2 id="gold-heading" className="font-semibold text-lg">
        {word} by stage
      </h2>
      <Table caption={`${word} by stage`}>
        <thead>
          <tr>
            <Th>Stage</Th>
            <Th numeric>{word}</Th>
            <Th numeric>Imported</Th>
            <Th numeric>Rated by a single annotator</Th>
          </tr>
        </thead>
        <tbody>
          {data.stages.map(({ key, title, golds, imported, singleRated }) => (
            <tr key={key}>
              <Th scope="row">{title}</Th>
              {[golds, imported, singleRated].map((count, index) => (
                <Td key={['golds', 'imported', 'single'][index]} numeric>
                  {count.toLocaleString('en')}
                </Td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
