'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { FileDrop } from '@/components/ui/file-drop'
import { Input } from '@/components/ui/input'
import { ButtonLink } from '@/components/ui/link'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Select } from '@/components/ui/select'
import { fileSize } from '@/components/workspace/imports/file-size'
import { type Evaluations, LONGEST_SYSTEM, type TaskView } from '@/lib/gold/evaluation/contract'
import { useAddRun, useUploadPredictions } from '@/lib/gold/evaluation/hooks'
import { runOnGoldHref } from './addresses'

interface AddSystemsProps {
  projectId: string
  task: TaskView
  runs: Evaluations['runs']
  maxBytes: number
}

/** For managers: a file of predictions, or a run of pre-fill. */
export function AddSystems({ projectId, task, runs, maxBytes }: AddSystemsProps) {
  return (
    <div className="space-y-4">
      <Upload projectId={projectId} task={task} maxBytes={maxBytes} />
      {task.takesRuns ? (
        <>
          <RunPicker key={task.key} projectId={projectId} task={task} runs={runs} />
          <OwnEvaluator projectId={projectId} task={task} />
        </>
      ) : null}
    </div>
  )
}

function Upload({ projectId, task, maxBytes }: Omit<AddSystemsProps, 'runs'>) {
  const upload = useUploadPredictions(projectId)
  const [refused, setRefused] = useState<string[]>([])
  const [scorer, setScorer] = useState('')
  const [system, setSystem] = useState('')
  const send = async (files: File[]) => {
    setRefused([])
    const log = { scorer: scorer.trim() || undefined, system: system.trim() || undefined }
    for (const file of files) {
      const problem =
        file.size > maxBytes
          ? new Error(`It is larger than ${fileSize(maxBytes)}, the limit of this server. Split it by system.`)
          : await upload.mutateAsync({ task: task.key, file, log }).catch((error: Error) => error)
      if (problem instanceof Error) setRefused((before) => [...before, `${file.name}: ${problem.message}`])
    }
  }
  return (
    <div className="space-y-3">
      <FileDrop
        multiple
        label="Drop predictions here, or choose a file"
        hint={`JSON lines, JSON, CSV, or a log of Inspect (.eval or .json), up to ${fileSize(maxBytes)}. Each file is taken whole or not at all. Annotators never see any of it.`}
        accept=".jsonl,.ndjson,.json,.csv,.tsv,.txt,.eval"
        disabled={upload.isPending}
        onFiles={(files) => void send(files)}
      />
      <details className="text-sm">
        <summary className="cursor-pointer text-muted">How logs of Inspect are read</summary>
        <div className="mt-3 flex flex-wrap gap-4">
          <Field
            label="Scorer"
            hint="Whose answers are the predictions. Needed only where a log has several."
            className="min-w-0 max-w-full flex-1 basis-64"
          >
            <Input maxLength={200} value={scorer} onChange={({ target }) => setScorer(target.value)} />
          </Field>
          <Field
            label="Name of the system"
            hint="Without it, the model’s name."
            className="min-w-0 max-w-full flex-1 basis-64"
          >
            <Input maxLength={LONGEST_SYSTEM} value={system} onChange={({ target }) => setSystem(target.value)} />
          </Field>
        </div>
      </details>
      {upload.isPending ? (
        <ProgressBar label={`Uploading ${upload.variables?.file.name ?? ''}`} showLabel value={null} />
      ) : null}
      {refused.length > 0 ? (
        <Callout tone="danger" title="Not uploaded">
          <ul>
            {refused.map((sentence) => (
              <li key={sentence} className="wrap-anywhere">
                {sentence}
              </li>
            ))}
          </ul>
        </Callout>
      ) : null}
    </div>
  )
}

/** The way to a run of Assay's own steps on this very gold. */
function OwnEvaluator({ projectId, task }: Pick<AddSystemsProps, 'projectId' | 'task'>) {
  if (task.stageKey === null || task.gold === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <ButtonLink href={runOnGoldHref(projectId, task.stageKey)}>Run Assay’s own evaluator on the gold</ButtonLink>
      <p className="min-w-0 flex-1 basis-64 text-muted text-sm">
        Works by rules or by a model. Its output is scored here, and never shown as a suggestion.
      </p>
    </div>
  )
}

function RunPicker({ projectId, task, runs }: Omit<AddSystemsProps, 'maxBytes'>) {
  const add = useAddRun(projectId)
  const [chosen, setChosen] = useState<string | null>(null)
  const taskRuns = runs.filter((run) => run.task === task.key)
  const run = taskRuns.find(({ id }) => id === chosen)
  if (taskRuns.length === 0)
    return (
      <p className="text-muted text-sm">
        Ended runs of pre-fill on this stage can be scored as systems too. There is none to add now.
      </p>
    )
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Or score a run of pre-fill" className="min-w-0 max-w-full">
          <Select
            className="w-80 max-w-full"
            options={taskRuns.map(({ id, name }) => ({ value: id, label: <span dir="auto">{name}</span> }))}
            value={run?.id ?? null}
            onValueChange={setChosen}
            placeholder="Choose a run…"
          />
        </Field>
        <Button
          disabled={!run}
          loading={add.isPending}
          onClick={() => run && add.mutate({ task: task.key, runId: run.id })}
        >
          Add as a system
        </Button>
      </div>
      {add.error ? (
        <Callout tone="danger" title="The run was not added">
          {add.error.message}
        </Callout>
      ) : null}
    </div>
  )
}
