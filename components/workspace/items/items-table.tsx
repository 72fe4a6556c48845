import { Badge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import type { ItemRow } from '@/lib/workspace/items/contract'
import { TaskStateBadge } from './task-state-badge'

/** One row an item; what annotators answered is never in it. */
export function ItemsTable({ projectId, items }: { projectId: string; items: readonly ItemRow[] }) {
  return (
    <Table caption="Items">
      <thead>
        <tr>
          <Th numeric>No.</Th>
          <Th>Item</Th>
          <Th>State</Th>
          <Th>Domain</Th>
          <Th>Source</Th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Tr key={item.id}>
            <Td numeric className="text-muted">
              {item.position}
            </Td>
            <Td className="min-w-64 max-w-lg">
              <Link data-item href={`/projects/${projectId}/items/${item.id}`} className="wrap-anywhere" dir="auto">
                {item.title || 'Untitled'}
              </Link>
              {item.externalId ? <p className="wrap-anywhere text-muted text-xs">{item.externalId}</p> : null}
            </Td>
            <Td>
              <div className="flex flex-wrap gap-1">
                {item.tasks.map((task) => (
                  <TaskStateBadge
                    key={task.id}
                    state={task.state}
                    votes={task.votes}
                    stage={item.tasks.length > 1 ? task.stageTitle : null}
                  />
                ))}
                {item.tasks.some((task) => task.stale) ? <Badge tone="stale">Stale</Badge> : null}
              </div>
            </Td>
            <Td>{item.domain}</Td>
            <Td className="wrap-anywhere max-w-48">{item.source}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
