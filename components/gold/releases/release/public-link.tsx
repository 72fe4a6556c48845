'use client'

import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { CopyButton } from '@/components/ui/copy-button'
import { Panel } from '@/components/ui/panel'
import { Time } from '@/components/ui/time'
import { useMakeLink, useRevokeLink } from '@/lib/gold/releases/release/hooks'

interface PublicLinkProps {
  projectId: string
  number: number
  linkMadeAt: string | null
}

/** The page that anybody with the link can read, without an account. */
export function PublicLink({ projectId, number, linkMadeAt }: PublicLinkProps) {
  const make = useMakeLink({ projectId, number })
  const revoke = useRevokeLink({ projectId, number })
  const made = linkMadeAt !== null ? make.data : undefined
  const address = made ? new URL(made.path, window.location.origin).href : null
  return (
    <Panel
      title="Public page"
      description="Card, figures and files for anybody with a secret link, to read and download: also the ratings, by aliases, of finished tasks that were still being settled. Search engines are told to stay away."
    >
      <div className="space-y-3 text-sm">
        <p>
          {linkMadeAt ? (
            <>
              Open since <Time value={linkMadeAt} />.
            </>
          ) : (
            'Closed.'
          )}
        </p>
        {address ? (
          <Callout tone="success" live title="Copy the link now: it is shown this once">
            <span className="flex items-center gap-2">
              <code className="min-w-0 break-all">{address}</code>
              <CopyButton value={address} what="link" />
            </span>
          </Callout>
        ) : null}
        <div className="flex flex-wrap gap-2">
          {linkMadeAt ? (
            <>
              <AlertDialog
                title="Make a new link?"
                description="The link that is out there stops working at once."
                confirmLabel="Make a new link"
                tone="primary"
                onConfirm={() => make.mutateAsync()}
                trigger={<Button>Make a new link</Button>}
              />
              <AlertDialog
                title="Close the public page?"
                description="The link stops working at once. What was downloaded stays where it is."
                confirmLabel="Close it"
                cancelLabel="Leave it open"
                onConfirm={async () => {
                  await revoke.mutateAsync()
                  make.reset()
                }}
                trigger={<Button>Close the page</Button>}
              />
            </>
          ) : (
            <Button loading={make.isPending} onClick={() => make.mutate()}>
              Make a link
            </Button>
          )}
        </div>
        {make.error ? <Callout tone="danger">{make.error.message}</Callout> : null}
      </div>
    </Panel>
  )
}
