'use client'
import type { ReactNode } from 'react'
import type { Json, ProtocolWork, Stage, UnitDraft } from '@/lib/protocols/protocol'
import { kindHeading } from '@/lib/protocols/unit-name'
import { placeUnits } from '@/lib/text/place-units'
import { UnitOrigin } from './unit-origin'

interface ItemTextProps {
  protocol: Pick<ProtocolWork, 'present'>
  /** Its words for kinds of unit. */
  stage: Pick<Stage, 'unitKinds'>
  content: Json
  /** The units to show, in order; the whole item is not among them. */
  units: readonly UnitDraft[]
  /** One unit as a stretch of text; `number` counts from 1. */
  children: (unit: UnitDraft, number: number) => ReactNode
}

/** What is read: the item's texts as the protocol presents them, with the units where they stand. */
export function ItemText({ protocol, stage, content, units, children }: ItemTextProps) {
  const parts = protocol.present(content)
  // The last text that holds all units word for word is the one they were cut from.
  const placed = parts.map((part) => (units.length > 0 ? placeUnits(part.text, units) : null))
  const home = placed.findLastIndex((pieces) => pieces !== null)
  const numbers = new Map(units.map((unit, index) => [unit.key, { unit, number: index + 1 }]))
  return (
    <div className="space-y-6">
      {parts.map((part, index) => (
        <section key={part.title}>
          <h2 className="mb-1.5 font-semibold text-muted text-sm">{part.title}</h2>
          <div dir="auto" className="reading whitespace-pre-wrap">
            {index === home
              ? placed[index]?.map((piece) => {
                  const at = piece.unit === null ? undefined : numbers.get(piece.unit)
                  return <span key={piece.at}>{at ? children(at.unit, at.number) : piece.text}</span>
                })
              : part.text}
          </div>
        </section>
      ))}
      {home < 0
        ? [...new Set(units.map(({ kind }) => kind))].map((kind) => (
            <section key={kind}>
              <h2 className="mb-1.5 font-semibold text-muted text-sm">{kindHeading(stage, units, kind)}</h2>
              <ol className="space-y-2">
                {units.map((unit, index) =>
                  unit.kind === kind ? (
                    <li key={unit.key}>
                      <div dir="auto" className="reading whitespace-pre-wrap">
                        {children(unit, index + 1)}
                      </div>
                      <UnitOrigin unit={unit} />
                    </li>
                  ) : null,
                )}
              </ol>
            </section>
          ))
        : null}
    </div>
  )
}
