'use client'
import { Callout } from '@/components/ui/callout'
import { Time } from '@/components/ui/time'
import { useDeskContext } from './desk-context'
import { authorName } from './words'

/** Where the item stands, and what the reader can do about it, in a sentence. */
export function Standing() {
  const { view, agenda } = useDeskContext()
  const { state, abilities, adjudicated, approved, lanes, settled } = view
  const signed = adjudicated ? (
    <>
      Settled by {lower(authorName(view, adjudicated.by))}, <Time value={adjudicated.at} format="relative" />.
    </>
  ) : null
  if (state === 'gold')
    return (
      <Callout tone="success" title="This item is gold">
        {signed}{' '}
        {approved ? (
          <>
            Approved by {lower(authorName(view, approved.by))}, <Time value={approved.at} format="relative" />.
          </>
        ) : null}
      </Callout>
    )
  if (state === 'approving')
    return (
      <Callout title={abilities.approve ? 'Yours to approve' : 'Waits for a second reviewer'}>
        {signed} {abilities.approve ? 'Everything below is settled: look through it, then approve or refuse.' : null}
        {settled.some((each) => each.by.kind === 'you')
          ? 'You settled some of it, so somebody who settled none of it approves.'
          : null}
      </Callout>
    )
  if (lanes.some((lane) => lane.own))
    return (
      <Callout title="Your answers are being settled">
        Say why you decided as you did; where the reviewer proposes a value, accept it or object.
      </Callout>
    )
  if (!abilities.adjudicate)
    return <Callout title="To be settled">You can read along; somebody else settles this item.</Callout>
  return agenda.some((entry) => entry.group !== 'agreed') ? null : (
    <Callout title="The annotators agree on everything">Look through it once, then confirm the item.</Callout>
  )
}

const lower = (name: string) => (name === 'You' ? 'you' : name.replace(/^Reviewer/, 'a reviewer'))
