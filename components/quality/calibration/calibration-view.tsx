'use client'

import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ReceiptFormLinks } from '@/components/quality/agreement/receipts/receipt-links'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { EmptyState } from '@/components/ui/empty-state'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { toast } from '@/components/ui/toast'
import { urlFor } from '@/lib/platform/client/fetch-json'
import {
  type CalibrationItem,
  type CalibrationSettings,
  calibrationReceiptForms,
  getCalibrationReceiptEndpoint,
  type CalibrationView as View,
} from '@/lib/quality/calibration/contract'
import { calibrationQuery, useRemoveItem, useUpdateCalibration } from '@/lib/quality/calibration/hooks'
import { alikeText } from './alike-text'
import { BarsForm } from './bars-form'
import { ChooseForm } from './choose-form'
import { type ChosenForCalibration, ChosenForm } from './chosen-form'
import { MeasuresTable } from './measures-table'
import { PeopleTable } from './people-table'

type NumberField = 'gateTasks' | 'repeatPercent' | 'repeatAfterDays'

const FIELDS: readonly { name: NumberField; label: string; hint: string; max: number }[] = [
  { name: 'gateTasks', label: 'Calibration tasks before real work', hint: '0: there is no gate.', max: 500 },
  { name: 'repeatPercent', label: 'Percent of submitted tasks served again', hint: '0: none.', max: 100 },
  { name: 'repeatAfterDays', label: 'Days before a task comes again', hint: 'Since it was submitted.', max: 365 },
]

interface SettingsFormProps {
  projectId: string
  settings: CalibrationSettings
  disabled: boolean
}

/** The gate, and how much is served again. Only what was changed is sent. */
function SettingsForm({ projectId, settings, disabled }: SettingsFormProps) {
  const update = useUpdateCalibration(projectId)
  const [changed, setChanged] = useState<Partial<Pick<CalibrationSettings, NumberField>>>({})
  const submit = (event: FormEvent) => {
    event.preventDefault()
    update.mutate(changed, {
      onSuccess: () => {
        setChanged({})
        toast.success('Saved')
      },
    })
  }
  const shownOf = (name: NumberField) => {
    const value = changed[name] ?? settings[name]
    return Number.isNaN(value) ? '' : value
  }
  return (
    <form onSubmit={submit} className="space-y-5">
      <div className="grid gap-5 sm:grid-cols-2">
        {FIELDS.map(({ name, label, hint, max }) => (
          <Field key={name} label={label} hint={hint}>
            <Input
              type="number"
              inputMode="numeric"
              required
              min={0}
              max={max}
              disabled={disabled}
              value={shownOf(name)}
              onChange={(event) => setChanged((before) => ({ ...before, [name]: event.target.valueAsNumber }))}
            />
          </Field>
        ))}
      </div>
      {update.error ? (
        <Callout tone="danger" title="Nothing was saved">
          {update.error.message}
        </Callout>
      ) : null}
      {disabled ? null : (
        <Button type="submit" variant="primary" loading={update.isPending} disabled={Object.keys(changed).length === 0}>
          Save
        </Button>
      )}
    </form>
  )
}

interface ItemsTableProps {
  projectId: string
  items: readonly CalibrationItem[]
  disabled: boolean
}

