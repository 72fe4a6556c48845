'use client'
import { memo, useMemo } from 'react'
import { WHOLE } from '@/components/annotation/workbench/navigation'
import { cn } from '@/components/ui/cn'
import { ChevronDown, ChevronRight, Circle, CircleCheck, Clock3 } from '@/components/ui/icons'
import { Kbd } from '@/components/ui/kbd'
import { useAriaKeys } from '@/components/ui/use-shortcut'
import { talkOn, waitsForOthers } from '@/lib/adjudication/consolidation/discussion/rules'
import { rowsOf, unalignedIn } from '@/lib/adjudication/consolidation/lists/rules'
import type { AgendaEntry } from '@/lib/adjudication/consolidation/rules'
import type { Question } from '@/lib/protocols/protocol'
import { type Desk, useDeskContext } from './desk-context'
import { DESK_KEYS } from './keys'
import { rootsOf } from './units'
import { unitName, valueText } from './words'

type AgendaEntriesProps = {
  entries: readonly AgendaEntry[]
  /** The unit whose name stands above them. */
  within?: string
}

/** Questions as buttons, each with where it stands. */
function AgendaEntries({ entries, within }: AgendaEntriesProps) {
  const desk = useDeskContext()
  const { view, stage, current, go } = desk
  const kinds = useMemo(() => new Map(view.units.map(({ key, kind }) => [key, kind])), [view.units])
  return (
    <ul className="mt-1 space-y-0.5">
      {entries.map((entry) => {
        const kind = kinds.get(entry.unit)
        const question = stage.questions.find((each) => each.key === entry.question && each.unit === kind)
        if (!question) return null
        return (
          <li key={`${entry.unit} ${entry.question}`}>
            <EntryButton
              name={nameOf(desk, entry, question, within)}
              standing={standingOf(desk, entry, question)}
              isSettled={entry.settled !== null}
              isWaiting={isWaiting(desk, entry)}
              isCurrent={current?.unit === entry.unit && current.question === entry.question}
              entry={entry}
              go={go}
            />
          </li>
        )
      })}
    </ul>
  )
}

function nameOf({ stage, view }: Desk, entry: AgendaEntry, question: Question, within: string | undefined): string {
  if (entry.unit === within) return question.title
  const kind = view.units.find(({ key }) => key === entry.unit)?.kind
  if (kind === WHOLE) return question.title
  const name = unitName(stage, view.units, entry.unit)
  const whole = within === undefined ? '' : `${unitName(stage, view.units, within)}, `
  const part = whole !== '' && name.startsWith(whole) ? name.slice(whole.length) : name
  const partLabel = whole === '' ? part : part.charAt(0).toUpperCase() + part.slice(1)
  return `${partLabel}, ${question.title.toLowerCase()}`
}

function standingOf({ stage, view, lanes }: Desk, entry: AgendaEntry, question: Question): string {
  if (entry.settled)
    return valueText(question, entry.settled.value, {
      stage,
      units: view.units,
      content: view.item.content,
      unit: entry.unit,
    })
  const unaligned = question.list ? unalignedIn(rowsOf(lanes, entry), lanes.length) : 0
  return unaligned > 0 ? `${unaligned} not on every list` : ''
}

const isWaiting = ({ view }: Desk, entry: AgendaEntry) =>
  view.discussion !== null && entry.settled === null && waitsForOthers(talkOn(view, entry, entry.values))

type EntryButtonProps = {
  entry: AgendaEntry
  name: string
  standing: string
  isSettled: boolean
  /** Has the reader said something that waits for an answer? */
  isWaiting: boolean
  isCurrent: boolean
  go: Desk['go']
}

