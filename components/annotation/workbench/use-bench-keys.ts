'use client'
import { useMemo } from 'react'
import { useKeymap } from '@/components/ui/use-keymap'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { answerOf } from '@/lib/protocols/completeness'
import { withChoice } from '@/lib/protocols/option-lists'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { acceptance } from './acceptance'
import type { Bench } from './bench-context'
import { type BenchKey, type FieldKey, MOVING, optionKey, stageBindings } from './keys'
import { listActs } from './list-acts'
import { isWhole, nextLacking } from './navigation'
import { proposeSpan } from './propose-span'
import { chosenIn, spanOf, spanValue } from './spans'
import type { StageView } from './stage-view'
import { type OfferUndo, withUndoOffers } from './use-undo-offers'

/** Going back to the text that a question started from, and marking words: keys of the open unit's fields. */
function fieldActs(bench: Bench): Partial<Record<FieldKey, (() => void) | undefined>> {
  const { survey, answers, open, go, chooseAll } = bench
  const at = survey.units.get(open)
  if (!at) return {}
  const begun = at.asked.find(
    ({ key, form, initial }) => form === 'text' && initial !== undefined && answerOf(answers, open, key) !== null,
  )
  const span = at.asked.find(({ form }) => form === 'span')
  const parent = at.unit.parent
  const whole = parent === undefined ? undefined : survey.units.get(parent)?.unit
  const mark = (question: string, value: ReturnType<typeof proposeSpan>) =>
    value && chooseAll([{ unit: open, question, value: spanValue(value) }], { origin: 'chosen' })
  return {
    original: begun
      ? () => chooseAll([{ unit: open, question: begun.key, value: null }], { origin: 'chosen' })
      : undefined,
    mark:
      span && whole
        ? () => {
            const chosen = chosenIn(whole)
            if (chosen) mark(span.key, chosen)
            else go({ unit: open, question: span.key })
          }
        : undefined,
    markProposed:
      span && whole && !spanOf(answers, open, span.key)
        ? () => mark(span.key, proposeSpan(whole.text, at.unit.text))
        : undefined,
  }
}

type Commands = Record<
  Extract<BenchKey, 'definitions' | 'guidelines' | 'notes' | 'skip' | 'undo' | 'redo' | 'submit'> | 'nothingToAdd',
  () => void
>
type Handlers = Record<string, (() => void) | undefined>

/** The workbench's keys: moving, the options of what is open, and the protocol's own. Returns the table for the sheet. */
export function useBenchKeys(
  bench: Bench,
  view: StageView,
  commands: Commands,
  offerUndo: OfferUndo,
): readonly KeyBinding[] {
  const { protocol, stage } = bench
  const bindings = useMemo(() => stageBindings(protocol.id, stage, view.bindings), [protocol, stage, view])
  const { nothingToAdd, ...always } = commands
  const handlers: Handlers = { ...moves(bench), ...always }
  if (!bench.readOnly) {
    const whole = bench.order.filter(isWhole)
    for (const unit of bench.openUnit ? [...whole, bench.openUnit] : whole)
      Object.assign(handlers, choices(bench, unit))
    Object.assign(handlers, listActs(bench), fieldActs(bench), view.handlers(bench), { accept: acceptance(bench) })
    // Never silent: whoever adds goes on typing.
    handlers.add ??= nothingToAdd
    handlers.searchOutside = () => bench.searchOutside(bench.open)
  } else Object.assign(handlers, ownMoves(bench, view), { skip: undefined })
  useKeymap(bindings, withUndoOffers(bindings, handlers, offerUndo))
  return bindings
}

function moves({ stage, subject, answers, order, open, go, search }: Bench): Handlers {
  const to = (unit: string | null | undefined) => unit && go({ unit, question: null })
  const at = order.findIndex(({ key }) => key === open)
  return {
    next: () => to((order[at + 1] ?? order[at])?.key),
    previous: () => to((order[at - 1] ?? order[at])?.key),
    search: () => search(open),
    missing: () => to(nextLacking(stage, subject, answers, open)),
  }
}

/** The protocol's own keys that only lead somewhere or show something; they work for whoever reads as well. */
function ownMoves(bench: Bench, view: StageView): Handlers {
  const own = view.handlers(bench)
  const moving = view.bindings.filter(({ group }) => group === MOVING)
  return Object.fromEntries(moving.map(({ id }) => [id, own[id]]))
}

function choices({ survey, answers, choose, chooseAll }: Bench, unit: UnitDraft): Handlers {
  const handlers: Handlers = {}
  for (const question of survey.units.get(unit.key)?.asked ?? [])
    for (const { value } of question.options ?? [])
      handlers[optionKey(unit.kind, question.key, value)] = () => {
        if (question.form === 'choice') return choose(unit.key, question.key, value)
        // More may be chosen, so that one stays.
        const next = withChoice(question, answers[unit.key]?.[question.key], value)
        chooseAll([{ unit: unit.key, question: question.key, value: next }], { origin: 'chosen' })
      }
  return handlers
}
