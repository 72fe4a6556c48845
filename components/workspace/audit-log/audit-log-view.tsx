'use client'
import Form from 'next/form'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Field } from '@/components/ui/field'
import { Download, ScrollText } from '@/components/ui/icons'
import { Input } from '@/components/ui/input'
import { ButtonLink, DownloadLink } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Pagination } from '@/components/ui/pagination'
import { Select } from '@/components/ui/select'
import { type AuditKind, type AuditPage, type AuditQuery, auditKinds } from '@/lib/workspace/audit-log/contract'
import { auditHref, filtersOf, HOUSE_KINDS } from '@/lib/workspace/audit-log/rules'
import { AuditTable } from './audit-table'
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
function AuditFilters({ path, query, kinds, people, items }: AuditFiltersProps) {
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

type AuditLogViewProps = {
  /** null: the log of the installation. */
  projectId: string | null
  query: AuditQuery
  page: AuditPage
  people: readonly { id: string; name: string }[]
}

const KINDS_OF_A_PROJECT = auditKinds.filter((kind) => kind !== 'sign-in' && kind !== 'accounts')

/** The audit log of a project, or of the installation: filters, a page of events, and the same as a file. */
export function AuditLogView({ projectId, query, page, people }: AuditLogViewProps) {
  const path = projectId ? `/projects/${projectId}/audit-log` : '/admin/audit-log'
  const file = projectId ? `/api/projects/${projectId}/audit-log/download` : '/api/audit-log/download'
  const filters = filtersOf(query)
  const download = (format: 'csv' | 'jsonl', label: string) => (
    <DownloadLink href={auditHref(file, { ...filters, format })} icon={<Download aria-hidden className="size-4" />}>
      {label}
    </DownloadLink>
  )
  return (
    <>
      <PageHeader
        title="Audit log"
        description={
          projectId
            ? 'Who did what, from the log that nobody can change. Answers are never in it; that there are some is shown once a task is gold.'
            : 'Sign-ins, accounts, links and tokens, from the log that nobody can change. What happens in a project is in the project’s own log.'
        }
        actions={
          <>
            {download('csv', 'CSV')}
            {download('jsonl', 'JSON lines')}
          </>
        }
      />
      <AuditFilters
        key={auditHref(path, filters)}
        path={path}
        query={query}
        kinds={projectId ? KINDS_OF_A_PROJECT : HOUSE_KINDS}
        people={people}
        items={projectId !== null}
      />
      {page.events.length === 0 ? (
        <EmptyState
          title={page.next ? 'No events to show here' : 'No events match'}
          icon={<ScrollText />}
          actions={<ButtonLink href={path}>Show all events</ButtonLink>}
        >
          {page.next
            ? 'The events on this page are not open to you yet. Go on to earlier ones.'
            : 'Choose other days, or leave out a filter.'}
        </EmptyState>
      ) : (
        <AuditTable events={page.events} itemsPath={projectId ? `/projects/${projectId}/items` : null} />
      )}
      <Pagination
        className="mt-4"
        label="Pages of events"
        summary={query.before ? 'Earlier events' : 'Latest events'}
        previous={query.before ? auditHref(path, filters) : null}
        next={page.next ? auditHref(path, { ...filters, before: page.next }) : null}
      />
    </>
  )
}
