'use client'
import { useMemo } from 'react'
import { isWhole } from '@/components/annotation/workbench/navigation'
import { cn } from '@/components/ui/cn'
import { TONE_BOX } from '@/components/ui/tone'
import { ItemText } from '@/components/workspace/items/item-text'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { useDeskContext } from './desk-context'
import { unitMark } from './unit-mark'
import { rootsOf } from './units'
import { unitName } from './words'

/** What is read: the item's texts, with its units where they stand and how far each is settled. */
export function TextPane() {
  const { protocol, stage, view, current } = useDeskContext()
  const roots = useMemo(() => rootsOf(view.units), [view.units])
  const units = useMemo(
    () => view.units.filter((unit) => !isWhole(unit) && roots.get(unit.key) === unit.key),
    [view.units, roots],
  )
  const open = current ? (roots.get(current.unit) ?? null) : null
  return (
    <ItemText protocol={protocol} stage={stage} content={view.item.content} units={units} open={open}>
      {(unit) => <UnitInText unit={unit} />}
    </ItemText>
  )
}

/** A unit as a stretch of text; a click goes to its first open question, or its first question at all. */
function UnitInText({ unit }: { unit: UnitDraft }) {
  const { stage, view, agenda, answers, current, go, setUnfolded } = useDeskContext()
  const isCurrent = current !== null && rootsOf(view.units).get(current.unit) === unit.key
  const roots = rootsOf(view.units)
  const entries = agenda.filter((entry) => roots.get(entry.unit) === unit.key)
  const target = entries.find((entry) => entry.settled === null) ?? entries[0]
  const mark = unitMark(stage, unit, entries, answers)
  const name = unitName(stage, view.units, unit.key)
  return (
    <a
      id={`unit-${unit.key}`}
      href={`#unit-${unit.key}`}
      draggable={false}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={(event) => {
        event.preventDefault()
        if (!target || window.getSelection()?.isCollapsed === false) return
        if (target.group === 'agreed') setUnfolded(true)
        go(target)
      }}
      className={cn(
        'scroll-mt-24 rounded-sm box-decoration-clone py-0.5 text-ink outline-offset-1',
        TONE_BOX[mark.tone],
        'border-0 text-ink',
        isCurrent && 'outline-2 outline-accent',
      )}
    >
      <span
        className={cn(
          'me-1 inline-flex h-5 min-w-7 select-none items-center justify-center rounded border px-1 align-[0.1em] font-semibold text-xs leading-none',
          TONE_BOX[mark.tone],
        )}
      >
        <span aria-hidden>{mark.letter}</span>
        <span className="sr-only">{`${name}, ${mark.text}: `}</span>
      </span>
      {unit.text}
    </a>
  )
}
