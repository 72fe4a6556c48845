'use client'

import Form from 'next/form'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import type { AuditKind, AuditQuery } from '@/lib/workspace/audit-log/contract'
import { KIND_TEXT } from './kind-text'

/** Stands for "no filter", since a select needs a word. */
const ANY = 'any'

type Person = { id: string; name: string }
type AuditFiltersProps = {
  /** Where the log is. */
  path: string
  query: AuditQuery
  kinds: readonly AuditKind[]
  people: readonly Person[]
  /** May it be narrowed down to an item? */
  items: boolean
}

/** What of the log is shown: by kind, person, days and item. */
export function AuditFilters({ path, query, kinds, people, items }: AuditFiltersProps) {
  const [kind, setKind] = useState<string>(query.kind ?? ANY)
  const [person, setPerson] = useState<string>(query.person ?? ANY)
  const isKnown = people.some(({ id }) => id === query.person)
  const others = query.person && !isKnown ? [{ value: query.person, label: 'Somebody else' }] : []
  const date = (name: 'from' | 'to', label: string) => (
    <Field label={label}>
      <Input name={name} type="date" defaultValue={query[name]} className="w-auto" />
    </Field>
  )
  return (
    <Form action={path} className="mb-4 flex flex-wrap items-end gap-3">
      <Field label="Kind">
        <Select
          className="w-56"
          value={kind}
          onValueChange={setKind}
          options={[
            { value: ANY, label: kinds.includes('answers') ? 'All but single answers' : 'All kinds' },
            ...kinds.map((value) => ({ value, label: KIND_TEXT[value] })),
          ]}
        />
      </Field>
      <Field label="Person">
        <Select
          className="w-56"
          value={person}
          onValueChange={setPerson}
          options={[
            { value: ANY, label: 'Anybody' },
            ...others,
            ...people.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </Field>
      {date('from', 'From (UTC)')}
      {date('to', 'Until (UTC)')}
      {items ? (
        <Field label="Item">
          <Input name="item" inputMode="numeric" pattern="[1-9][0-9]*" defaultValue={query.item} className="w-24" />
        </Field>
      ) : null}
      {kind === ANY ? null : <input type="hidden" name="kind" value={kind} />}
      {person === ANY ? null : <input type="hidden" name="person" value={person} />}
      <Button type="submit">Show</Button>
    </Form>
  )
}
