'use client'
import { useMemo } from 'react'
import type { ProtocolView } from '@/components/protocols/protocol-view'
import { useKeymap } from '@/components/ui/use-keymap'
import { askedQuestions, nextMissing } from '@/lib/annotations/rules'
import type { KeyBinding } from '@/lib/client/keyboard'
import { answerOf } from '@/lib/protocols/completeness'
import type { UnitDraft } from '@/lib/protocols/protocol'
import type { Bench } from './bench-context'
import { BENCH_BINDINGS, type BenchKey, optionBindings, optionKey } from './keys'
import { isWhole, neighbour, workOrder } from './navigation'

type Commands = Record<
  Extract<BenchKey, 'definitions' | 'guidelines' | 'notes' | 'undo' | 'redo' | 'submit'>,
  () => void
>
type Handlers = Record<string, (() => void) | undefined>

/** The workbench's keys: moving, the options of what is open, and the protocol's own. Returns the table for the sheet. */
export function useBenchKeys(bench: Bench, view: ProtocolView, commands: Commands): readonly KeyBinding[] {
  const { stage } = bench
  const bindings = useMemo<readonly KeyBinding[]>(
    () => [...optionBindings(stage), ...view.bindings, ...BENCH_BINDINGS],
    [stage, view],
  )
  const handlers: Handlers = { ...moves(bench), ...commands }
  if (!bench.readOnly) {
    const whole = bench.subject.units.filter(isWhole)
    for (const unit of bench.openUnit ? [...whole, bench.openUnit] : whole)
      Object.assign(handlers, choices(bench, unit))
    Object.assign(handlers, view.handlers(bench), { accept: acceptance(bench) })
  }
  useKeymap(bindings, handlers)
  return bindings
}

function moves({ stage, subject, answers, open, go }: Bench): Handlers {
  const to = (unit: string | null) => unit !== null && go({ unit, question: null })
  return {
    next: () => to(neighbour(subject, open, 1)),
    previous: () => to(neighbour(subject, open, -1)),
    missing: () => to(nextMissing(stage, workOrder(subject), answers, open)),
  }
}

function choices({ stage, subject, answers, choose }: Bench, unit: UnitDraft): Handlers {
  const handlers: Handlers = {}
  for (const question of askedQuestions(stage, subject, answers, unit))
    for (const option of question.options ?? [])
      handlers[optionKey(unit.kind, question.key, option.value)] = () => choose(unit.key, question.key, option.value)
  return handlers
}

/** Accepts the best suggestion for the open unit's first question that has one and no answer. */
function acceptance({ workbench, stage, subject, answers, openUnit, choose }: Bench): (() => void) | undefined {
  if (!openUnit) return undefined
  for (const question of askedQuestions(stage, subject, answers, openUnit)) {
    if (answerOf(answers, openUnit.key, question.key) !== null) continue
    const found = workbench.suggestions.find((each) => each.unit === openUnit.key && each.question === question.key)
    if (found)
      return () => choose(openUnit.key, question.key, found.value, { origin: 'suggestion', suggestionId: found.id })
  }
  return undefined
}
