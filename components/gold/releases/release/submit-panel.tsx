'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { FileDrop } from '@/components/ui/file-drop'
import { Input } from '@/components/ui/input'
import { ButtonLink } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { HeldOut, NamedSubmission, SubmissionView } from '@/lib/gold/held-out/contract'
import { type HeldOutAt, heldOutQuery, useSetLimits, useSubmitPredictions } from '@/lib/gold/held-out/hooks'
import { scoreWords } from '@/lib/gold/held-out/rules'
import type { Manifest } from '@/lib/gold/releases/release/manifest/contract'
import { ApiError } from '@/lib/platform/client/api-error'

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
      <Panel title={title} description="Its labels are held out. Who is signed in can have predictions scored.">
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
      {data ? (
        <div className="space-y-5">
          <Submit at={at} heldOut={data} />
          {data.submissions.length > 0 ? <Submissions caption="Your submissions" rows={data.submissions} /> : null}
          {data.allSubmissions && data.allSubmissions.length > 0 ? (
            <Submissions caption="Submissions of all people" rows={data.allSubmissions} />
          ) : null}
          {manages && 'projectId' in at && !data.openedAt ? (
            <LimitsForm projectId={at.projectId} limits={data.chosenLimits} />
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
  const left = Math.max(0, Math.min(limits.perPerson - used.own, limits.inAll - used.all))
  return (
    <div className="space-y-4">
      <p className="text-sm">
        You have used {used.own} of {limits.perPerson} submissions; all people together, {used.all} of {limits.inAll}. A
        file that is refused uses none.
      </p>
      <Field label="System" hint="What it is called in your list; the name of the file where this is empty.">
        <Input value={system} maxLength={200} onChange={(event) => setSystem(event.target.value)} />
      </Field>
      <FileDrop
        label="Drop predictions here, or choose a file"
        hint={`JSON lines, JSON or CSV, for all ${units.toLocaleString('en')} units, as for “${task.title}” under Evaluation: ${task.fields.map(({ name }) => name).join(', ')}.`}
        accept=".jsonl,.ndjson,.json,.csv,.tsv,.txt"
        disabled={submit.isPending || left === 0}
        onFiles={([file]) => {
          if (file) submit.mutate({ file, system: system.trim() || file.name.replace(/\.[^.]+$/, '') })
        }}
      />
      {submit.error ? (
        <Callout tone="danger" title="Nothing was scored">
          <p className="whitespace-pre-line">{submit.error.message}</p>
        </Callout>
      ) : null}
      {submit.data ? (
        <Callout tone="success" title={`${scoreWords(submit.data.submission.score)} of the units are right`}>
          “{submit.data.submission.system}” was scored; {submit.data.left.own} submissions are left to you.
        </Callout>
      ) : null}
    </div>
  )
}

interface SubmissionsProps {
  caption: string
  rows: readonly (SubmissionView & Partial<Pick<NamedSubmission, 'person'>>)[]
}

function Submissions({ caption, rows }: SubmissionsProps) {
  const hasPeople = rows.some(({ person }) => person !== undefined)
  return (
    <Table caption={caption} showCaption>
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
            {hasPeople ? <Td>{person}</Td> : null}
            <Td>{system}</Td>
            <Td numeric>{scoreWords(score)}</Td>
            <Td numeric>{release}</Td>
            <Td>
              <Time value={submittedAt} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

function LimitsForm({ projectId, limits }: { projectId: string; limits: HeldOut['chosenLimits'] }) {
  const [perPerson, setPerPerson] = useState(String(limits.perPerson))
  const [inAll, setInAll] = useState(String(limits.inAll))
  const save = useSetLimits(projectId)
  const isNumber = (text: string) => /^[1-9]\d{0,5}$/.test(text.trim())
  return (
    <div className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Submissions of one person">
          <Input inputMode="numeric" value={perPerson} onChange={(event) => setPerPerson(event.target.value)} />
        </Field>
        <Field label="Of all people together" hint="Never more than one for every 20 units of a split.">
          <Input inputMode="numeric" value={inAll} onChange={(event) => setInAll(event.target.value)} />
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
    </div>
  )
}