const EntryButton = memo(
  function EntryButton({ entry, name, standing, isSettled, isWaiting: waits, isCurrent, go }: EntryButtonProps) {
    const Icon = isSettled ? CircleCheck : waits ? Clock3 : Circle
    return (
      <button
        type="button"
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => go(entry)}
        className={cn(
          'flex min-h-8 w-full items-center gap-2 rounded-md border px-2 py-1 text-start',
          isCurrent ? 'border-accent bg-accent-surface text-accent-text' : 'border-transparent hover:bg-hover',
        )}
      >
        <Icon aria-hidden className={cn('size-4 shrink-0', isSettled ? 'text-positive-text' : 'text-stale-text')} />
        <span className="sr-only">{isSettled ? 'Settled: ' : waits ? 'Waits for your partner: ' : 'Open: '}</span>
        <span className="shrink-0">{name}</span>
        {standing ? (
          // At the same edge in either direction of text.
          <span dir="auto" className="min-w-0 flex-1 truncate text-right text-muted">
            {standing}
          </span>
        ) : null}
      </button>
    )
  },
  // Where it leads is told by its place, which does not change; the rest is compared as it is shown.
  (before, after) =>
    before.name === after.name &&
    before.standing === after.standing &&
    before.isSettled === after.isSettled &&
    before.isWaiting === after.isWaiting &&
    before.isCurrent === after.isCurrent,
)

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`

/** Every question of the item: what differs in sight, what agreed folded into one line. */
export function AgendaList() {
  const { agenda, view } = useDeskContext()
  const group = (name: AgendaEntry['group']) => agenda.filter((entry) => entry.group === name)
  const [decide, wording] = [group('decide'), group('wording')]
  const hasParts = view.units.some(({ parent }) => parent !== undefined)
  return (
    <nav aria-label="Questions of the item" className="space-y-3 border-line border-t pt-4 text-sm">
      {hasParts ? (
        <Group
          title={`${count(decide.length + wording.length, 'question', 'questions')} to settle`}
          entries={agenda.filter((entry) => entry.group !== 'agreed')}
          byWhole
        />
      ) : (
        <>
          {decide.length > 0 || wording.length === 0 ? (
            <Group title={count(decide.length, 'disagreement', 'disagreements')} entries={decide} />
          ) : null}
          {wording.length > 0 ? (
            <Group title={count(wording.length, 'difference in wording', 'differences in wording')} entries={wording} />
          ) : null}
        </>
      )}
      <Agreed entries={group('agreed')} byWhole={hasParts} />
    </nav>
  )
}

type GroupProps = { title: string; entries: readonly AgendaEntry[]; byWhole?: boolean }

function Group({ title, entries, byWhole = false }: GroupProps) {
  const open = entries.filter((entry) => entry.settled === null).length
  return (
    <section>
      <h2 className="flex justify-between px-2 font-semibold text-sm">
        {title}
        {entries.length > 0 ? (
          <span className="font-normal text-muted">{open === 0 ? 'all settled' : `${open} open`}</span>
        ) : null}
      </h2>
      {byWhole ? <Wholes entries={entries} /> : <AgendaEntries entries={entries} />}
    </section>
  )
}

function Agreed({ entries, byWhole }: { entries: readonly AgendaEntry[]; byWhole: boolean }) {
  const { unfolded, setUnfolded } = useDeskContext()
  const aria = useAriaKeys()
  if (entries.length === 0) return null
  return (
    <section>
      <button
        type="button"
        aria-expanded={unfolded}
        aria-keyshortcuts={aria(DESK_KEYS.fold)}
        onClick={() => setUnfolded(!unfolded)}
        className="flex w-full items-center gap-2 rounded-md px-2 py-1 text-start text-muted hover:bg-hover hover:text-ink"
      >
        {unfolded ? (
          <ChevronDown aria-hidden className="size-4" />
        ) : (
          <ChevronRight aria-hidden className="size-4 rtl:rotate-180" />
        )}
        <span className="flex-1">{entries.length} without a difference</span>
        <Kbd of={DESK_KEYS.fold} hidden />
      </button>
      {unfolded ? byWhole ? <Wholes entries={entries} /> : <AgendaEntries entries={entries} /> : null}
    </section>
  )
}

/** The questions of each sentence with those of its parts, in the order of the text. */
function Wholes({ entries }: { entries: readonly AgendaEntry[] }) {
  const { view, stage } = useDeskContext()
  const wholes = useMemo(() => {
    const roots = rootsOf(view.units)
    const found = new Map<string, AgendaEntry[]>()
    for (const entry of entries) {
      const root = roots.get(entry.unit) ?? entry.unit
      found.set(root, [...(found.get(root) ?? []), entry])
    }
    return [...found]
  }, [view.units, entries])
  return (
    <ul className="mt-1 space-y-2">
      {wholes.map(([root, inside]) => {
        const open = inside.filter((entry) => entry.settled === null).length
        return (
          // Off screen it costs nothing: a long document has many hundreds of questions.
          <li key={root} className="[contain-intrinsic-size:auto_8rem] [content-visibility:auto]">
            <h3 className="flex justify-between px-2 text-muted text-xs">
              {unitName(stage, view.units, root)}
              {open > 0 ? <span>{open} open</span> : null}
            </h3>
            <AgendaEntries entries={inside} within={root} />
          </li>
        )
      })}
    </ul>
  )
}
