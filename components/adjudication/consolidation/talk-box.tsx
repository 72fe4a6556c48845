'use client'
import { Button } from '@/components/ui/button'
import type { Talk } from '@/lib/adjudication/consolidation/discussion/rules'
import type { Question } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { useDeskContext } from './desk-context'
import { DESK_KEYS } from './keys'
import { ValueView } from './value-view'
import { authorName, laneName } from './words'

/** Where everybody stands on the open question: what each holds now, and what the reader can say to it. */
export function TalkBox({ talk, question, unit }: { talk: Talk; question: Question; unit: string }) {
  const { view, lanes, current, mode, agree } = useDeskContext()
  // A value in a lane is taken there.
  const { offered } = talk
  const inLanes = current?.values.some((each) => offered !== null && sameValue(each.value, offered))
  const offersMore = view.abilities.discuss && offered !== null && !inLanes
  const others = talk.words.filter(({ by }) => by.lane === null)
  // Until somebody says more, the lanes above say it all.
  if (talk.words.length === 0) return null
  return (
    <section
      aria-label="Where everybody stands"
      className="space-y-3 rounded-lg border border-accent-border bg-accent-surface/40 p-3 text-sm"
    >
      <ul className="space-y-2">
        {lanes.map((lane) => {
          const heldValue = talk.held.find((each) => each.lane === lane.id)?.value ?? null
          const hasSpoken = talk.words.some(({ by }) => by.lane === lane.id)
          // The first to say what nobody answered proposes it; who says it after them accepts it.
          const first = talk.words.find(({ value }) => heldValue !== null && sameValue(value, heldValue))
          const isOwn = heldValue !== null && current?.values.some(({ value }) => sameValue(value, heldValue)) === false
          const hasProposed = isOwn && first?.by.lane === lane.id
          const accepters = talk.held.filter((each) => heldValue !== null && sameValue(each.value, heldValue)).length
          return (
            <li key={lane.id} className="space-y-1">
              <p className="font-medium">
                {laneName(view, lane.id)}{' '}
                <span className="font-normal text-muted">
                  {heldValue === null
                    ? hasSpoken
                      ? 'accepted nothing so far'
                      : 'not asked'
                    : hasProposed
                      ? 'proposed'
                      : hasSpoken
                        ? 'accepted'
                        : 'answered'}
                  {heldValue !== null && accepters > 1
                    ? `, as ${accepters === lanes.length ? 'all do' : 'others do'}`
                    : ''}
                </span>
              </p>
              {heldValue === null ? null : <ValueView question={question} unit={unit} value={heldValue} lane={lane} />}
            </li>
          )
        })}
        {others.map(({ by, value }) => (
          <li key={`${by.kind} ${JSON.stringify(value)}`} className="space-y-1">
            <p className="font-medium">
              {by.kind === 'you' ? 'You' : by.name ? authorName(view, by) : 'Third rater'}{' '}
              <span className="font-normal text-muted">{by.kind === 'you' ? 'propose' : 'proposes'}</span>
            </p>
            <ValueView question={question} unit={unit} value={value} />
          </li>
        ))}
      </ul>
      {offersMore && mode === 'read' ? (
        <Button size="sm" shortcut={DESK_KEYS.agree} onClick={agree}>
          Take what was said last
        </Button>
      ) : null}
    </section>
  )
}
