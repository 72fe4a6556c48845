import type { ReactNode } from 'react'
import { AddressLink } from '@/components/ui/address-text'
import { inWords } from '@/components/workspace/tasks/plain-value'
import type { Json } from '@/lib/protocols/protocol'
import { numbered } from './numbered'

/** Values up to this many characters stand beside their name. */
const SHORT = 40

interface NoteListProps {
  notes: Readonly<Record<string, Json>>
  /** Titles of steps, by key. */
  titles: ReadonlyMap<string, string>
}

/** What steps noted, one section a step; nothing where they noted nothing. */
export function NoteList({ notes, titles }: NoteListProps) {
  return Object.entries(notes).map(([step, note]) => (
    <section key={step} className="space-y-2">
      <h3 className="font-medium text-sm">{titles.get(step) ?? capital(inWords(step))}</h3>
      <NoteValue value={note} />
    </section>
  ))
}

/** A noted value, readable whatever its shape: texts as texts, lists as lists, names beside their values. */
export function NoteValue({ value }: { value: Json }): ReactNode {
  if (Array.isArray(value)) return <NoteItems values={value} />
  if (typeof value === 'object' && value !== null) return <NoteFields fields={value} />
  if (typeof value === 'string') return <NoteText text={value} />
  return <span className="text-sm tabular-nums">{scalarText(value)}</span>
}

function scalarText(value: number | boolean | null): string {
  if (value === null) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value.toLocaleString('en', { maximumFractionDigits: 4 })
}

/** Text of models and pages is text and nothing else; only a plain web address becomes a link. */
function NoteText({ text }: { text: string }) {
  if (text === '') return <span className="text-muted text-sm">empty</span>
  if (/^https?:\/\/\S+$/i.test(text)) return <AddressLink href={text} className="text-sm" />
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-sm">
      {text}
    </p>
  )
}

function NoteItems({ values }: { values: readonly Json[] }) {
  if (values.length === 0) return <span className="text-muted text-sm">none</span>
  return (
    <ol className="list-decimal space-y-2 ps-5 text-sm marker:text-muted">
      {numbered(values).map(({ key, value }) => (
        <li key={key}>
          <NoteValue value={value} />
        </li>
      ))}
    </ol>
  )
}

function NoteFields({ fields }: { fields: { [name: string]: Json } }) {
  const entries = Object.entries(fields)
  if (entries.length === 0) return <span className="text-muted text-sm">nothing</span>
  return (
    <dl className="space-y-1.5 text-sm">
      {entries.map(([name, value]) => (
        <div key={name} className={isShort(value) ? 'flex flex-wrap gap-x-2' : undefined}>
          <dt className="wrap-anywhere text-muted">{capital(inWords(name))}</dt>
          <dd className={isShort(value) ? 'min-w-0' : 'mt-0.5 border-line border-s-2 ps-3'}>
            <NoteValue value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const isShort = (value: Json) =>
  typeof value !== 'object' || value === null || Object.keys(value).length === 0
    ? String(value ?? '').length < SHORT
    : false

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
