import { formatCount, formatShare } from '@/components/quality/agreement/figure-format'
import { ChartBar } from '@/components/ui/chart-bar'
import { Link } from '@/components/ui/link'
import { Table, Td, Th } from '@/components/ui/table'
import type { Difficulty } from '@/lib/quality/agreement/disagreements/contract'
import { BAND_TITLE } from '@/lib/quality/agreement/disagreements/rules'

interface BandsTableProps {
  data: Difficulty
  hrefOf: (band: number) => string
}

/** Items by how much of them differs, as bars in their table. */
export function BandsTable({ data: { bands, showsItems, query }, hrefOf }: BandsTableProps) {
  const all = bands.reduce((sum, count) => sum + count, 0)
  const most = Math.max(...bands, 1)
  return (
    <Table caption="Items by the share of pairs of ratings that differ">
      <thead>
        <tr>
          <Th>Pairs that differ</Th>
          <Th numeric>Items</Th>
          <Th numeric>Share</Th>
          <Th>
            <span className="sr-only">Chart</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {bands.map((count, band) => {
          const href = showsItems && count > 0 ? hrefOf(band) : null
          return (
            <tr key={BAND_TITLE[band]} aria-current={query.band === band ? 'true' : undefined}>
              <Th scope="row">{BAND_TITLE[band]}</Th>
              <Td numeric>
                {href ? (
                  <Link href={href} prefetch={false} scroll={false}>
                    {formatCount(count)}
                    <span className="sr-only"> items, {BAND_TITLE[band]} of their pairs differ: list them</span>
                  </Link>
                ) : (
                  formatCount(count)
                )}
              </Td>
              <Td numeric>{formatShare(count / Math.max(1, all))}</Td>
              <Td className="w-1/2">
                <ChartBar share={count / most} href={href} />
              </Td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}
