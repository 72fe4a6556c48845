'use client'
import { useKeymap } from '@/components/ui/use-keymap'
import { lastResolution } from '@/lib/adjudication/consolidation/rules'
import { disagreementCauses } from '@/lib/workspace/tasks/contract'
import { complain } from './complain'
import { type Desk, REMARK_FIELD } from './desk-context'
import { CAUSE_BINDINGS, DESK_BINDINGS, type DeskKey, laneKeys } from './keys'
import { takeAll } from './list-values'

type Handlers = Partial<Record<DeskKey, (() => void) | undefined>>

/** What the keys of the page head do; absent where it is not possible now. */
export type ItemCommands = Pick<Handlers, 'confirm' | 'refuse' | 'nextItem' | 'guidelines' | 'replay' | 'unfold'>

/** Ties the keys to what is possible at the moment. */
export function useDeskKeys(desk: Desk, commands: ItemCommands): void {
  const { mode, setMode } = desk
  const leave = { leave: () => setMode('read') }
  const reading = {
    ...moving(desk),
    ...lanes(desk),
    ...deciding(desk),
    ...talking(desk),
    ...discussing(desk),
    ...commands,
  }
  // A form that is open has keys of its own, so the page's are out of force.
  useKeymap(CAUSE_BINDINGS, mode === 'cause' ? causeKeys(desk) : {})
  useKeymap(DESK_BINDINGS, mode === 'read' ? reading : leave)
}

function moving({ visible, current, unfolded, setUnfolded, go }: Desk): Handlers {
  const index = current ? visible.indexOf(current) : -1
  const to = (step: 1 | -1) => () => {
    const from = index < 0 && step < 0 ? 0 : index
    const entry = visible[(from + step + visible.length) % visible.length]
    if (entry) go(entry)
  }
  return { next: to(1), previous: to(-1), fold: () => setUnfolded(!unfolded) }
}

function lanes(desk: Desk): Handlers {
  const { takes, lanes: inOrder, current, question, takeLane, takeLaneForUnit } = desk
  if (!takes || !current) return {}
  const handlers: Handlers = { both: question?.list ? () => takeAll(desk) : undefined }
  for (const [index, { id: lane }] of inOrder.entries()) {
    const keys = laneKeys(index)
    if (keys.value && current.values.some((each) => each.lane === lane)) handlers[keys.value.id] = () => takeLane(lane)
    if (keys.unit && current.group !== 'agreed') handlers[keys.unit.id] = () => takeLaneForUnit(lane)
  }
  return handlers
}

function deciding({ view, waiting, current, disagreement, setMode, withdraw, go }: Desk): Handlers {
  if (!view.abilities.adjudicate) return {}
  const last = lastResolution(waiting.ahead.settled)
  return {
    edit: current ? () => setMode('edit') : undefined,
    propose: (disagreement ?? view.discussion) && current?.settled === null ? () => setMode('propose') : undefined,
    cause: disagreement ? () => setMode('cause') : undefined,
    undo: last
      ? () => {
          go(last)
          withdraw(last)
        }
      : undefined,
  }
}

function talking({ view, disagreement, reply, setMode }: Desk): Handlers {
  const canReply = view.abilities.reply && disagreement !== null && disagreement.proposal !== null
  return {
    accept: canReply ? () => void reply('accept', '').catch(complain) : undefined,
    object: canReply ? () => setMode('object') : undefined,
    comment: view.abilities.comment ? () => document.getElementsByName(REMARK_FIELD)[0]?.focus() : undefined,
  }
}

/** The partners' part of a discussion. What they say last they take back with the key that takes back resolutions. */
function discussing({ view, waiting, current, talk, agree, takeBack, setMode, go }: Desk): Handlers {
  if (!view.abilities.discuss || !current || !talk) return {}
  const isOffered = talk.offered !== null
  const last = waiting.ahead.words.findLast(({ by }) => by.kind === 'you')
  return {
    agree: isOffered ? agree : undefined,
    accept: isOffered ? agree : undefined,
    object: isOffered ? () => setMode('object') : undefined,
    propose: () => setMode('propose'),
    edit: () => setMode('propose'),
    undo: last
      ? () => {
          go(last)
          takeBack(last)
        }
      : undefined,
    call: view.abilities.callThirdRater ? () => setMode('call') : undefined,
  }
}

function causeKeys({ setCause }: Desk): Handlers {
  return Object.fromEntries(disagreementCauses.map((cause) => [`cause-${cause}`, () => setCause(cause)]))
}
