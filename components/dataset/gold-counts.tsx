import { Table, Td, Th } from '@/components/ui/table'
import type { Dataset } from '@/lib/dataset/contract'

/** How much gold each stage has, and where it came from. */
export function GoldCounts({ data }: { data: Dataset }) {
  return (
    <section aria-labelledby="gold-heading" className="space-y-3">
      <h2 id="gold-heading" className="font-semibold text-lg">
        Gold by stage
      </h2>
      <Table caption="Gold by stage">
        <thead>
          <tr>
            <Th>Stage</Th>
            <Th numeric>Gold</Th>
            <Th numeric>Imported as gold</Th>
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
