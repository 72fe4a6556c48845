'use client'
import { type ReactNode, useMemo } from 'react'
import { z } from 'zod'
import { OutsideLink } from '@/components/ui/link'
import { LongText } from '@/components/ui/long-text'
import { MoreButton } from '@/components/ui/more-button'
import { useStretch } from '@/components/ui/use-stretch'
import { hostOf } from '@/components/ui/web-address'
import type { Json, ProtocolWork, ShownPart, Stage, UnitDraft } from '@/lib/protocols/protocol'
import { kindHeading } from '@/lib/protocols/unit-name'
import { type Piece, placeUnits } from '@/lib/text/place-units'

const origin = z.object({ title: z.string().nullish(), link: z.string().nullish() })

/** Where a unit comes from, where its data says so: title and host, as a link if its address is one. */
function UnitOrigin({ unit }: { unit: UnitDraft }) {
  const { title, link } = origin.safeParse(unit.data).data ?? {}
  const host = hostOf(link ?? null)
  // What has no text of its own shows its title already.
  const shownTitle = title === unit.text ? '' : (title ?? '')
  if (shownTitle === '' && !link) return null
  return (
    <p className="wrap-anywhere mt-0.5 flex flex-wrap gap-x-2 text-muted text-xs">
      {shownTitle ? <bdi>{shownTitle}</bdi> : null}
      {link ? (
        <OutsideLink href={link}>
          <bdi>{host ?? link}</bdi>
        </OutsideLink>
      ) : null}
    </p>
  )
}

interface ItemTextProps {
  protocol: Pick<ProtocolWork, 'present'>
  /** Its words for kinds of unit. */
  stage: Pick<Stage, 'unitKinds'>
  content: Json
  /** The units to show, in order; the whole item is not among them. */
  units: readonly UnitDraft[]
  /** The key of the one that is open, which is drawn however long the text; null where none is. */
  open?: string | null
  /** One unit as a stretch of text; `number` counts from 1. */
  children: (unit: UnitDraft, number: number) => ReactNode
  /** What stands in the place of a text that can be marked; null for one that is only read. Units stand in no such text. */
  marked?: (part: ShownPart) => ReactNode | null
}

/** What is read: the item's texts as the protocol presents them, with the units where they stand. */
export function ItemText({ protocol, stage, content, units, open = null, children, marked }: ItemTextProps) {
  // Long texts are read again only when they are others: every key passes here.
  const parts = useMemo(() => protocol.present(content), [protocol, content])
  // The last text that holds all units word for word is the one they were cut from.
  const placed = useMemo(
    () => parts.map((part) => (units.length > 0 && !marked?.(part) ? placeUnits(part.text, units) : null)),
    [parts, units, marked],
  )
  const home = placed.findLastIndex((pieces) => pieces !== null)
  return (
    <div className="space-y-6">
      {parts.map((part, index) => (
        <section key={part.title}>
          <h2 className="mb-1.5 font-semibold text-muted text-sm">{part.title}</h2>
          <div dir="auto" className="reading whitespace-pre-wrap">
            {marked?.(part) ??
              (index === home ? (
                <UnitsInText pieces={placed[index] ?? []} units={units} open={open}>
                  {children}
                </UnitsInText>
              ) : (
                <LongText what={part.title.toLowerCase()}>{part.text}</LongText>
              ))}
          </div>
        </section>
      ))}
      {home < 0
        ? [...new Set(units.map(({ kind }) => kind))].map((kind) => (
            <section key={kind}>
              <h2 className="mb-1.5 font-semibold text-muted text-sm">{kindHeading(stage, units, kind)}</h2>
              <UnitsInList units={units} kind={kind} open={open}>
                {children}
              </UnitsInList>
            </section>
          ))
        : null}
    </div>
  )
}

type UnitsProps = Pick<ItemTextProps, 'units' | 'children'> & { open: string | null }

/** A stretch of the text with the units in it: the whole where there are few. */
function UnitsInText({ pieces, units, open, children }: UnitsProps & { pieces: readonly Piece[] }) {
  const numbers = useMemo(() => new Map(units.map((unit, index) => [unit.key, { unit, number: index + 1 }])), [units])
  const drawn = useStretch(
    pieces.length,
    pieces.findIndex(({ unit }) => unit !== null && unit === open),
  )
  return (
    <>
      <MoreButton which="earlier" count={drawn.before} onClick={drawn.showBefore} />
      {pieces.slice(drawn.from, drawn.to).map((piece) => {
        const numberedUnit = piece.unit === null ? undefined : numbers.get(piece.unit)
        return (
          <span key={piece.at}>
            {numberedUnit ? children(numberedUnit.unit, numberedUnit.number) : <LongText>{piece.text}</LongText>}
          </span>
        )
      })}
      <MoreButton which="more" count={drawn.behind} onClick={drawn.showBehind} />
    </>
  )
}

/** The units of a kind that stand in no text, one below the other. */
function UnitsInList({ units, kind, open, children }: UnitsProps & { kind: string }) {
  const kindUnits = units.flatMap((unit, index) => (unit.kind === kind ? [{ unit, number: index + 1 }] : []))
  const drawn = useStretch(
    kindUnits.length,
    kindUnits.findIndex(({ unit }) => unit.key === open),
  )
  return (
    <>
      <MoreButton which="earlier" count={drawn.before} onClick={drawn.showBefore} />
      <ol className="space-y-2">
        {kindUnits.slice(drawn.from, drawn.to).map(({ unit, number }) => (
          <li key={unit.key}>
            <div dir="auto" className="reading whitespace-pre-wrap">
              {children(unit, number)}
            </div>
            <UnitOrigin unit={unit} />
          </li>
        ))}
      </ol>
      <MoreButton which="more" count={drawn.behind} onClick={drawn.showBehind} />
    </>
  )
}