/** The gold that is served, with how people did on it. */
function ItemsTable({ projectId, items, disabled }: ItemsTableProps) {
  const remove = useRemoveItem(projectId)
  return (
    <Table caption="Calibration tasks">
      <thead>
        <tr>
          <Th numeric>Item</Th>
          <Th>Title</Th>
          <Th>Stage</Th>
          <Th numeric>Done by</Th>
          <Th numeric>Rated as gold</Th>
          {disabled ? null : <Th>Remove</Th>}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Tr key={item.taskId}>
            <Td numeric>{item.position}</Td>
            <Td className="min-w-48 max-w-md">
              <Link href={`/projects/${projectId}/items/${item.itemId}`} className="break-words" dir="auto">
                {item.title}
              </Link>
              {item.served ? null : (
                <Badge tone="stale" className="ms-2">
                  Waiting: not gold at the moment
                </Badge>
              )}
            </Td>
            <Td>{item.stageTitle}</Td>
            <Td numeric>{item.done}</Td>
            <Td numeric>{alikeText(item.pooled)}</Td>
            {disabled ? null : (
              <Td>
                <AlertDialog
                  title={`Stop serving item ${item.position}?`}
                  description="It leaves the gate and all figures here. What people answered to it is kept."
                  confirmLabel="Remove"
                  onConfirm={() => remove.mutateAsync(item.taskId)}
                  trigger={
                    <Button size="sm" aria-label={`Remove item ${item.position}`}>
                      Remove
                    </Button>
                  }
                />
              </Td>
            )}
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

interface CalibrationViewProps {
  projectId: string
  initialData: View
  /** What the reader came with from the list of items. */
  chosen?: ChosenForCalibration | null
}

/** How a project checks its annotators: the gate, what is served again, and where everybody stands. */
export function CalibrationView({ projectId, initialData, chosen = null }: CalibrationViewProps) {
  const { data } = useQuery({ ...calibrationQuery(projectId), initialData })
  const { archived } = data.project
  return (
    <>
      <PageHeader
        title="Calibration"
        description="Gold that annotators answer before real work, and repetitions of their own tasks; neither is announced."
        actions={
          <>
            {data.people.some(({ gate }) => gate.pooled.units > 0) ? (
              <ReceiptFormLinks
                forms={calibrationReceiptForms}
                hrefOf={(form) => urlFor(getCalibrationReceiptEndpoint, { params: { projectId }, query: { form } })}
              />
            ) : null}
            <Link href={`/projects/${projectId}/people`}>People</Link>
          </>
        }
      />
      <div className="space-y-8">
        <Panel title="Gate and repetitions" description="Both apply from the next task that anybody takes.">
          <SettingsForm projectId={projectId} settings={data.settings} disabled={archived} />
        </Panel>
        <Panel
          title="Bars of the gate"
          description="Each question is held to its own bars, and what somebody reaches on one helps with no other. An empty field asks for nothing."
        >
          <BarsForm projectId={projectId} view={data} disabled={archived} />
        </Panel>
        <Panel
          title="Calibration tasks"
          description="Gold of this project that is served again to people who have neither annotated nor read it."
        >
          <div className="space-y-6">
            {chosen && !archived ? <ChosenForm projectId={projectId} chosen={chosen} /> : null}
            {archived ? null : (
              <ChooseForm projectId={projectId} candidates={data.candidates} questions={data.questions} />
            )}
            {data.items.length === 0 ? (
              <EmptyState title="No calibration tasks yet">
                {data.candidates.length === 0
                  ? 'There is no gold that could be chosen. Let the first items be annotated and settled, or import gold.'
                  : 'Choose some gold above; until then there is no gate.'}
              </EmptyState>
            ) : (
              <ItemsTable projectId={projectId} items={data.items} disabled={archived} />
            )}
          </div>
        </Panel>
        <section aria-labelledby="people-heading" className="space-y-4">
          <h2 id="people-heading" className="font-semibold text-lg">
            People
          </h2>
          {data.people.length === 0 ? (
            <EmptyState title="Nobody to show">
              Set the gate or the repetitions first; then everybody who annotates here is listed.
            </EmptyState>
          ) : (
            <>
              <PeopleTable projectId={projectId} people={data.people} disabled={archived} />
              <MeasuresTable people={data.people} of="gate" caption="Calibration: agreement with gold by measure" />
              <MeasuresTable people={data.people} of="repeats" caption="Self-consistency by measure" />
            </>
          )}
        </section>
        <section aria-labelledby="calibration-rules" className="max-w-prose space-y-2 text-muted text-sm">
          <h2 id="calibration-rules" className="font-semibold text-base text-ink">
            How it works
          </h2>
          <ul className="list-disc space-y-1 ps-5">
            {data.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}
