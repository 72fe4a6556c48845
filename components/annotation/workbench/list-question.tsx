'use client'
import { type ComponentType, Fragment } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import type { Tone } from '@/components/ui/tone'
import { ToneMark } from '@/components/ui/tone-mark'
import { answerOf, standingAnswer } from '@/lib/protocols/completeness'
import { textOfEntry } from '@/lib/protocols/made-units'
import { textToMark } from '@/lib/protocols/marked-spans'
import { hasMarks } from '@/lib/protocols/marks'
import { listedOptions } from '@/lib/protocols/option-lists'
import type { ListEntry, UnitDraft } from '@/lib/protocols/protocol'
import { numberOfSpans, placeInWords, spansInWords } from '@/lib/protocols/span-words'
import { nextAcceptable } from './acceptance'
import { type Bench, fieldId, type QuestionProps, unitId, useBench } from './bench-context'
import { EntryTools } from './entry-tools'
import { BENCH_KEYS, LIST_KEYS } from './keys'
import { adding } from './list-acts'
import { isListQuestion, isWithin, type List, listAt, listOf, listWithin } from './lists'
import { MarksTools } from './marking/marks-tools'
import { showProposed } from './marking/proposed-marks'
import { QuestionFrame } from './question-frame'
import {
  acceptSeeds,
  changeOf,
  countPassedOver,
  firstSet,
  isInTheWay,
  type Lineage,
  lineageOf,
  type OpenSeed,
  offerAgain,
  openSeeds,
  passOver,
  placeOfSeed,
} from './seeds'
import { isHidden, modelOf, percentChanged, proposersInWords, type Suggestion } from './suggested'
import { SUGGESTED, Why } from './suggestion-card'
import { KeptBack } from './suggestions'
import { capitalised, kindWord } from './unit-name'

/** What is proposed for a list and not in it, dashed, model by model: to be accepted all at once or one by one. */
function SeedCards({ list }: { list: List }) {
  const bench = useBench()
  const { workbench, survey, readOnly } = bench
  const pending = openSeeds(bench, list)
  const unit = survey.units.get(list.unit)?.unit
  if (pending.length === 0) {
    const listSuggestions = workbench.suggestions.filter(
      (each) => each.unit === list.unit && each.question === list.question.key,
    )
    if (unit && !readOnly && listSuggestions.length === 0 && isHidden(workbench, unit, list.question))
      return <KeptBack />
    return readOnly || listSuggestions.length === 0 ? null : (
      <>
        <NothingProposed list={list} given={listSuggestions} />
        <PassedOver list={list} />
      </>
    )
  }
  const keyed = keyedSeeds(nextAcceptable(bench), list, pending)
  return (
    <div className="space-y-3">
      <p className="text-sm text-suggestion-text">
        {pending.length === 1 ? 'One suggestion is open.' : `${pending.length} suggestions are open.`}
      </p>
      {bySuggestion(pending).map(([suggestion, seeds]) => (
        <SeedSet key={suggestion.id} list={list} suggestion={suggestion} seeds={seeds} keyed={keyed} />
      ))}
      <PassedOver list={list} />
    </div>
  )
}

/** On which proposed entries the keys act: which suggestion's are accepted, which one is, and which is passed over. */
interface KeyedSeeds {
  all?: Suggestion | undefined
  one?: string | undefined
  passed?: string | undefined
}

function keyedSeeds(next: ReturnType<typeof nextAcceptable>, list: List, pending: readonly OpenSeed[]): KeyedSeeds {
  if (next === null || !('list' in next) || next.list.unit !== list.unit) return {}
  const one = pending.find((seed) => !isInTheWay(list, seed))
  return { all: next.seeds[0]?.suggestion, one: one?.origin, passed: pending[0]?.origin }
}

/** A machine that was asked for marks and found nothing to mark says so too; where somebody lists something it is of no use. */
function NothingProposed({ list, given }: { list: List; given: readonly Suggestion[] }) {
  const empty = given.filter(({ value }) => Array.isArray(value) && value.length === 0)
  if (empty.length === 0 || list.entries.length > 0) return null
  return <p className="text-sm text-suggestion-text">{`Suggested: nothing to mark (${proposersInWords(empty)}).`}</p>
}

