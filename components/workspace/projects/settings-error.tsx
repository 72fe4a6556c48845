import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { ApiError } from '@/lib/platform/client/api-error'

/** Why settings were not saved; after somebody else's change, a way to see it. */
export function SettingsError({ error, onReload }: { error: Error | null; onReload: () => void }) {
  if (!error) return null
  if (!(error instanceof ApiError) || error.code !== 'revision_conflict')
    return (
      <Callout tone="danger" title="Not saved">
        {error.message}
      </Callout>
    )
  return (
    <Callout
      tone="danger"
      title="Somebody else changed this meanwhile"
      actions={
        <Button size="sm" onClick={onReload}>
          Show their version
        </Button>
      }
    >
      Nothing was overwritten. Showing their version replaces what you typed here.
    </Callout>
  )
}
