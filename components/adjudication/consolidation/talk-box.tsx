'use client'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import type { Talk } from '@/lib/adjudication/consolidation/discussion/rules'
import type { Question } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { DESK_KEYS } from './bindings'
import { useDeskContext } from './desk-context'
import { ObjectForm } from './object-form'
import { ValueView } from './value-view'
import { authorName, laneName } from './words'

/** Where everybody stands on the open question: what each holds now, and what the reader can say to it. */
export function TalkBox({ talk, question, unit }: { talk: Talk; question: Question; unit: string }) {
  const { view, lanes, mode } = useDeskContext()
  const others = talk.words.filter(({ by }) => by.lane === null)
  if (talk.words.length === 0 && !view.abilities.discuss) return null
  return (
    <section
      aria-label="Where everybody stands"
      className="space-y-3 rounded-lg border border-accent-border bg-accent-surface/40 p-3 text-sm"
    >
      {/* Until somebody says more, the lanes above say it all. */}
      <ul className={cn('space-y-2', talk.words.length === 0 && 'hidden')}>
        {lanes.map((lane) => {
          const held = talk.held.find((each) => each.lane === lane.id)?.value ?? null
          const hasSpoken = talk.words.some(({ by }) => by.lane === lane.id)
          const accepters = talk.held.filter((each) => held !== null && sameValue(each.value, held)).length
          return (
            <li key={lane.id} className="space-y-1">
              <p className="font-medium">
                {laneName(view, lane.id)}{' '}
                <span className="font-normal text-muted">
                  {held === null
                    ? hasSpoken
                      ? 'accepts nothing so far'
                      : 'was not asked'
                    : hasSpoken
                      ? 'accepts'
                      : 'answered'}
                  {held !== null && accepters > 1 ? `, as ${accepters === lanes.length ? 'all do' : 'others do'}` : ''}
                </span>
              </p>
              {held === null ? null : <ValueView question={question} unit={unit} value={held} lane={lane} />}
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
      {mode === 'object' ? <ObjectForm /> : <TalkActs talk={talk} />}
    </section>
  )
}

function TalkActs({ talk }: { talk: Talk }) {
  const { view, current, lanes, mode, setMode, agree, takeBack, isPending } = useDeskContext()
  if (!view.abilities.discuss || !current || mode !== 'read') return null
  const partner = lanes.filter(({ own }) => !own)
  return (
    <div className={cn('flex flex-wrap gap-2')}>
      {talk.offered === null ? null : (
        <>
          <Button size="sm" variant="primary" shortcut={DESK_KEYS.agree} loading={isPending} onClick={agree}>
            {partner.length === 1 ? 'Accept your partner’s' : 'Accept'}
          </Button>
          <Button size="sm" shortcut={DESK_KEYS.object} onClick={() => setMode('object')}>
            Object
          </Button>
        </>
      )}
      <Button size="sm" shortcut={DESK_KEYS.propose} onClick={() => setMode('propose')}>
        Propose
      </Button>
      {talk.own ? (
        <Button size="sm" variant="ghost" loading={isPending} onClick={() => takeBack(current)}>
          Take back what you said
        </Button>
      ) : null}
      {view.abilities.callThirdRater ? (
        <Button size="sm" variant="ghost" shortcut={DESK_KEYS.call} onClick={() => setMode('call')}>
          Call a third rater
        </Button>
      ) : null}
    </div>
  )
}