/** How many proposed entries are out of sight, and what brings them back. */
function PassedOver({ list }: { list: List }) {
  const bench = useBench()
  const count = countPassedOver(bench, list)
  return (
    <div className="flex flex-wrap items-center gap-2 text-muted text-xs">
      <span aria-live="polite">
        {count === 0 ? '' : count === 1 ? 'One suggestion was passed over.' : `${count} suggestions were passed over.`}
      </span>
      {count === 0 ? null : (
        <Button size="sm" variant="ghost" className="pointer-coarse:min-h-11" onClick={() => offerAgain(bench, list)}>
          Show again
        </Button>
      )}
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
  keyed: KeyedSeeds
}

function SeedSet({ list, suggestion, seeds, keyed }: SeedSetProps) {
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
          shortcut={suggestion === keyed.all ? BENCH_KEYS.accept : undefined}
          className="pointer-coarse:min-h-11"
          onClick={() => perform(acceptSeeds(list, seeds))}
        >
          Accept all
          <span className="sr-only"> of {modelOf(suggestion)}</span>
        </Button>
      </div>
      <ul className="space-y-2">
        {seeds.map((seed) => (
          <SeedCard key={seed.origin} list={list} seed={seed} keyed={keyed} />
        ))}
      </ul>
    </div>
  )
}

function SeedCard({ list, seed, keyed }: { list: List; seed: OpenSeed; keyed: KeyedSeeds }) {
  const bench = useBench()
  const { perform, subject } = bench
  const text = textOfEntry(list.question.list, subject.content, seed.values)
  const place = placeOfSeed(list, seed)
  const others = seed.by.slice(1)
  const cannotBeTaken = isInTheWay(list, seed)
  return (
    <li className={cn(SUGGESTED, 'flex-wrap')}>
      <ToneMark tone="suggestion" className="mt-1" />
      <div className="wrap-anywhere min-w-44 flex-1" dir="auto">
        {text === '' ? 'Without a text' : place ? <q>{text}</q> : text}
        {place ? (
          // The same words may stand elsewhere again.
          <p className="text-xs" dir="ltr">
            {placeInWords(place)}
            {cannotBeTaken ? '; it overlaps a mark that is there' : null}
          </p>
        ) : null}
        <AboutSeed kind={list.question.list.kind} text={list.question.list.text} values={seed.values} />
        <SeedsWithin kind={list.question.list.kind} lists={seed.lists} />
        {others.length > 0 ? (
          <p className="text-xs" dir="ltr">
            Also from {proposersInWords(others)}
          </p>
        ) : null}
      </div>
      <div className="ms-auto flex flex-wrap justify-end gap-1">
        {place ? <ShowInText list={list} seed={seed} /> : null}
        <Button
          size="sm"
          variant="ghost"
          shortcut={seed.origin === keyed.passed ? LIST_KEYS.passOver : undefined}
          className="pointer-coarse:min-h-11"
          onClick={() => passOver(bench, [seed])}
        >
          Pass over
        </Button>
        {cannotBeTaken ? null : (
          <Button
            size="sm"
            shortcut={seed.origin === keyed.one ? LIST_KEYS.acceptOne : undefined}
            className="pointer-coarse:min-h-11"
            onClick={() => perform(acceptSeeds(list, [seed]))}
          >
            Accept
          </Button>
        )}
      </div>
    </li>
  )
}

/** Chooses the words of a proposed mark in their text. */
function ShowInText({ list, seed }: { list: List; seed: OpenSeed }) {
  const bench = useBench()
  const unit = bench.survey.units.get(list.unit)?.unit
  if (!unit) return null
  return (
    <Button
      size="sm"
      variant="ghost"
      className="pointer-coarse:min-h-11"
      onClick={() => showProposed(bench, { unit, question: list.question }, placeOfSeed(list, seed))}
    >
      Show
    </Button>
  )
}

