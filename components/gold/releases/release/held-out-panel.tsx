'use client'

import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { useOpenHeldOut } from '@/lib/gold/held-out/hooks'
import type { ReleaseList } from '@/lib/gold/releases/release/contract'

interface HeldOutPanelProps {
  projectId: string
  since: NonNullable<ReleaseList['heldOut']['since']>
  canOpen: boolean
}

/** The split whose labels stay back from every release, and the way to let them go. */
export function HeldOutPanel({ projectId, since: { number, split }, canOpen }: HeldOutPanelProps) {
  const open = useOpenHeldOut(projectId)
  return (
    <Panel
      title={`Held-out split “${split}”`}
      description={`Release ${number} holds its labels back. Every later release has to keep them back, and so to be divided in the same way.`}
    >
      {canOpen ? (
        <AlertDialog
          title={`Open “${split}”?`}
          description="Its labels go out with the next release, and no predictions are scored on them any more. This cannot be taken back."
          confirmLabel="Open it for good"
          onConfirm={() => open.mutateAsync()}
          trigger={<Button>Open the held-out split</Button>}
        />
      ) : null}
    </Panel>
  )
}
