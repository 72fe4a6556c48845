'use client'
import { Button } from '@/components/ui/button'
import { DropdownMenu, MenuItem } from '@/components/ui/dropdown-menu'
import { ChevronDown } from '@/components/ui/icons'
import { CAUSE_TEXT } from '@/components/workspace/tasks/cause-text'
import { lastResolution } from '@/lib/adjudication/consolidation/rules'
import { isByPerson } from '@/lib/protocols/settled-how'
import { type Desk, useDeskContext } from './desk-context'
import { DESK_KEYS, laneKeys } from './keys'
import { kindName } from './units'
import { laneName } from './words'

/**
 * What can be done with the open question besides taking a lane: one or two buttons, and the rest behind "More", where each
 * stands with its key.
 */
export function Acts() {
  const desk = useDeskContext()
  const { view, waiting, current, disagreement, talk, mode, setMode, withdraw, isPending } = desk
  if (!current || mode !== 'read') return null
  const { adjudicate, discuss } = view.abilities
  const { settled } = current
  const last = lastResolution(waiting.ahead.settled)
  // The key takes back what was settled last, wherever one is.
  const isLast = last?.unit === current.unit && last.question === current.question
  return (
    <>
      {discuss && talk ? (
        <>
          {talk.offered === null ? null : (
            <Button size="sm" shortcut={DESK_KEYS.object} onClick={() => setMode('object')}>
              Object
            </Button>
          )}
          <Button size="sm" shortcut={DESK_KEYS.propose} onClick={() => setMode('propose')}>
            Propose
          </Button>
        </>
      ) : null}
      {adjudicate ? (
        <>
          <Button size="sm" shortcut={DESK_KEYS.edit} onClick={() => setMode('edit')}>
            Settle it otherwise
          </Button>
          {settled && isByPerson(settled) ? (
            <Button
              size="sm"
              shortcut={isLast ? DESK_KEYS.undo : undefined}
              loading={isPending}
              onClick={() => withdraw(current)}
            >
              Take back
            </Button>
          ) : (disagreement ?? view.discussion) && settled === null ? (
            <Button size="sm" shortcut={DESK_KEYS.propose} onClick={() => setMode('propose')}>
              Propose
            </Button>
          ) : null}
        </>
      ) : null}
      <MoreActs desk={desk} />
    </>
  )
}

function MoreActs({ desk }: { desk: Desk }) {
  const { view, stage, current, lanes, takes, disagreement, talk, setMode, takeLaneForUnit, takeBack } = desk
  if (!current) return null
  const { adjudicate, discuss, callThirdRater } = view.abilities
  const kind = kindName(stage, view.units, current.unit)
  const cause = disagreement?.cause
  const items = [
    ...(takes && current.group !== 'agreed'
      ? lanes.map((lane, index) => (
          <MenuItem key={lane.id} shortcut={laneKeys(index).unit} onSelect={() => takeLaneForUnit(lane.id)}>
            {`${takeWords(laneName(view, lane.id))}: all of this ${kind}`}
          </MenuItem>
        ))
      : []),
    adjudicate && disagreement ? (
      <MenuItem key="cause" shortcut={DESK_KEYS.cause} onSelect={() => setMode('cause')}>
        {cause ? `Cause: ${CAUSE_TEXT[cause].text}` : 'Why do they disagree?'}
      </MenuItem>
    ) : null,
    discuss && talk?.own ? (
      <MenuItem key="back" onSelect={() => takeBack(current)}>
        Take back what you said
      </MenuItem>
    ) : null,
    callThirdRater ? (
      <MenuItem key="call" shortcut={DESK_KEYS.call} onSelect={() => setMode('call')}>
        Call a third rater
      </MenuItem>
    ) : null,
  ].filter((item) => item !== null)
  if (items.length === 0) return null
  return (
    <DropdownMenu
      trigger={
        <Button size="sm" variant="ghost" className="ms-auto">
          More
          <ChevronDown aria-hidden className="size-4" />
        </Button>
      }
    >
      {items}
    </DropdownMenu>
  )
}

/** The one word for holding with a lane, whoever says it: "Take Lane A", "Take partner’s", "Take yours". */
export function takeWords(lane: string): string {
  if (lane === 'You') return 'Take yours'
  return lane === 'Partner' ? 'Take partner’s' : `Take ${lane}`
}
