'use client'
import { ChevronDown, ChevronRight, Circle, CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cn } from '@/components/ui/cn'
import { Kbd } from '@/components/ui/kbd'
import type { AgendaEntry } from '@/lib/consolidation/rules'
import { useDeskContext } from './desk-context'
import { unitName, valueText } from './words'

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`

/** Every question of the item: what differs in sight, what agreed folded into one line. */
export function AgendaList() {
  const { agenda, unfolded, setUnfolded } = useDeskContext()
  const group = (name: AgendaEntry['group']) => agenda.filter((entry) => entry.group === name)
  const [decide, wording, agreed] = [group('decide'), group('wording'), group('agreed')]
  return (
    <nav aria-label="Questions of the item" className="space-y-3 text-sm lg:max-h-[38dvh] lg:overflow-y-auto">
      <Group title={count(decide.length, 'disagreement', 'disagreements')} entries={decide} />
      {wording.length > 0 ? (
        <Group title={count(wording.length, 'difference in wording', 'differences in wording')} entries={wording} />
      ) : null}
      {agreed.length > 0 ? (
        <section>
          <button
            type="button"
            aria-expanded={unfolded}
            aria-keyshortcuts="f"
            onClick={() => setUnfolded(!unfolded)}
            className="flex w-full items-center gap-2 rounded-md px-2 py-1 text-start text-muted hover:bg-hover hover:text-ink"
          >
            {unfolded ? (
              <ChevronDown aria-hidden className="size-4" />
            ) : (
              <ChevronRight aria-hidden className="size-4 rtl:rotate-180" />
            )}
            <span className="flex-1">{agreed.length} settled by agreement</span>
            <Kbd keys="f" hidden />
          </button>
          {unfolded ? <Entries entries={agreed} /> : null}
        </section>
      ) : null}
    </nav>
  )
}

function Group({ title, entries }: { title: string; entries: readonly AgendaEntry[] }) {
  const open = entries.filter((entry) => entry.settled === null).length
  return (
    <section>
      <h2 className="flex justify-between px-2 font-semibold text-sm">
        {title}
        {entries.length > 0 ? (
          <span className="font-normal text-muted">{open === 0 ? 'all settled' : `${open} open`}</span>
        ) : null}
      </h2>
      <Entries entries={entries} />
    </section>
  )
}

function Entries({ entries }: { entries: readonly AgendaEntry[] }) {
  return (
    <ul className="mt-1 space-y-0.5">
      {entries.map((entry) => (
        <li key={`${entry.unit} ${entry.question}`}>
          <EntryButton entry={entry} />
        </li>
      ))}
    </ul>
  )
}

function EntryButton({ entry }: { entry: AgendaEntry }) {
  const { view, stage, current, go } = useDeskContext()
  const isCurrent = current?.unit === entry.unit && current.question === entry.question
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isCurrent) button.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  const kind = view.units.find((unit) => unit.key === entry.unit)?.kind
  const question = stage.questions.find((each) => each.key === entry.question && each.unit === kind)
  if (!question) return null
  const Icon = entry.settled ? CircleCheck : Circle
  return (
    <button
      ref={button}
      type="button"
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => go(entry)}
      className={cn(
        'flex min-h-8 w-full items-center gap-2 rounded-md border px-2 py-1 text-start',
        isCurrent ? 'border-accent bg-accent-surface text-accent-text' : 'border-transparent hover:bg-hover',
      )}
    >
      <Icon aria-hidden className={cn('size-4 shrink-0', entry.settled ? 'text-positive-text' : 'text-stale-text')} />
      <span className="sr-only">{entry.settled ? 'Settled: ' : 'Open: '}</span>
      <span className="shrink-0">
        {unitName(stage, view.units, entry.unit)}, {question.title.toLowerCase()}
      </span>
      {entry.settled ? (
        <span dir="auto" className="min-w-0 flex-1 truncate text-end text-muted">
          {valueText(question, entry.settled.value)}
        </span>
      ) : null}
    </button>
  )
}
