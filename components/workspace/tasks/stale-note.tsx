import type { ReactNode } from 'react'
import { Callout } from '@/components/ui/callout'
import { ScrollArea } from '@/components/ui/scroll-area'
import { TextDiff } from '@/components/ui/text-diff'
import type { Stage, UnitDraft } from '@/lib/protocols/protocol'
import { unitName } from '@/lib/protocols/unit-name'
import type { Stale, StaleChange } from '@/lib/workspace/tasks/contract'
import { dataChanges } from './data-changes'

type StaleNoteProps = {
  stages: readonly Stage[]
  stage: Stage
  /** The units as they stand: before the changes, or once these were taken over with them. */
  units: readonly UnitDraft[]
  takenOver?: boolean
  stale: NonNullable<Stale>
  title: string
  children?: ReactNode
  actions?: ReactNode
}

/** What newer gold of an earlier stage changed, word by word, and which answers hang on it. */
export function StaleNote({ stale, title, children, actions, ...around }: StaleNoteProps) {
  return (
    <Callout tone="warning" title={title} actions={actions}>
      {children}
      <ScrollArea label="What has changed" className="mt-2 max-h-80">
        <ul className="space-y-2.5">
          {stale.changes.map((change) => (
            <li key={`${change.kind}-${change.was}-${change.unit}`}>
              <ChangeView {...around} change={change} />
            </li>
          ))}
        </ul>
      </ScrollArea>
    </Callout>
  )
}

const DONE: Record<StaleChange['kind'], string> = {
  added: 'is new',
  removed: 'is gone',
  changed: 'has changed',
  moved: 'has another place',
}

type ChangeViewProps = Pick<StaleNoteProps, 'stages' | 'stage' | 'units' | 'takenOver'> & { change: StaleChange }

function ChangeView({ stages, stage, units, takenOver, change }: ChangeViewProps) {
  const { kind, unitKind, before, after } = change
  const answers = stage.questions.filter((question) => question.unit === unitKind).map(({ title }) => title)
  const leaves = before && after ? dataChanges(stages, unitKind, before.data, after.data) : []
  return (
    <>
      <p>
        <span className="font-medium">{nameOf({ stage, units, takenOver, change })}</span> {DONE[kind]}
        {kind !== 'added' && answers.length > 0 ? `. Depends on it: ${answers.join(', ')}` : null}.
      </p>
      <TextDiff before={before?.text ?? ''} after={after?.text ?? ''} />
      {leaves.map(({ name, before: was, after: is }) => (
        <div key={name} className="mt-0.5 flex gap-1.5 text-muted">
          <span className="shrink-0">{name}:</span>
          <TextDiff before={was} after={is} />
        </div>
      ))}
    </>
  )
}

/** By its place among the units as they stand; of what has none there, only what it is: "A claim". */
function nameOf({ stage, units, takenOver, change }: Omit<ChangeViewProps, 'stages'>): string {
  const { kind, unit, was, unitKind } = change
  const key = !takenOver ? was : kind === 'removed' ? null : unit
  if (key !== null && units.some((each) => each.key === key)) return unitName(stage, units, key)
  const word = stage.unitKinds.find((each) => each.kind === unitKind)?.text ?? unitKind
  return `${/^[aeiou]/.test(word) ? 'An' : 'A'} ${word}`
}
