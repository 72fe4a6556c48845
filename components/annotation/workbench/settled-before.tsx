'use client'
import { DefinitionList } from '@/components/ui/definition-list'
import { AnswerValue } from '@/components/workspace/items/answer-value'
import type { Json, ProtocolWork, Question, Stage, UnitDraft } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { isWhole } from './navigation'

interface SettledProps {
  protocol: Pick<ProtocolWork, 'stages'>
  stage: Pick<Stage, 'showsEarlier'>
  units: readonly UnitDraft[]
}

interface Settled {
  question: Question
  value: Json
}

/** What earlier stages settled about a unit, as far as this one shows it. */
function settledAbout({
  protocol,
  stage,
  unit,
}: Pick<SettledProps, 'protocol' | 'stage'> & { unit: UnitDraft }): Settled[] {
  const { data = null } = unit
  const earlier = isJsonRecord(data) ? (data.earlier ?? null) : null
  if (!stage.showsEarlier || !isJsonRecord(earlier)) return []
  const allQuestions = protocol.stages.flatMap(({ questions }) => questions)
  return stage.showsEarlier.flatMap((key) => {
    const question = allQuestions.find((each) => each.key === key && each.unit === unit.kind)
    const value = earlier[key] ?? null
    return question && value !== null ? [{ question, value }] : []
  })
}

type SettledAboutUnitProps = SettledProps & {
  unit: UnitDraft
  /** Where it stands apart from the unit: what the unit is called. */
  name?: string
}

/** What was settled before of a unit and of what it is part of, up to the item; nothing where that is nothing. */
export function SettledAboutUnit({ unit, name, ...shown }: SettledAboutUnitProps) {
  const around = [unit, ...wholesOf(unit, shown.units)].filter((each) => !isWhole(each))
  if (around.every((each) => settledAbout({ ...shown, unit: each }).length === 0)) return null
  if (name === undefined) return <SettledList {...shown} about={around} className="mb-3" />
  return (
    <section>
      <h2 className="mb-1.5 font-semibold text-muted text-sm">{name}, settled before</h2>
      <SettledList {...shown} about={around} />
    </section>
  )
}

/** What was settled before of the item as a whole; nothing where that is nothing. */
export function SettledAboutItem(props: SettledProps) {
  const whole = props.units.filter(isWhole)
  if (whole.every((unit) => settledAbout({ ...props, unit }).length === 0)) return null
  return (
    <section>
      <h2 className="mb-1.5 font-semibold text-muted text-sm">Settled before</h2>
      <SettledList {...props} about={whole} />
    </section>
  )
}

function wholesOf({ parent }: UnitDraft, units: readonly UnitDraft[]): UnitDraft[] {
  const whole = parent === undefined ? undefined : units.find(({ key }) => key === parent)
  return whole ? [whole, ...wholesOf(whole, units)] : []
}

type SettledListProps = SettledProps & { about: readonly UnitDraft[]; className?: string }

function SettledList({ about, className, ...shown }: SettledListProps) {
  const settled = about.flatMap((unit) => settledAbout({ ...shown, unit }))
  if (settled.length === 0) return null
  const texts = new Map(shown.units.map(({ key, text }) => [key, text]))
  return (
    <DefinitionList
      className={className ?? ''}
      items={settled.map(({ question, value }) => ({
        term: question.title,
        description: <AnswerValue question={question} value={value} texts={texts} />,
      }))}
    />
  )
}
