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
        {signed}
        {view.discussion && !adjudicated ? 'The annotators settled it among themselves.' : null}{' '}
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
  if (view.discussion && state === 'consolidating') return <DiscussionStanding />
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

/** Whose turn it is in a discussion. */
function DiscussionStanding() {
  const { view, agenda } = useDeskContext()
  const { abilities, discussion } = view
  const isOpen = agenda.some((entry) => entry.settled === null)
  const isThirdIn = discussion?.thirdRater === 'always' || discussion?.calledAt !== null
  if (abilities.discuss)
    return (
      <Callout title={isOpen ? 'Settle it with your partner' : 'You agree on everything'}>
        {isOpen
          ? 'What both of you accept stands. Accept what your partner answered, or propose something else and say why.'
          : null}
        {!isOpen && !isThirdIn
          ? 'Something below keeps the item from becoming gold: look at what is pointed out.'
          : null}
        {isThirdIn ? ' A third rater takes part, and the item becomes gold by their confirmation.' : null}
      </Callout>
    )
  if (!abilities.adjudicate)
    return (
      <Callout title="The annotators discuss it">
        You can read along and write remarks. A third rater settles it only once they call one.
      </Callout>
    )
  return (
    <Callout title={discussion?.calledAt ? 'You are called as third rater' : 'You take part as third rater'}>
      {isOpen
        ? 'Settle what is open, or propose a value. What the annotators both accept stands unless you overrule it with a reason.'
        : 'Nothing is open: look through it once, then confirm the item.'}
    </Callout>
  )
}

const lower = (name: string) => (name === 'You' ? 'you' : name.replace(/^Reviewer/, 'a reviewer'))
