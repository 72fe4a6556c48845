'use client'
import { memo, useMemo } from 'react'
import { cn } from '@/components/ui/cn'
import { Sign } from '@/components/ui/sign'
import { TONE_BOX } from '@/components/ui/tone'
import { ItemText } from '@/components/workspace/items/item-text'
import type { ShownPart, Stage, UnitDraft } from '@/lib/protocols/protocol'
import { type Bench, useBench } from './bench-context'
import { shownWith } from './lists'
import { MarkedText } from './marked-text'
import { isPlaceQuestion } from './marking/mark-acts'
import { MarkedPane, UnmarkedPane } from './marking/marked-pane'
import { markingPlaces } from './marking/span-acts'
import { isWhole, WHOLE } from './navigation'
import { SettledAboutItem } from './settled-before'
import { UnitLink } from './unit-link'
import { markOf, type UnitMark } from './unit-mark'
import { capitalised, unitName } from './unit-name'

/** What is read: the item's texts, with the units marked where they stand. */
export function ResponsePane() {
  const bench = useBench()
  const { protocol, stage, workbench, subject, open, openUnit, go } = bench
  const units = useMemo(() => workbench.units.filter((unit) => !isWhole(unit)), [workbench.units])
  const { survey, order } = bench
  // Of what somebody listed, the unit it was listed for is the one in the text.
  const inText = openUnit ? shownWith(survey, workbench.units, openUnit).key : null
  // Kept while what is asked stays: the texts are looked through again whenever it is another.
  const marked = useMemo(() => {
    const places = markingPlaces({ stage, survey, order, openUnit })
    const names = stage.questions.flatMap(({ spans }) => spans?.in ?? [])
    if (places.length === 0 && names.length === 0) return undefined
    return ({ name, text }: ShownPart) => {
      const place = places.find(({ question }) => (question.list?.marks ?? question.spans)?.in === name)
      if (place) return <MarkedPane unit={place.unit} question={place.question} />
      // Nothing moves while one goes from unit to unit.
      return name !== undefined && names.includes(name) && isMarkedForUnits(stage, name) ? (
        <UnmarkedPane text={text} />
      ) : null
    }
  }, [stage, survey, order, openUnit])
  const text = (
    <ItemText
      protocol={protocol}
      stage={stage}
      content={workbench.item.content}
      units={units}
      open={inText}
      marked={marked}
    >
      {(unit, number) => {
        const { letter, tone, text } = markOf(bench, unit.key)
        const name = capitalised(unitName(stage, subject, unit))
        return (
          <UnitInText
            unit={unit}
            number={number}
            name={name}
            letter={letter}
            tone={tone}
            text={text}
            go={go}
            isOpen={open === unit.key}
          />
        )
      }}
    </ItemText>
  )
  return stage.showsEarlier ? (
    <div className="space-y-6">
      <SettledAboutItem protocol={protocol} stage={stage} units={workbench.units} />
      {text}
    </div>
  ) : (
    text
  )
}

/** Is the text marked for units that are not always open? */
const isMarkedForUnits = ({ questions }: Stage, name: string): boolean =>
  questions.some(
    (question) => question.spans?.in === name && question.unit !== WHOLE && !isPlaceQuestion({ questions }, question),
  )

interface UnitInTextProps extends UnitMark {
  unit: UnitDraft
  number: number
  /** In words: "Sentence 3". */
  name: string
  isOpen: boolean
  go: Bench['go']
}

/**
 * A unit as a stretch of text: its state as letter and tone, the open one outlined; a click or Enter opens it. Drawn again
 * only when it changes: texts may be long, and every keystroke elsewhere passes here.
 */
const UnitInText = memo(function UnitInText({ unit, number, name, isOpen, go, ...mark }: UnitInTextProps) {
  return (
    <UnitLink
      unit={unit.key}
      isOpen={isOpen}
      go={go}
      className={cn(
        'scroll-mt-40 scroll-mb-8 rounded-sm box-decoration-clone py-0.5 text-ink outline-offset-1 max-lg:scroll-mb-[60dvh]',
        mark.letter === null ? 'hover:bg-hover' : cn(TONE_BOX[mark.tone], 'border-0 text-ink'),
        isOpen && 'outline-2 outline-accent',
      )}
    >
      <MarkedText mark={<UnitLetter mark={mark} number={number} name={name} />} text={unit.text} />
    </UnitLink>
  )
})

/** The number until there is a verdict, then its letter; as wide before as after. */
function UnitLetter({ mark, number, name }: { mark: UnitMark; number: number; name: string }) {
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
        <span aria-hidden>{mark.letter === null ? number : <Sign of={mark.letter} />}</span>
        <span className="sr-only">{`${name}, ${mark.text}: `}</span>
      </span>
    </span>
  )
}
