'use client'
import { useMemo, useState } from 'react'
import { stageView } from '@/components/annotation/workbench/stage-view'
import { TrialBench } from '@/components/annotation/workbench/trial-bench'
import { Callout } from '@/components/ui/callout'
import { SegmentedControl } from '@/components/ui/segmented-control'
import type { Json } from '@/lib/protocols/answers'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import type { Definition } from '@/lib/protocols/language/definition'
import type { Protocol } from '@/lib/protocols/protocol'
import { readStages } from '@/lib/protocols/read-stages'
import type { ReadRecord } from '@/lib/protocols/records'
import { fileView } from './file-view'

/** The tasks that come of a record: as far as it has labels, and the one behind these. */
const tasksOf = (protocol: Protocol, { content, segments, answers, votes = [] }: ReadRecord) =>
  readStages(protocol, { content, segments, answers, votes: { [protocol.stages[0].key]: votes } })

/** A record under a protocol file, as its annotators will see it; it can be answered by keys. Nothing is kept. */
export function FilePreview({ definition, record }: { definition: Definition; record: Json | null }) {
  const protocol = useMemo(() => compileProtocol(definition), [definition])
  const [chosen, setChosen] = useState('')
  const stage = protocol.stages.find(({ key }) => key === chosen) ?? protocol.stages[0]
  const view = useMemo(() => stageView(fileView(protocol), stage.key), [protocol, stage])
  const read = useMemo(() => (record === null ? null : protocol.formats[0].read(record)), [protocol, record])
  const task = useMemo(
    () => (read?.ok ? tasksOf(protocol, read.record).find(({ key }) => key === stage.key) : undefined),
    [protocol, read, stage],
  )
  if (!read)
    return (
      <Callout title="Nothing to show yet">
        Write a test with a record: the record of the first test is shown here as its annotators will see it.
      </Callout>
    )
  if (!read.ok)
    return (
      <Callout title="The record of the first test cannot be read">
        {read.problems.map(({ field, message, fix }) => `${field}: ${message} ${fix}`).join(' ')}
      </Callout>
    )
  const { content, segments } = read.record
  return (
    <>
      {protocol.stages.length > 1 ? (
        <SegmentedControl
          label="Stage"
          options={protocol.stages.map(({ key, title }) => ({ value: key, label: title }))}
          value={stage.key}
          onValueChange={setChosen}
        />
      ) : null}
      {task ? null : (
        <Callout title="What this stage works on is not there yet">
          The record of the first test has no labels of the stages before this one: write them into it, and what follows
          from them is shown here.
        </Callout>
      )}
      <TrialBench
        protocol={protocol}
        stage={stage}
        view={view}
        content={content}
        segments={segments}
        {...(task ? { units: task.units } : {})}
      />
    </>
  )
}
