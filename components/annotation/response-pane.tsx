'use client'
import { cn } from '@/components/ui/cn'
import { TONE_BOX } from '@/components/ui/tone'
import { placeUnits } from '@/lib/annotations/rules'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { unitId, useBench } from './bench-context'
import { isWhole } from './navigation'
import { type UnitMark, unitMark } from './unit-mark'

/** What is read: the item's texts, with the units marked where they stand. */
export function ResponsePane() {
  const { protocol, workbench, subject } = useBench()
  const units = subject.units.filter((unit) => !isWhole(unit))
  const parts = protocol.present(workbench.item.content)
  // The last text that holds all units word for word is the one they were cut from.
  const placed = parts.map((part) => (units.length > 0 ? placeUnits(part.text, units) : null))
  const home = placed.findLastIndex((pieces) => pieces !== null)
  const byKey = new Map(units.map((unit, index) => [unit.key, { unit, number: index + 1 }]))
  return (
    <div className="space-y-6">
      {parts.map((part, index) => (
        <section key={part.title}>
          <h2 className="mb-1.5 font-semibold text-muted text-sm">{part.title}</h2>
          <div dir="auto" className="reading whitespace-pre-wrap">
            {index === home
              ? placed[index]?.map((piece) => {
                  const at = piece.unit === null ? undefined : byKey.get(piece.unit)
                  return at ? <UnitInText key={piece.at} {...at} /> : <span key={piece.at}>{piece.text}</span>
                })
              : part.text}
          </div>
        </section>
      ))}
      {home < 0 && units.length > 0 ? (
        <section>
          <h2 className="mb-1.5 font-semibold text-muted text-sm">Segments</h2>
          <ol className="space-y-2">
            {units.map((unit, index) => (
              <li key={unit.key} dir="auto" className="reading whitespace-pre-wrap">
                <UnitInText unit={unit} number={index + 1} />
              </li>
            ))}
          </ol>
        </section>
      ) : null}
    </div>
  )
}

/** A unit as a stretch of text: its state as letter and tone, the open one outlined; a click or Enter opens it. */
function UnitInText({ unit, number }: { unit: UnitDraft; number: number }) {
  const { stage, subject, answers, open, go } = useBench()
  const mark = unitMark(stage, subject, answers, unit)
  const isOpen = open === unit.key
  return (
    <a
      id={unitId(unit.key)}
      href={`#${unitId(unit.key)}`}
      draggable={false}
      aria-current={isOpen ? 'step' : undefined}
      onClick={(event) => {
        event.preventDefault()
        // Whoever marks words to copy them is not choosing a segment.
        if (window.getSelection()?.isCollapsed !== false) go({ unit: unit.key, question: null })
      }}
      className={cn(
        'scroll-mt-40 scroll-mb-8 rounded-sm box-decoration-clone py-0.5 text-ink outline-offset-1 max-lg:scroll-mb-[60dvh]',
        mark.letter === null ? 'hover:bg-hover' : cn(TONE_BOX[mark.tone], 'border-0 text-ink'),
        isOpen && 'outline-2 outline-accent',
      )}
    >
      <UnitLetter mark={mark} number={number} />
      {unit.text}
    </a>
  )
}

/** The number until there is a verdict, then its letter; as wide before as after. */
function UnitLetter({ mark, number }: { mark: UnitMark; number: number }) {
  return (
    <span className="me-1">
      {/* With a direction of its own it has no say in that of the text. */}
      <span
        dir="ltr"
        className={cn(
          'inline-flex h-5 min-w-7 select-none items-center justify-center rounded border px-1 align-[0.1em] font-semibold text-xs leading-none',
          mark.letter === null ? 'border-control text-muted' : TONE_BOX[mark.tone],
        )}
      >
        <span aria-hidden>{mark.letter ?? number}</span>
        <span className="sr-only">{`Segment ${number}, ${mark.text}: `}</span>
      </span>
    </span>
  )
}
