import type { ReactNode } from 'react'
import { TextDiff } from '@/components/text/text-diff'
import { Callout } from '@/components/ui/callout'
import type { Json, Stage } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import type { Stale, StaleChange } from '@/lib/tasks/contract'
import { inWords, plainValue } from './plain-value'

type StaleNoteProps = {
  stage: Stage
  stale: NonNullable<Stale>
  title: string
  children?: ReactNode
  actions?: ReactNode
}

/** What newer gold of an earlier stage changed, word by word, and which answers hang on it. */
export function StaleNote({ stage, stale, title, children, actions }: StaleNoteProps) {
  return (
    <Callout tone="warning" title={title} actions={actions}>
      {children}
      <ul className="mt-2 max-h-80 space-y-2.5 overflow-y-auto">
        {stale.changes.map((change) => (
          <li key={`${change.kind}-${change.was}-${change.unit}`}>
            <ChangeView stage={stage} change={change} />
          </li>
        ))}
      </ul>
    </Callout>
  )
}

const DONE: Record<StaleChange['kind'], string> = {
  added: 'is new',
  removed: 'is gone',
  changed: 'has changed',
  moved: 'has another place',
}

function ChangeView({ stage, change }: { stage: Stage; change: StaleChange }) {
  const { kind, unit, unitKind, before, after } = change
  const word = stage.unitKinds.find((each) => each.kind === unitKind)?.text ?? unitKind
  const answers = stage.questions.filter((question) => question.unit === unitKind).map(({ title }) => title)
  return (
    <>
      <p>
        <span className="font-medium">{`${word.charAt(0).toUpperCase()}${word.slice(1)} ${unit}`}</span> {DONE[kind]}
        {kind !== 'added' && answers.length > 0 ? `. Depends on it: ${answers.join(', ')}` : null}.
      </p>
      <TextDiff before={before?.text ?? ''} after={after?.text ?? ''} />
      {before && after
        ? changedFields(before.data, after.data).map(({ name, was, is }) => (
            <div key={name} className="mt-0.5 flex gap-1.5 text-muted">
              <span className="shrink-0">{inWords(name)}:</span>
              <TextDiff before={plainValue(was)} after={plainValue(is)} />
            </div>
          ))
        : null}
    </>
  )
}

/** The fields of a unit's data that differ. Where it comes from is told by its text. */
function changedFields(before: Json, after: Json): { name: string; was: Json; is: Json }[] {
  const [old, fresh] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
    .filter((name) => name !== 'from' && !sameValue(old[name] ?? null, fresh[name] ?? null))
    .map((name) => ({ name, was: old[name] ?? null, is: fresh[name] ?? null }))
}

function fieldsOf(data: Json): Record<string, Json> {
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data
  return data === null ? {} : { value: data }
}
