/** What is shown while choices wait, as far as that can be told without the server. */
import type { ConsolidationView } from '@/lib/adjudication/consolidation/contract'
import { answerOf } from '@/lib/protocols/completeness'
import type { Json } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { isByPerson } from '@/lib/protocols/settled-how'
import type { WaitingChoice } from './contract'
import { type At, chosenValue, isAt, laneAnswer, unitValues, wordOf } from './rules'

/** The server's view with choices in it. */
export const withChoices = (view: ConsolidationView, choices: readonly WaitingChoice[]): ConsolidationView =>
  choices.reduce(withChoice, view)

function withChoice(view: ConsolidationView, waiting: WaitingChoice): ConsolidationView {
  const { choice } = waiting
  switch (choice.does) {
    case 'settle':
      return settledAt(view, waiting, choice.choice, choice.reason)
    case 'withdraw':
      return reopenedAt(view, waiting)
    case 'take_unit':
      return unitValues(view, waiting.unit, choice.lane).reduce(
        (now, at) => settledAt(now, { ...waiting, ...at }, { lane: choice.lane }, ''),
        view,
      )
    case 'cause':
      return disagreeingAt(view, waiting, { cause: choice.cause })
    case 'propose':
      return disagreeingAt(view, waiting, { proposal: choice.value, replies: [] })
    case 'reply': {
      const lane = ownLane(view) ?? ''
      const others = view.disagreements.find(isAt(waiting))?.replies.filter(({ own }) => !own) ?? []
      return disagreeingAt(view, waiting, { replies: [...others, { lane, own: true, reply: choice.reply }] })
    }
    case 'accept':
      return saidAt(view, waiting, chosenValue(view, waiting, choice.choice))
    case 'accept_unit':
      return unitValues(view, waiting.unit, choice.lane).reduce((now, at) => saidAt(now, at, at.value), view)
    case 'object':
      return objectedAt(view, waiting, choice.value)
    case 'take_back':
      return { ...view, words: view.words.filter((word) => word !== wordOf(view, waiting)) }
  }
}

const ownLane = ({ lanes }: ConsolidationView): string | null => lanes.find(({ own }) => own)?.id ?? null
const you = (view: ConsolidationView) => ({ kind: 'you', lane: ownLane(view), name: null }) as const

function settledAt(
  view: ConsolidationView,
  { unit, question, at }: At & { at: string },
  choice: { lane: string } | { value: Json },
  reason: string,
): ConsolidationView {
  const value = chosenValue(view, { unit, question }, choice)
  if (value === null) return view
  const holders = view.lanes.filter((lane) => sameValue(answerOf(lane.answers, unit, question), value))
  const lane = 'lane' in choice ? choice.lane : holders.length === 1 ? (holders[0]?.id ?? null) : null
  const how = 'lane' in choice || holders.length > 0 ? 'lane' : 'edited'
  const others = view.settled.filter((each) => !isAt({ unit, question })(each))
  // The clock of the device may be behind; what is done last stands last all the same.
  const last = others.reduce((latest, each) => ((each.at ?? '') > latest ? (each.at ?? '') : latest), at)
  return {
    ...view,
    settled: [...others, { unit, question, value, how, lane, by: you(view), at: last, reason: reason.trim() }],
    open: view.open.filter((each) => !isAt({ unit, question })(each)),
  }
}

/** What the lanes say is open again; what they all say alike stands by itself. */
function reopenedAt(view: ConsolidationView, { unit, question }: At): ConsolidationView {
  const taken = view.settled.find((each) => isAt({ unit, question })(each) && isByPerson(each))
  if (!taken) return view
  const settled = view.settled.filter((each) => each !== taken)
  const values = view.lanes
    .map(({ id, answers }) => ({ lane: id, value: answerOf(answers, unit, question) }))
    .filter(({ value }) => value !== null)
  const [first, ...others] = values
  if (first && others.every(({ value }) => sameValue(value, first.value))) {
    const by = { kind: 'agreement', lane: null, name: null } as const
    const agreed = { ...taken, value: first.value, how: 'agreed', lane: null, by, at: null, reason: '' } as const
    return { ...view, settled: [...settled, agreed] }
  }
  return { ...view, settled, open: [...view.open, { unit, question, kind: 'decide', values }] }
}

const disagreeingAt = (
  view: ConsolidationView,
  at: At,
  now: Partial<ConsolidationView['disagreements'][number]>,
): ConsolidationView => ({
  ...view,
  disagreements: view.disagreements.map((each) => (isAt(at)(each) ? { ...each, ...now } : each)),
})

function saidAt(view: ConsolidationView, { unit, question }: At, value: Json): ConsolidationView {
  const others = view.words.filter((word) => word !== wordOf(view, { unit, question }))
  return { ...view, words: [...others, { unit, question, by: you(view), value }] }
}

/** Who objects to what they hold themselves holds nothing. */
function objectedAt(view: ConsolidationView, at: At, value: Json): ConsolidationView {
  const mine = wordOf(view, at)?.value ?? laneAnswer(view, ownLane(view) ?? '', at)
  return mine !== null && sameValue(mine, value) ? saidAt(view, at, null) : view
}
