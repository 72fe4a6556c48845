'use client'

import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { countOf, formatShare } from '@/components/quality/agreement/figure-format'
import { FigureRules } from '@/components/quality/agreement/figure-rules'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { ChartAxis } from '@/components/ui/chart-axis'
import { ChartInterval } from '@/components/ui/chart-interval'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { toast } from '@/components/ui/toast'
import type { Alike, Difference, SecondSettings, Seconds } from '@/lib/quality/second-adjudication/contract'
import { secondsQuery, useUpdateSeconds } from '@/lib/quality/second-adjudication/hooks'

const SCALE = { from: 0, to: 1 }

/** Blind second adjudication: its share, how far two adjudicators agree, and where they differ. */
export function SecondsPanel({ projectId, initialData }: { projectId: string; initialData: Seconds }) {
  const { data } = useQuery({ ...secondsQuery(projectId), initialData })
  const { settings, counts, all, byQuestion, differences, rules } = data
  return (
    <Panel
      title="Second adjudication"
      description="A share of what was adjudicated is decided again by another reviewer, who cannot tell. Gold stays as it is."
    >
      <div className="space-y-6">
        <SettingsForm projectId={projectId} settings={settings} />
        <p className="text-sm">{standing(counts)}</p>
        {counts.forNobody > 0 ? (
          <Callout tone="warning" title={`${countOf(counts.forNobody, 'task')} without anybody who may decide`}>
            Every reviewer has annotated, settled, approved or read {counts.forNobody === 1 ? 'it' : 'them'}. Another
            reviewer who joins the project will find {counts.forNobody === 1 ? 'it' : 'them'} among what is to be
            settled.
          </Callout>
        ) : null}
        {all.compared === 0 ? null : <AgreementTable all={all} byQuestion={byQuestion} />}
        {differences.total === 0 ? null : <DifferenceTable projectId={projectId} {...differences} />}
      </div>
      <FigureRules title="How the figures of second adjudications are made" rules={rules} />
    </Panel>
  )
}

function standing({ adjudicated, drawn, settled, discarded, sentBack, waiting, lapsed }: Seconds['counts']): string {
  if (drawn === 0)
    return adjudicated === 0
      ? 'There is no gold yet that a third person decided.'
      : `Of ${countOf(adjudicated, 'task')} that a third person decided none was drawn.`
  const parts = [
    { count: settled, words: 'decided' },
    { count: discarded, words: 'discarded by the second person' },
    { count: sentBack, words: 'sent back by the second person' },
    { count: waiting, words: 'waiting' },
    { count: lapsed, words: 'left out, since the first decision was changed' },
  ].filter(({ count }) => count > 0)
  return `Of ${countOf(adjudicated, 'task')} that a third person decided ${drawn} ${drawn === 1 ? 'was' : 'were'} drawn: ${parts.map(({ count, words }) => `${count} ${words}`).join(', ')}.`
}

/** The share and the seed. Only what was changed is sent. */
function SettingsForm({ projectId, settings }: { projectId: string; settings: SecondSettings }) {
  const update = useUpdateSeconds(projectId)
  const [changed, setChanged] = useState<Partial<SecondSettings>>({})
  const submit = (event: FormEvent) => {
    event.preventDefault()
    update.mutate(changed, {
      onSuccess: () => {
        setChanged({})
        toast.success('Saved')
      },
    })
  }
  const field = (name: keyof SecondSettings, max: number) => {
    const value = changed[name] ?? settings[name]
    return (
      <Input
        type="number"
        inputMode="numeric"
        required
        min={0}
        max={max}
        value={Number.isNaN(value) ? '' : value}
        onChange={(event) => setChanged((before) => ({ ...before, [name]: event.target.valueAsNumber }))}
      />
    )
  }
  return (
    <form onSubmit={submit} className="space-y-4">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Percent of adjudicated tasks decided again" hint="0: none.">
          {field('percent', 100)}
        </Field>
        <Field label="Seed" hint="The same seed draws the same tasks. What was drawn stays drawn.">
          {field('seed', 2_147_483_647)}
        </Field>
      </div>
      {update.error ? (
        <Callout tone="danger" title="Nothing was saved">
          {update.error.message}
        </Callout>
      ) : null}
      <Button type="submit" variant="primary" loading={update.isPending} disabled={Object.keys(changed).length === 0}>
        Save
      </Button>
    </form>
  )
}

function AgreementTable({ all, byQuestion }: Pick<Seconds, 'all' | 'byQuestion'>) {
  return (
    <Table caption="How often both decided alike">
      <thead>
        <tr>
          <Th>Question</Th>
          <Th numeric>Alike</Th>
          <Th numeric>Tasks</Th>
          <Th>Share</Th>
          <Th>
            <span className="sr-only">Share on a scale</span>
            <ChartAxis scale={SCALE} marks={[0, 0.5, 1]} format={(mark) => `${mark * 100}%`} />
          </Th>
        </tr>
      </thead>
      <tbody>
        {byQuestion.length > 1
          ? byQuestion.map((row) => <AlikeRow key={`${row.stage} ${row.question}`} name={row.title} figures={row} />)
          : null}
        <AlikeRow
          name={byQuestion.length > 1 ? 'All questions' : (byQuestion[0]?.title ?? 'All questions')}
          figures={all}
        />
      </tbody>
    </Table>
  )
}

function AlikeRow({ name, figures: { alike, compared, tasks, share, low, high } }: { name: string; figures: Alike }) {
  const interval = low === null || high === null ? null : { low, high }
  return (
    <Tr>
      <Th scope="row">{name}</Th>
      <Td numeric>
        {alike} of {compared}
      </Td>
      <Td numeric>{tasks}</Td>
      <Td>
        {share === null ? '–' : formatShare(share)}{' '}
        {interval ? (
          <span className="text-muted">
            ({formatShare(interval.low)} to {formatShare(interval.high)})
          </span>
        ) : null}
      </Td>
      <Td>{share === null ? null : <ChartInterval point={share} interval={interval} scale={SCALE} lines={[]} />}</Td>
    </Tr>
  )
}

function DifferenceTable({
  projectId,
  total,
  rows,
}: {
  projectId: string
  total: number
  rows: readonly Difference[]
}) {
  return (
    <div className="space-y-2">
      <Table caption={`Where they differ: ${countOf(total, 'question')}`}>
        <thead>
          <tr>
            <Th>Item</Th>
            <Th>Unit</Th>
            <Th>Question</Th>
            <Th>First decision, which is gold</Th>
            <Th>Second decision</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Tr key={`${row.itemId} ${row.stage} ${row.unit} ${row.question}`}>
              <Th scope="row">
                <Link href={`/projects/${projectId}/items/${row.itemId}`}>
                  {row.position}{' '}
                  <span dir="auto" className="font-normal">
                    {row.title}
                  </span>
                </Link>
              </Th>
              <Td>{row.unitText}</Td>
              <Td>{row.questionTitle}</Td>
              <DecidedCell text={row.firstText} by={row.firstBy} />
              <DecidedCell text={row.secondText} by={row.secondBy} />
            </Tr>
          ))}
        </tbody>
      </Table>
      {rows.length < total ? <p className="text-muted text-sm">The first {rows.length} are shown.</p> : null}
    </div>
  )
}

const DecidedCell = ({ text, by }: { text: string; by: string | null }) => (
  <Td>
    <span dir="auto">{text}</span>
    {by === null ? null : (
      <span dir="auto" className="block text-muted text-xs">
        {by}
      </span>
    )}
  </Td>
)