/** What would be accepted with the text, in words: choices, and words of other texts. */
function AboutSeed({ kind, text, values }: { kind: string; text: string; values: OpenSeed['values'] }) {
  const { stage, subject } = useBench()
  const words = stage.questions.flatMap((question) => {
    const { unit, key, title, options, form } = question
    const value = values[key]
    if (unit !== kind || key === text || value === undefined) return []
    if (form === 'spans') return `${title}: ${spansInWords(question, textToMark(question, subject.content), value)}`
    if (form === 'set')
      return `${title}: ${listedOptions(question, value)
        .map((option) => option.text)
        .join(', ')}`
    const option = options?.find((each) => each.value === value)
    return option ? `${title}: ${option.text}` : []
  })
  return words.length === 0 ? null : (
    <p className="text-xs" dir="ltr">
      {words.map((each, index) => (
        <Fragment key={each}>
          {index > 0 ? ' · ' : null}
          <bdi>{each}</bdi>
        </Fragment>
      ))}
    </p>
  )
}

/** The entries that come with an entry, of the lists that it holds: by their texts, with what they hold themselves. */
function SeedsWithin({ kind, lists }: { kind: string; lists: OpenSeed['lists'] }) {
  const { stage, subject } = useBench()
  return stage.questions.filter(isListQuestion).map((question) => {
    const seeds = question.unit === kind ? (lists[question.key] ?? []) : []
    const { list } = question
    return seeds.length === 0 ? null : (
      <div key={question.key} className="mt-1 text-xs">
        <span dir="ltr">{question.title}:</span>
        <ul className="list-disc space-y-0.5 ps-4">
          {seeds.map(({ number, values, lists: within }) => (
            <li key={number} dir="auto">
              {textOfEntry(list, subject.content, values)}
              <AboutSeed kind={list.kind} text={list.text} values={values} />
              <SeedsWithin kind={list.kind} lists={within} />
            </li>
          ))}
        </ul>
      </div>
    )
  })
}

interface EntryCardProps {
  list: List
  entry: ListEntry
  /** Its place in the list, from 0. */
  index: number
  part: UnitDraft
  /** The word for such a unit. */
  word: string
  Form: ComponentType<{ unit: UnitDraft }>
}

/** One listed unit: in short, or, when it is open, with its questions and what can be done to it. */
function EntryCard({ list, entry, index, part, word, Form }: EntryCardProps) {
  const { open, answers, workbench, survey, readOnly, go, enter } = useBench()
  const isOpen = open === entry.key
  // What is open may be listed for this entry.
  const isUnfolded = isWithin(survey, open, entry.key)
  const name = `${capitalised(word)} ${index + 1} of ${list.entries.length}`
  const lacking = survey.units.get(entry.key)?.lacking.length ?? 0
  const isCompact = !isUnfolded
  return (
    <li
      id={unitId(entry.key)}
      tabIndex={-1}
      aria-label={name}
      aria-current={isOpen ? 'step' : undefined}
      data-entry={entry.key}
      // Its own fields can be reached while an entry of a list within it is open.
      onFocus={({ currentTarget, target }) => {
        if (isUnfolded && !isOpen && target.closest('[data-entry]') === currentTarget) enter(entry.key)
      }}
      className={cn(
        'scroll-mt-40 rounded-md border bg-surface focus-visible:outline-none',
        isOpen ? 'border-accent p-3' : isUnfolded ? 'border-control p-3' : 'border-line px-2 py-1',
      )}
    >
      <div className={cn('flex flex-wrap items-center gap-x-2 gap-y-0.5', isCompact ? 'text-[0.6875rem]' : 'text-xs')}>
        <span className={cn('font-semibold', isCompact ? 'text-xs' : 'text-sm')}>{name}</span>
        <LineageBadge
          lineage={lineageOf(list, entry, answers, workbench.suggestions)}
          changed={changeOf(list, entry, answers, workbench.suggestions)}
        />
        {lacking > 0 && !readOnly ? (
          <span className="text-muted">{lacking === 1 ? '1 answer missing' : `${lacking} answers missing`}</span>
        ) : null}
        {isCompact ? <Choices part={part} /> : null}
      </div>
      {isUnfolded ? (
        <div className="mt-2 space-y-3">
          <Form unit={part} />
          {readOnly || !isOpen ? null : <EntryTools word={word} />}
        </div>
      ) : (
        <button
          type="button"
          className="block min-h-7 w-full rounded-sm text-start hover:bg-hover pointer-coarse:min-h-11"
          onClick={() => go({ unit: entry.key, question: null })}
        >
          <span className="sr-only">{`Open ${name}: `}</span>
          <span dir="auto" className="wrap-anywhere line-clamp-2 whitespace-pre-wrap text-sm leading-snug">
            {part.text === '' ? <span className="text-muted">No text yet.</span> : part.text}
          </span>
        </button>
      )}
    </li>
  )
}

