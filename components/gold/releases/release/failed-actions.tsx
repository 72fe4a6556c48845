'use client'

import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { useRemoveRelease, useRetryRelease } from '@/lib/gold/releases/release/hooks'

interface FailedActionsProps {
  projectId: string
  number: number
  state: 'building' | 'failed'
  onRemoved?: () => void
}

/** What can be done with a release that is not ready: build it once more, or be rid of it. */
export function FailedActions({ projectId, number, state, onRemoved }: FailedActionsProps) {
  const retry = useRetryRelease({ projectId, number })
  const remove = useRemoveRelease({ projectId, number })
  const failed = state === 'failed'
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      {failed ? (
        <Button size="sm" loading={retry.isPending} onClick={() => retry.mutate()}>
          Build once more
        </Button>
      ) : null}
      <AlertDialog
        title={failed ? `Remove release ${number}?` : `Stop release ${number}?`}
        description="Nothing of it was published, and the next release takes its number."
        confirmLabel={failed ? 'Remove it' : 'Stop and remove it'}
        onConfirm={async () => {
          await remove.mutateAsync()
          onRemoved?.()
        }}
        trigger={<Button size="sm">{failed ? 'Remove' : 'Stop'}</Button>}
      />
      {retry.error ? <p className="text-negative-text text-sm">{retry.error.message}</p> : null}
    </div>
  )
}
