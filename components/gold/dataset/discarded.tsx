import { Table, Td, Th } from '@/components/ui/table'
import type { Dataset } from '@/lib/gold/dataset/contract'

/** How many items were set aside, and why; nothing where none were. */
export function Discarded({ discarded }: Pick<Dataset, 'discarded'>) {
  if (discarded.length === 0) return null
  return (
    <section aria-labelledby="discarded-heading" className="space-y-3">
      <h2 id="discarded-heading" className="font-semibold text-lg">
        Discarded
      </h2>
      <p className="text-muted text-sm">These items are in no figure on this page. Discarding is a result as well.</p>
      <Table caption="Discarded items by reason">
        <thead>
          <tr>
            <Th>Reason</Th>
            <Th numeric>Items</Th>
          </tr>
        </thead>
        <tbody>
          {discarded.map(({ reason, title, items }) => (
            <tr key={reason}>
              <Th scope="row">{title}</Th>
              <Td numeric>{items.toLocaleString('en')}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
