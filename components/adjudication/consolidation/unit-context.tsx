'use client'
import { isWhole } from '@/components/annotation/workbench/navigation'
import { wholeOf } from '@/lib/protocols/made-units'
import type { Stage, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { excerpt } from '@/lib/text/excerpt'

/** More than three or four lines hold. */
const MOST_SHOWN = 2_000

/** The text of what is being settled, below the texts of what it is a part of: a passage under its claim. */
export function UnitContext({ stage, subject, unit }: { stage: Stage; subject: Subject; unit: UnitDraft }) {
  const word = ({ kind }: UnitDraft) => stage.unitKinds.find((each) => each.kind === kind)?.text ?? kind
  const chain = wholesOf(subject, unit)
  return (
    <div className="mt-2 space-y-1.5 border-accent-border border-s-2 ps-3 text-sm">
      {chain.map((whole) => (
        <p key={whole.key} dir="auto" className="wrap-anywhere line-clamp-3 text-muted">
          <span className="sr-only">{word(whole)}: </span>
          {excerpt(whole.text, MOST_SHOWN)}
        </p>
      ))}
      {unit.text === '' ? null : (
        <p dir="auto" className="wrap-anywhere line-clamp-4">
          {excerpt(unit.text, MOST_SHOWN)}
        </p>
      )}
    </div>
  )
}

/** What a unit is a part of, the outermost first; the item as a whole stands beside it anyway. */
function wholesOf(subject: Subject, unit: UnitDraft): UnitDraft[] {
  const whole = wholeOf(subject, unit)
  return whole && !isWhole(whole) ? [...wholesOf(subject, whole), whole] : []
}
