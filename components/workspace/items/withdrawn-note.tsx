import { Callout } from '@/components/ui/callout'
import { Time } from '@/components/ui/time'
import type { Withdrawn } from '@/lib/workspace/items/withdrawn/contract'

/** What stands in the place of a withdrawn item or release. */
export function WithdrawnNote({ what, withdrawn }: { what: 'item' | 'release'; withdrawn: Withdrawn }) {
  return (
    <Callout
      tone="warning"
      title={
        <>
          This {what} was withdrawn: <bdi>{withdrawn.reason}</bdi>
        </>
      }
    >
      <p dir="auto" className="whitespace-pre-wrap break-words">
        {withdrawn.erratum}
      </p>
      <p>
        <Time value={withdrawn.at} />
      </p>
    </Callout>
  )
}
