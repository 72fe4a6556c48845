'use client'

import { AlertDialog } from '@/components/ui/alert-dialog'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import type { CalibrationItem } from '@/lib/quality/calibration/contract'
import { useRemoveItem } from '@/lib/quality/calibration/hooks'
import { alikeText } from './alike-text'

interface ItemsTableProps {
  projectId: string
  items: readonly CalibrationItem[]
  disabled: boolean
}

/** The gold that is served, with how people did on it. */
export function ItemsTable({ projectId, items, disabled }: ItemsTableProps) {
  const remove = useRemoveItem(projectId)
  return (
    <Table caption="Calibration tasks">
      <thead>
        <tr>
          <Th numeric>Item</Th>
          <Th>Title</Th>
          <Th>Stage</Th>
          <Th numeric>Done by</Th>
          <Th numeric>Rated as gold</Th>
          {disabled ? null : <Th>Remove</Th>}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Tr key={item.taskId}>
            <Td numeric>{item.position}</Td>
            <Td className="min-w-48 max-w-md">
              <Link href={`/projects/${projectId}/items/${item.itemId}`} className="break-words" dir="auto">
                {item.title}
              </Link>
              {item.served ? null : (
                <Badge tone="stale" className="ms-2">
                  Waits: not gold now
                </Badge>
              )}
            </Td>
            <Td>{item.stageTitle}</Td>
            <Td numeric>{item.done}</Td>
            <Td numeric>{alikeText(item.pooled)}</Td>
            {disabled ? null : (
              <Td>
                <AlertDialog
                  title={`Serve item ${item.position} no more?`}
                  description="It leaves the gate and all figures here. What people answered to it is kept."
                  confirmLabel="Remove"
                  onConfirm={() => remove.mutateAsync(item.taskId)}
                  trigger={
                    <Button size="sm" aria-label={`Remove item ${item.position}`}>
                      Remove
                    </Button>
                  }
                />
              </Td>
            )}
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
