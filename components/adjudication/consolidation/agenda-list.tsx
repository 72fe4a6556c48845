'use client'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useMemo } from 'react'
import { Kbd } from '@/components/ui/kbd'
import { useAriaKeys } from '@/components/ui/use-shortcut'
import type { AgendaEntry } from '@/lib/adjudication/consolidation/rules'
import { AgendaEntries } from './agenda-entries'
import { DESK_KEYS } from './bindings'
import { useDeskContext } from './desk-context'
import { rootsOf } from './units'
import { unitName } from './words'

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
          <Group title={count(decide.length, 'disagreement', 'disagreements')} entries={decide} />
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
        <span className="flex-1">{entries.length} settled by agreement</span>
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
