import { ChartShadeKey, shadeOf } from '@/components/ui/chart-shade'
import { cn } from '@/components/ui/cn'
import { Table, Td, Th } from '@/components/ui/table'
import type { RaterView } from '@/lib/quality/agreement/contract'
import type { PairView } from '@/lib/quality/agreement/detail/contract'
import { formatCount } from './figure-format'
import { ItemsLink } from './items-link'
import { raterName, ratersOf, type Shown } from './shown'

interface ConfusionTableProps {
  shown: Shown
  raters: readonly RaterView[]
  cells: readonly (readonly number[])[]
  /** null: of all pairs, where only half of the square is used. */
  pair: PairView | null
}

/** Counts of two values on one unit, shaded by how large they are; the diagonal is bold and framed. */
export function ConfusionTable({ shown, raters, cells, pair }: ConfusionTableProps) {
  const { categories, title } = shown.measure
  const largest = Math.max(1, ...cells.flat())
  const whose = pair ? { raters: ratersOf(pair) } : {}
  return (
    <>
      <Table caption={`Which values met: ${title}`}>
        <thead>
          <tr>
            <Th>{pair ? <span dir="auto">{raterName(raters, pair.first)}</span> : 'Value'}</Th>
            {categories.map(({ value, text }) => (
              <Th key={value} numeric>
                {text}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {categories.map((row, i) => (
            <tr key={row.value}>
              <Th scope="row" className="sticky start-0 z-1 bg-surface">
                {row.text}
              </Th>
              {categories.map((column, j) => {
                if (pair === null && j < i) return <OtherHalf key={column.value} />
                const count = cells[i]?.[j] ?? 0
                return (
                  <Td
                    key={column.value}
                    numeric
                    className={cn('min-w-16', i === j && 'font-semibold outline-1 outline-control -outline-offset-2')}
                    style={shadeOf(count / largest)}
                  >
                    <ItemsLink
                      href={shown.href({ a: row.value, b: column.value, ...whose, count })}
                      about={`times “${row.text}” met “${column.text}”`}
                    >
                      {formatCount(count)}
                    </ItemsLink>
                  </Td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </Table>
      <ChartShadeKey format={(share) => `${Math.round(share * 100)}% of the largest`} />
    </>
  )
}

function OtherHalf() {
  return (
    <Td numeric className="text-muted">
      <span aria-hidden>·</span>
      <span className="sr-only">counted in the other half</span>
    </Td>
  )
}
