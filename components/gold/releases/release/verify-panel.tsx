'use client'

import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Panel } from '@/components/ui/panel'
import { useVerifyRelease } from '@/lib/gold/releases/release/hooks'

/** Makes the release again from today’s state and compares every byte. */
export function VerifyPanel({ projectId, number }: { projectId: string; number: number }) {
  const verify = useVerifyRelease({ projectId, number })
  const differing = verify.data?.files.filter(({ state }) => state !== 'identical') ?? []
  const earlier = differing.filter(({ state }) => state === 'of an earlier layout')
  return (
    <Panel
      title="Verify"
      description="Makes the files again from the project as it is now, keeping nothing, and compares every byte."
      actions={
        <Button loading={verify.isPending} onClick={() => verify.mutate()}>
          Verify now
        </Button>
      }
    >
      {verify.error ? (
        <Callout tone="danger" title="It could not be verified">
          {verify.error.message}
        </Callout>
      ) : verify.data?.identical ? (
        <Callout tone="success" live title="Identical">
          {earlier.length === 0
            ? 'Made from today’s state, every file is the same byte for byte.'
            : `Made from today’s state, every file that is still made in the same way is the same byte for byte. The release has an earlier layout (${verify.data.layout.release}; now ${verify.data.layout.now}), which writes these files in another way: ${earlier.map(({ path }) => path).join(', ')}. To see whether those are unchanged, compare them with SHA256SUMS.`}
        </Callout>
      ) : verify.data ? (
        <Callout tone="info" live title="The project has changed since">
          <p>The release itself is untouched. These files would be others now:</p>
          <ul className="list-disc ps-5">
            {differing.map(({ path, state }) => (
              <li key={path}>
                <code className="break-all">{path}</code>
                {state === 'differs' ? '' : `, ${state}`}
              </li>
            ))}
          </ul>
        </Callout>
      ) : (
        <p className="text-muted text-sm">Not verified since this page was opened.</p>
      )}
    </Panel>
  )
}
