import { formatCount, formatShare } from '@/components/quality/agreement/figure-format'
import { ChartBar } from '@/components/ui/chart-bar'
import { Link } from '@/components/ui/link'
import { Table, Td, Th } from '@/components/ui/table'
import type { Difficulty } from '@/lib/quality/agreement/disagreements/contract'

interface DifficultyTableProps {
  projectId: string
  items: NonNullable<Difficulty['items']>
}

/** One page of items with what differs in each. */
export function DifficultyTable({ projectId, items }: DifficultyTableProps) {
  return (
    <Table caption="Items by how much their annotators disagreed">
      <thead>
        <tr>
          <Th>Item</Th>
          <Th>Domain</Th>
          <Th numeric>Units</Th>
          <Th numeric>Pairs that differ</Th>
          <Th numeric>Share</Th>
          <Th>
            <span className="sr-only">Chart</span>
          </Th>
          <Th>Consolidation</Th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ itemId, taskId, position, title, domain, units, pairs, differing, share }) => (
          <tr key={taskId}>
            <Th scope="row" className="max-w-80">
              <Link
                href={`/projects/${projectId}/items/${itemId}`}
                prefetch={false}
                dir="auto"
                className="line-clamp-2"
              >
                {position}. {title}
              </Link>
            </Th>
            <Td dir="auto">{domain ?? <span className="text-muted">none</span>}</Td>
            <Td numeric>{formatCount(units)}</Td>
            <Td numeric>
              {formatCount(differing)} of {formatCount(pairs)}
            </Td>
            <Td numeric>{share === null ? <span className="text-muted">too few</span> : formatShare(share)}</Td>
            <Td>{share === null ? null : <ChartBar share={share} />}</Td>
            <Td>
              <Link href={`/projects/${projectId}/tasks/${taskId}/consolidate`} prefetch={false}>
                Open<span className="sr-only"> the consolidation of item {position}</span>
              </Link>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
