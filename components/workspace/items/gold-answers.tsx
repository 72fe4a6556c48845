'use client'
import { useEffect } from 'react'
import { Badge } from '@/components/ui/badge'
import { DefinitionList } from '@/components/ui/definition-list'
import { LongText } from '@/components/ui/long-text'
import { MoreButton } from '@/components/ui/more-button'
import { useHash } from '@/components/ui/use-hash'
import { useStretch } from '@/components/ui/use-stretch'
import { inWords, plainValue } from '@/components/workspace/tasks/plain-value'
import type { Protocol, Stage } from '@/lib/protocols/protocol'
import { unitName } from '@/lib/protocols/unit-name'
import type { ItemTask } from '@/lib/workspace/items/contract'
import { unitAnchor } from '@/lib/workspace/items/rules'
import { AnswerValue } from './answer-value'
import { VotesList } from './votes-list'

type Gold = NonNullable<ItemTask['gold']>
type GoldAnswersProps = { protocol: Protocol; stage: Stage; gold: Gold }

const ORIGIN: Record<Gold['origin'], string> = {
  consolidated: 'consolidated',
  single_rated: 'single-rated',
  tallied: 'tallied',
  imported: 'imported',
}

/** The gold answers unit by unit, and what follows from them for the whole item. */
export function GoldAnswers({ protocol, stage, gold }: GoldAnswersProps) {
  const texts = new Map(gold.units.map(({ key, text }) => [key, text]))
  const depthOf = depthIn(gold.units)
  // A link may lead to a unit far down.
  const hash = useHash()
  const wanted = gold.units.findIndex(({ key }) => unitAnchor(stage.key, key) === hash)
  const drawn = useStretch(gold.units.length, wanted)
  useEffect(() => {
    if (wanted >= 0) document.getElementById(hash)?.scrollIntoView({ block: 'start' })
  }, [wanted, hash])
  return (
    <div className="space-y-4">
      <p className="text-muted text-sm">
        {gold.votes ? 'Tally' : 'Gold'} version {gold.version}, {ORIGIN[gold.origin]}
      </p>
      <MoreButton which="earlier" count={drawn.before} onClick={drawn.showBefore} />
      <ol className="space-y-3">
        {gold.units.slice(drawn.from, drawn.to).map((unit) => {
          const answers = gold.answers[unit.key] ?? {}
          const answered = stage.questions.filter(
            // A list's entries stand below it, and a listed unit's text is its own.
            (each) => each.unit === unit.kind && each.form !== 'list' && (answers[each.key] ?? null) !== null,
          )
          return (
            <li
              key={unit.key}
              style={{ marginInlineStart: `${Math.min(depthOf(unit.key), MOST_INDENTED) * 1.25}rem` }}
              id={unitAnchor(stage.key, unit.key)}
              className="rounded-lg scroll-mt-4 target:border-accent border border-line p-3"
            >
              <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-sm">
                <LongText>{unit.text}</LongText>
              </p>
              <DefinitionList
                className="mt-2"
                items={answered.map((question) => ({
                  term: question.title,
                  description: <AnswerValue question={question} value={answers[question.key] ?? null} texts={texts} />,
                }))}
              />
            </li>
          )
        })}
      </ol>
      <MoreButton which="more" count={drawn.behind} onClick={drawn.showBehind} />
      {gold.votes ? <VotesList stage={stage} gold={gold} votes={gold.votes} /> : null}
      <DefinitionList items={labelsByRule(protocol, stage, gold)} />
      <details className="text-sm" open={gold.votes !== null}>
        <summary className="cursor-pointer text-muted">{gold.votes ? 'Counted' : 'Derived figures'}</summary>
        <DefinitionList
          className="mt-2"
          items={Object.entries(gold.rollUp).map(([name, value]) => ({
            term: inWords(name),
            description: plainValue(value, (each) => nameIn(stage, gold, each)),
          }))}
        />
      </details>
    </div>
  )
}

/** The label of the whole item under each rule, by the rule's title; none where another stage holds it. */
function labelsByRule({ itemLabel, rollUps }: Protocol, stage: Stage, { rollUp }: Gold) {
  if (itemLabel?.stage !== stage.key) return []
  const labels = itemLabel.byRule(rollUp)
  return rollUps.flatMap(({ key, title }) => {
    const label = labels[key]
    if (label === undefined) return []
    const known = itemLabel.values.find(({ value }) => value === label)
    const description = known ? (
      <Badge key={key} tone={known.tone}>
        {known.text}
      </Badge>
    ) : (
      plainValue(label)
    )
    return [{ term: `Whole item, by the rule “${title}”`, description }]
  })
}

/** A name among the figures in words: a unit by its place, anything else as it is called. */
const nameIn = (stage: Stage, { units }: Gold, name: string): string =>
  units.some(({ key }) => key === name) ? unitName(stage, units, name) : inWords(name)

const MOST_INDENTED = 4

/** How deep a unit stands below the units it is a part of. */
function depthIn(units: Gold['units']) {
  const parents = new Map(units.map(({ key, parent }) => [key, parent]))
  const depthOf = (key: string): number => {
    const parent = parents.get(key)
    return parent === undefined || !parents.has(parent) ? 0 : 1 + depthOf(parent)
  }
  return depthOf
}
