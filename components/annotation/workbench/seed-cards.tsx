'use client'
import { Button } from '@/components/ui/button'
import { ToneMark } from '@/components/ui/tone-mark'
import { nextAcceptable } from './acceptance'
import { useBench } from './bench-context'
import { BENCH_KEYS, LIST_KEYS } from './keys'
import type { List } from './lists'
import { acceptSeeds, firstSet, type OpenSeed, pendingSeeds } from './seeds'
import { isHidden, modelOf, proposersInWords, type Suggestion } from './suggested'
import { SUGGESTED, Why } from './suggestion-card'
import { KeptBack } from './suggestions'

/** What is proposed for a list and not in it, dashed, model by model: to be accepted all at once or one by one. */
export function SeedCards({ list }: { list: List }) {
  const bench = useBench()
  const { workbench, survey, readOnly } = bench
  const pending = readOnly ? [] : pendingSeeds(list, workbench.suggestions)
  const unit = survey.units.get(list.unit)?.unit
  if (pending.length === 0) {
    const isGiven = workbench.suggestions.some((each) => each.unit === list.unit && each.question === list.question.key)
    return unit && !readOnly && !isGiven && isHidden(workbench, unit, list.question) ? <KeptBack /> : null
  }
  const next = nextAcceptable(bench)
  const isNext = next !== null && 'list' in next && next.list.unit === list.unit
  return (
    <div className="space-y-3">
      <p className="text-sm text-suggestion-text">
        {pending.length === 1 ? 'One suggestion is open.' : `${pending.length} suggestions are open.`}
      </p>
      {bySuggestion(pending).map(([suggestion, seeds], index) => (
        <SeedSet key={suggestion.id} list={list} suggestion={suggestion} seeds={seeds} isNext={isNext && index === 0} />
      ))}
    </div>
  )
}

/** The open entries in groups: those that the first suggestion brings, those that the next adds, ... */
function bySuggestion(pending: readonly OpenSeed[]): [Suggestion, OpenSeed[]][] {
  const seeds = firstSet(pending)
  const [first] = seeds
  return first ? [[first.suggestion, seeds], ...bySuggestion(pending.filter((seed) => !seeds.includes(seed)))] : []
}

interface SeedSetProps {
  list: List
  suggestion: Suggestion
  seeds: readonly OpenSeed[]
  /** Do the keys for accepting take from this one? */
  isNext: boolean
}

function SeedSet({ list, suggestion, seeds, isNext }: SeedSetProps) {
  const { perform } = useBench()
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-2 text-suggestion-text text-xs">
        <div className="min-w-0 flex-1">
          {proposersInWords([suggestion])}
          <Why by={[suggestion]} />
        </div>
        <Button
          size="sm"
          shortcut={isNext ? BENCH_KEYS.accept : undefined}
          aria-label={`Accept all of ${modelOf(suggestion)}`}
          className="pointer-coarse:min-h-11"
          onClick={() => perform(acceptSeeds(list, seeds))}
        >
          Accept all
        </Button>
      </div>
      <ul className="space-y-2">
        {seeds.map((seed, index) => (
          <SeedCard key={seed.origin} list={list} seed={seed} isNext={isNext && index === 0} />
        ))}
      </ul>
    </div>
  )
}

function SeedCard({ list, seed, isNext }: { list: List; seed: OpenSeed; isNext: boolean }) {
  const { perform } = useBench()
  const text = seed.values[list.question.list.text]
  const others = seed.by.slice(1)
  return (
    <li className={SUGGESTED}>
      <ToneMark tone="suggestion" className="mt-1" />
      <div className="wrap-anywhere min-w-0 flex-1" dir="auto">
        {typeof text === 'string' ? text : 'Without a text'}
        <AboutSeed list={list} seed={seed} />
        {others.length > 0 ? (
          <p className="text-xs" dir="ltr">
            Also from {proposersInWords(others)}
          </p>
        ) : null}
      </div>
      <Button
        size="sm"
        shortcut={isNext ? LIST_KEYS.acceptOne : undefined}
        className="pointer-coarse:min-h-11"
        onClick={() => perform(acceptSeeds(list, [seed]))}
      >
        Accept
      </Button>
    </li>
  )
}

/** The choices that would be accepted with the text, in words. */
function AboutSeed({ list, seed }: { list: List; seed: OpenSeed }) {
  const { stage } = useBench()
  const words = stage.questions.flatMap(({ unit, key, title, options }) => {
    const option = unit === list.question.list.kind && options?.find(({ value }) => value === seed.values[key])
    return option ? `${title}: ${option.text}` : []
  })
  return words.length === 0 ? null : (
    <p className="text-xs" dir="ltr">
      {words.join(' · ')}
    </p>
  )
}
