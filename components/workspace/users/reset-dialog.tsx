'use client'

import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import type { User } from '@/lib/workspace/users/contract'
import { useCreateReset } from '@/lib/workspace/users/hooks'
import { OneTimeLink } from './one-time-link'

/** Makes a reset link for a person and shows it once. */
export function ResetDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const create = useCreateReset()
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Reset link for ${user.name}`}
      description="With it they choose a new password; the old one works until then. Their sessions and personal tokens end with it; earlier links stop working now."
    >
      <div className="flex flex-col gap-4">
        {create.data ? <OneTimeLink link={create.data} label="Reset link" /> : null}
        {create.error ? <Callout tone="danger">{create.error.message}</Callout> : null}
        {create.data ? (
          <Button onClick={onClose} className="self-end">
            Done
          </Button>
        ) : (
          <Button
            variant="primary"
            onClick={() => create.mutate(user.id)}
            loading={create.isPending}
            className="self-end"
          >
            Make the link
          </Button>
        )}
      </div>
    </Dialog>
  )
}
