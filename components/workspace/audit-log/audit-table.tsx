import { Link } from '@/components/ui/link'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { AuditEvent } from '@/lib/workspace/audit-log/contract'
import { KIND_TEXT } from './kind-text'

type AuditTableProps = {
  events: readonly AuditEvent[]
  /** Where items are; null where there are none. */
  itemsPath: string | null
}

/** Events, newest first: when, who, what, and the item it is about. */
export function AuditTable({ events, itemsPath }: AuditTableProps) {
  return (
    <Table caption="Events, newest first">
      <thead>
        <tr>
          <Th>When</Th>
          <Th>Who</Th>
          <Th>What</Th>
          <Th>Kind</Th>
          {itemsPath ? <Th numeric>Item</Th> : null}
        </tr>
      </thead>
      <tbody>
        {events.map(({ id, at, by, text, remark, kind, item }) => (
          <Tr key={id}>
            <Td className="whitespace-nowrap tabular-nums">
              <Time value={at} />
            </Td>
            <Td dir="auto">{by?.name ?? <span className="text-muted">Assay</span>}</Td>
            <Td>
              <span dir="auto">{text}</span>
              {remark ? (
                <span dir="auto" className="mt-0.5 block whitespace-pre-wrap border-control border-s-2 ps-3 text-muted">
                  {remark}
                </span>
              ) : null}
            </Td>
            <Td className="whitespace-nowrap text-muted">{KIND_TEXT[kind]}</Td>
            {itemsPath ? (
              <Td numeric>{item ? <Link href={`${itemsPath}/${item.id}`}>{item.position}</Link> : null}</Td>
            ) : null}
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
