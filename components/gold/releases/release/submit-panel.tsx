'use client'

import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { FileDrop } from '@/components/ui/file-drop'
import { Input } from '@/components/ui/input'
import { IssueList } from '@/components/ui/issue-list'
import { ButtonLink } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { SkeletonText } from '@/components/ui/skeleton'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { HeldOut, NamedSubmission, SubmissionView } from '@/lib/gold/held-out/contract'
import { type HeldOutAt, heldOutQuery, useSetLimits, useSubmitPredictions } from '@/lib/gold/held-out/hooks'
import { mostSubmissions, scoreWords, UNITS_PER_SUBMISSION } from '@/lib/gold/held-out/rules'
import type { Manifest } from '@/lib/gold/releases/release/manifest/contract'
import { ApiError } from '@/lib/platform/client/api-error'
import { counted } from '@/lib/text/counted'

interface SubmitPanelProps {
  at: HeldOutAt
  /** As the manifest tells it; undefined: nothing is held out. */
  heldOut: Manifest['heldOut']
  /** May the reader set the limits? */
  manages: boolean
}

/** Has predictions for the held-out split of a release scored, and shows what one’s own came to. */
export function SubmitPanel({ at, heldOut, manages }: SubmitPanelProps) {
  return heldOut ? <OpenPanel at={at} split={heldOut.split} manages={manages} /> : null
}

function OpenPanel({ at, split, manages }: Omit<SubmitPanelProps, 'heldOut'> & { split: string }) {
  const { data, error } = useQuery(heldOutQuery(at))
  const title = `Predictions for “${split}”`
  if (error instanceof ApiError && error.code === 'unauthenticated' && 'secret' in at)
    return (
      <Panel title={title} description="Its labels are held out. Sign in to have predictions for it scored.">
        <ButtonLink href={`/sign-in?callbackUrl=${encodeURIComponent(`/r/${at.secret}`)}`}>Sign in</ButtonLink>
      </Panel>
    )
  return (
    <Panel
      title={title}
      description="Its labels are held out: held-out.jsonl has the texts and the units to predict. What is told is the share of units that are right, to a hundredth."
    >
      {error ? (
        <Callout tone="danger" title="The held-out split could not be read">
          {error.message}
        </Callout>
      ) : null}
      {data || error ? null : <SkeletonText label="Loading the held-out split" />}
      {data ? (
        <div className="space-y-5">
          <Submit at={at} heldOut={data} />
          {data.submissions.length > 0 ? <Submissions caption="Your submissions" rows={data.submissions} /> : null}
          {data.allSubmissions && data.allSubmissions.length > 0 ? (
            <Submissions caption="Submissions of all people" rows={data.allSubmissions} />
          ) : null}
          {manages && 'projectId' in at && !data.openedAt ? (
            <LimitsForm projectId={at.projectId} limits={data.chosenLimits} units={data.units} />
          ) : null}
        </div>
      ) : null}
    </Panel>
  )
}

function Submit({ at, heldOut }: { at: HeldOutAt; heldOut: HeldOut }) {
  const { task, limits, used, units, openedAt } = heldOut
  const [system, setSystem] = useState('')
  const submit = useSubmitPredictions(at)
  if (openedAt)
    return (
      <Callout title="It was opened">Its labels go out with newer releases, and nothing is scored any more.</Callout>
    )
  // The system is named above, for the whole file.
  const fields = task.fields.map(({ name }) => name).filter((name) => name !== 'system')
  const left = Math.max(0, Math.min(limits.perPerson - used.own, limits.inAll - used.all))
  return (
    <div className="space-y-4">
      <p className="text-sm">
        You have used {counted(used.own, 'submission')}; the limit of one person is {limits.perPerson}. All people
        together have used {used.all}; their limit is {limits.inAll}. A file that is refused uses none.
      </p>
      {left === 0 ? (
        <Callout title="No submission is left to you">
          {used.own >= limits.perPerson
            ? 'Each person has so many, over all releases of this project.'
            : 'All people together have used what this split bears.'}
        </Callout>
      ) : null}
      <Field label="System" hint="What it is called in your list; the name of the file where this is empty.">
        <Input value={system} maxLength={200} onChange={(event) => setSystem(event.target.value)} />
      </Field>
      <FileDrop
        label="Drop predictions here, or choose a file"
        hint={`JSON lines, JSON or CSV, for all ${units.toLocaleString('en')} units, as for “${task.title}” under Evaluation: ${fields.join(', ')}.`}
        accept=".jsonl,.ndjson,.json,.csv,.tsv,.txt"
        disabled={submit.isPending || left === 0}
        onFiles={([file]) => {
          if (file) submit.mutate({ file, system: system.trim() || file.name.replace(/\.[^.]+$/, '') })
        }}
      />
      {submit.error ? <Refused error={submit.error} /> : null}
      {submit.data ? (
        <Callout tone="success" title={`${scoreWords(submit.data.submission.score)} of the units are right`}>
          <bdi className="wrap-anywhere">“{submit.data.submission.system}”</bdi> was scored. Left to you:{' '}
          {counted(submit.data.left.own, 'submission')}.
        </Callout>
      ) : null}
    </div>
  )
}