/** The choices made, as words, in the first line of a row: what tells entries apart at a glance. */
function Choices({ part }: { part: UnitDraft }) {
  const { subject, answers, survey } = useBench()
  const choices = (survey.units.get(part.key)?.asked ?? []).flatMap((question) => {
    const option = question.options?.find(({ value }) => value === standingAnswer(question, subject, answers, part))
    return option && answerOf(answers, part.key, question.key) !== null ? [option] : []
  })
  return (
    <span className="ms-auto flex flex-wrap justify-end gap-1 empty:hidden">
      {choices.map(({ text, tone }) => (
        <Badge key={text} tone={tone}>
          {text}
        </Badge>
      ))}
    </span>
  )
}

const LINEAGES: Record<Lineage, { text: string; tone: Tone }> = {
  automatic: { text: 'Automatic', tone: 'suggestion' },
  edited: { text: 'Automatic, edited', tone: 'accent' },
  added: { text: 'Added', tone: 'accent' },
  split: { text: 'Split from another', tone: 'accent' },
  merged: { text: 'Joined from others', tone: 'accent' },
}

function LineageBadge({ lineage, changed }: { lineage: Lineage; changed: number }) {
  const { text, tone } = LINEAGES[lineage]
  return <Badge tone={tone}>{lineage === 'edited' ? `${text} (${percentChanged(changed)})` : text}</Badge>
}

/** The key that adds to this list from where one is; none where it adds to another. */
function addKey({ survey, answers, open }: Pick<Bench, 'survey' | 'answers' | 'open'>, list: List) {
  const isIt = (other: List | null | undefined) => other?.unit === list.unit && other.question === list.question
  if (isIt(listWithin(survey, answers, open))) return LIST_KEYS.addWithin
  return isIt(listAt(survey, answers, open)?.list) ? LIST_KEYS.add : undefined
}

/** Units that the annotator lists: a card each, the open one with its questions; below what is proposed and not taken. */
export function ListQuestion({ unit, question, Form }: QuestionProps & { Form: ComponentType<{ unit: UnitDraft }> }) {
  const bench = useBench()
  const { stage, survey, answers, open, readOnly } = bench
  if (!isListQuestion(question)) return null
  const list = listOf(answers, unit.key, question)
  const word = kindWord(stage, question.list.kind)
  return (
    <QuestionFrame unit={unit} question={question} note={hasMarks(question) ? numberOfSpans(question) : null}>
      {hasMarks(question) ? <MarksTools unit={unit} question={question} /> : null}
      <div id={fieldId(unit.key, question.key)} tabIndex={-1} className="space-y-2">
        {list.entries.length === 0 ? <p className="text-muted text-sm">None yet.</p> : null}
        {list.entries.length > 0 ? (
          <ol className="space-y-2">
            {list.entries.map((entry, index) => {
              const part = survey.units.get(entry.key)?.unit
              return part ? (
                <EntryCard
                  key={entry.key}
                  list={list}
                  entry={entry}
                  index={index}
                  part={part}
                  word={word}
                  Form={Form}
                />
              ) : null
            })}
          </ol>
        ) : null}
        <SeedCards list={list} />
        {readOnly || hasMarks(question) ? null : (
          <Button
            shortcut={addKey(bench, list)}
            onClick={adding(bench, list, list.entries.some(({ key }) => key === open) ? open : null)}
          >
            Add: {word}
          </Button>
        )}
      </div>
    </QuestionFrame>
  )
}
