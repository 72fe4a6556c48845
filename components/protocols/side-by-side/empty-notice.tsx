import { Callout } from '@/components/ui/callout'

/** Says that a machine is still to make what is to be compared. */
export function EmptyNotice({ what }: { what: string }) {
  return (
    <Callout tone="warning" title={`There are no ${what} yet`}>
      They are made by pre-fill, or come with the record. Skip the task, and ask the manager to have them made.
    </Callout>
  )
}
