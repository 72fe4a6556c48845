'use client'
import { useQueryClient } from '@tanstack/react-query'
import { SettleStale } from '@/components/workspace/tasks/settle-stale'
import { StaleNote } from '@/components/workspace/tasks/stale-note'
import { consolidationKeys } from '@/lib/adjudication/consolidation/hooks'
import { useProtocol } from '@/lib/protocols/use-protocol'
import { useDeskContext } from './desk-context'
import { whenSaved } from './when-saved'

/** Newer gold before this stage: shown to everybody, settled by whoever may. */
export function StaleCallout({ onTakenOver }: { onTakenOver: () => void }) {
  const { view, waiting, stage } = useDeskContext()
  const client = useQueryClient()
  const { stages } = useProtocol(view.protocolId)
  if (!view.stale) return null
  const { projectId, itemId, taskId, abilities } = view
  return (
    <StaleNote
      stages={stages}
      stage={stage}
      units={view.units}
      stale={view.stale}
      title="Stale: the gold it builds on has changed"
      actions={
        abilities.settleStale ? (
          <SettleStale
            projectId={projectId}
            itemId={itemId}
            taskId={taskId}
            onTakenOver={onTakenOver}
            before={() => whenSaved(waiting, 'taken over')}
            onKept={() => client.invalidateQueries({ queryKey: consolidationKeys.one(taskId) })}
          />
        ) : undefined
      }
    />
  )
}
