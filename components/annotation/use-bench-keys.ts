'use client'
import { useMemo } from 'react'
import type { StageView } from '@/components/protocols/protocol-view'
import { useKeymap } from '@/components/ui/use-keymap'
import type { KeyBinding } from '@/lib/client/keyboard'
import { answerOf } from '@/lib/protocols/completeness'
import type { UnitDraft } from '@/lib/protocols/protocol'
import type { Bench } from './bench-context'
import { fieldActs } from './field-acts'
import { type BenchKey, MOVING, optionKey, stageBindings } from './keys'
import { listActs } from './list-acts'
import { isListQuestion, listAt, listOf } from './lists'
import { isWhole, nextLacking } from './navigation'
import { acceptSeeds, pendingSeeds } from './seeds'

type Commands = Record<
  Extract<BenchKey, 'definitions' | 'guidelines' | 'notes' | 'undo' | 'redo' | 'submit'> | 'nothingToAdd',
  () => void
>
type Handlers = Record<string, (() => void) | undefined>

/** The workbench's keys: moving, the options of what is open, and the protocol's own. Returns the table for the sheet. */
export function useBenchKeys(bench: Bench, view: StageView, commands: Commands): readonly KeyBinding[] {
  const { stage } = bench
  const bindings = useMemo(() => stageBindings(stage, view.bindings), [stage, view])
  const { nothingToAdd, ...always } = commands
  const handlers: Handlers = { ...moves(bench), ...always }
  if (!bench.readOnly) {
    const whole = bench.order.filter(isWhole)
    for (const unit of bench.openUnit ? [...whole, bench.openUnit] : whole)
      Object.assign(handlers, choices(bench, unit))
    Object.assign(handlers, listActs(bench), fieldActs(bench), view.handlers(bench), { accept: acceptance(bench) })
    // Never silent: whoever adds goes on typing.
    handlers.add ??= nothingToAdd
  } else Object.assign(handlers, ownMoves(bench, view))
  useKeymap(bindings, handlers)
  return bindings
}

function moves({ stage, subject, answers, order, open, go }: Bench): Handlers {
  const to = (unit: string | null | undefined) => unit && go({ unit, question: null })
  const at = order.findIndex(({ key }) => key === open)
  return {
    next: () => to((order[at + 1] ?? order[at])?.key),
    previous: () => to((order[at - 1] ?? order[at])?.key),
    missing: () => to(nextLacking(stage, subject, answers, open)),
  }
}

/** The protocol's own keys that only lead somewhere or show something; they work for whoever reads as well. */
function ownMoves(bench: Bench, view: StageView): Handlers {
  const own = view.handlers(bench)
  const moving = view.bindings.filter(({ group }) => group === MOVING)
  return Object.fromEntries(moving.map(({ id }) => [id, own[id]]))
}

function choices({ survey, choose }: Bench, unit: UnitDraft): Handlers {
  const handlers: Handlers = {}
  for (const question of survey.units.get(unit.key)?.asked ?? [])
    for (const option of question.options ?? [])
      handlers[optionKey(unit.kind, question.key, option.value)] = () => choose(unit.key, question.key, option.value)
  return handlers
}

/**
 * Accepts the best suggestion for the open unit's first question that has one and no answer; all that is proposed for a
 * list, its own or the one that holds it, and is not in it yet.
 */
function acceptance(bench: Bench): (() => void) | undefined {
  const { workbench, survey, answers, open, choose, perform } = bench
  for (const question of survey.units.get(open)?.asked ?? []) {
    if (isListQuestion(question)) {
      const list = listOf(answers, open, question)
      const pending = pendingSeeds(list, workbench.suggestions)
      if (pending.length > 0) return () => perform(acceptSeeds(list, pending))
    } else if (answerOf(answers, open, question.key) === null) {
      const found = workbench.suggestions.find((each) => each.unit === open && each.question === question.key)
      if (found) return () => choose(open, question.key, found.value, { origin: 'suggestion', suggestionId: found.id })
    }
  }
  const around = listAt(survey, answers, open)
  const pending = around ? pendingSeeds(around.list, workbench.suggestions) : []
  return around && pending.length > 0 ? () => perform(acceptSeeds(around.list, pending)) : undefined
}