/** What is wrong with a file, by line where the server says so. */
function Refused({ error }: { error: Error }) {
  const issues = error instanceof ApiError ? (error.problem.issues ?? []) : []
  return (
    <Callout tone="danger" title="Nothing was scored">
      <p>{error.message}</p>
      <IssueList issues={issues} />
    </Callout>
  )
}

interface SubmissionsProps {
  caption: string
  rows: readonly (SubmissionView & Partial<Pick<NamedSubmission, 'person'>>)[]
}

function Submissions({ caption, rows }: SubmissionsProps) {
  const hasPeople = rows.some(({ person }) => person !== undefined)
  return (
    <Table caption={caption} showCaption stacked>
      <thead>
        <Tr>
          {hasPeople ? <Th>Person</Th> : null}
          <Th>System</Th>
          <Th numeric>Right</Th>
          <Th numeric>Release</Th>
          <Th>Submitted</Th>
        </Tr>
      </thead>
      <tbody>
        {rows.map(({ id, person, system, score, release, submittedAt }) => (
          <Tr key={id}>
            {hasPeople ? (
              <Td label="Person">
                <bdi>{person}</bdi>
              </Td>
            ) : null}
            <Td label="System" className="wrap-anywhere">
              <bdi>{system}</bdi>
            </Td>
            <Td label="Right" numeric className="whitespace-nowrap">
              {scoreWords(score)}
            </Td>
            <Td label="Release" numeric>
              {release}
            </Td>
            <Td label="Submitted">
              <Time value={submittedAt} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

interface LimitsFormProps {
  projectId: string
  limits: HeldOut['chosenLimits']
  units: number
}

function LimitsForm({ projectId, limits, units }: LimitsFormProps) {
  const [perPerson, setPerPerson] = useState(String(limits.perPerson))
  const [inAll, setInAll] = useState(String(limits.inAll))
  const save = useSetLimits(projectId)
  // What was saved is not what the fields say any more.
  const handleChange = (set: (text: string) => void) => (event: ChangeEvent<HTMLInputElement>) => {
    save.reset()
    set(event.target.value)
  }
  const isNumber = (text: string) => /^[1-9]\d{0,5}$/.test(text.trim())
  return (
    <div className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Submissions of one person">
          <Input inputMode="numeric" value={perPerson} onChange={handleChange(setPerPerson)} />
        </Field>
        <Field
          label="Of all people together"
          hint={`Never more than one for every ${UNITS_PER_SUBMISSION} units: here ${mostSubmissions(units)}.`}
        >
          <Input inputMode="numeric" value={inAll} onChange={handleChange(setInAll)} />
        </Field>
      </div>
      <Button
        disabled={!isNumber(perPerson) || !isNumber(inAll)}
        loading={save.isPending}
        onClick={() => save.mutate({ perPerson: Number(perPerson), inAll: Number(inAll) })}
      >
        Save the limits
      </Button>
      {save.error ? <p className="text-negative-text text-sm">{save.error.message}</p> : null}
      {save.isSuccess ? (
        <p role="status" className="text-sm">
          Saved.
        </p>
      ) : null}
    </div>
  )
}
