'use client'

import type { ComponentType } from 'react'
import { Callout } from '@/components/ui/callout'
import { ButtonLink, DownloadLink } from '@/components/ui/link'
import { counted } from '@/lib/text/counted'
import type { ImportDetail } from '@/lib/workspace/imports/contract'
import { wordsLeft } from '@/lib/workspace/imports/mapping/rules'
import { countsUnder, nextPersonsWork } from '@/lib/workspace/imports/rules'
import { NotJoinedList } from './not-joined-list'

export type StartWorkComponent = ComponentType<{ projectId: string; children: string }>
type ImportOutcomeProps = { data: ImportDetail; StartWork: StartWorkComponent | null }

/** What the check or the write came to, in a sentence or two. */
export function ImportOutcome({ data, StartWork }: ImportOutcomeProps) {
  const { state, error } = data
  if (state === 'ready') return <ReadyOutcome data={data} />
  if (state === 'done') return <DoneOutcome data={data} StartWork={StartWork} />
  if (state === 'cancelled') return <Callout title="Cancelled">Nothing of this file was kept.</Callout>
  if (state === 'refused') return <RefusedOutcome data={data} />
  if (state !== 'failed') return null
  return (
    <Callout tone="danger" title="The import failed">
      {error ?? 'Nothing was added. Upload the file again.'}
    </Callout>
  )
}

function RefusedOutcome({ data }: { data: ImportDetail }) {
  const { problemCount, file, recordCount } = data
  const isUnclear = (file?.competing.length ?? 0) + (file?.missing.length ?? 0) > 0
  if (isUnclear)
    return (
      <Callout tone="warning" title="Say which column is which">
        Nothing was added. The names of its columns do not settle it: choose below, and have the file checked again.
      </Callout>
    )
  return (
    <Callout
      tone="danger"
      title={`${counted(problemCount, 'problem')} in this file`}
      actions={recordCount > 0 ? <RejectedLink data={data} /> : null}
    >
      Nothing was added. {hasUnsaidWords(data) ? 'Say below what each word of the labels means, or correct' : 'Correct'}{' '}
      the file and upload it again{hasGood(data) ? ', or import the records without problems' : ''}.
    </Callout>
  )
}

/** Are there words in columns of labels that mean nothing yet? */
const hasUnsaidWords = ({ file, targets }: ImportDetail): boolean =>
  file?.mapping?.labels.some(({ column, unit, question, values }) => {
    const target = targets.questions.find((each) => each.unit === unit && each.question === question)
    const view = file.columns.find(({ name }) => name === column)
    return target?.options && view && wordsLeft(view, values, target).length > 0
  }) ?? false

/** Would something be added without the records that have problems? */
const hasGood = ({ byContent: { newCount, here } }: ImportDetail): boolean => newCount > 0 || here.free > 0

const RejectedLink = ({ data }: { data: ImportDetail }) => (
  <DownloadLink href={`/api/imports/${data.id}/rejected`}>Download the rejected records</DownloadLink>
)

function ReadyOutcome({ data }: { data: ImportDetail }) {
  const { recordCount, newCount, duplicateCount, byContent } = data
  const { free } = byContent.here
  const add = free > 0 ? ` Labels of ${counted(free, 'item')} can be added as ${nextPersonsWork(byContent)}.` : ''
  if (newCount === 0) {
    const here = recordCount === 1 ? 'Its record is' : `All ${counted(recordCount, 'record')} are`
    return (
      <Callout title={free > 0 ? 'These items are here already' : 'There is nothing new in this file'} live>
        {here} already in the project.{add}
      </Callout>
    )
  }
  const { repeatedCount } = byContent
  const hereCount = duplicateCount - repeatedCount
  const already =
    hereCount > 0 ? ` ${counted(hereCount, 'record is', 'records are')} already here and will not be added again.` : ''
  const repeated =
    repeatedCount > 0
      ? ` ${counted(repeatedCount, 'record repeats', 'records repeat')} an item of this file; each item is added once.`
      : ''
  return (
    <Callout tone="success" title={`${counted(newCount, 'new record')}, no problems`} live>
      Nothing has been added yet.{already}
      {repeated}
      {add}
    </Callout>
  )
}

function DoneOutcome({ data, StartWork }: ImportOutcomeProps) {
  const { newCount, joinedCount, duplicateCount, notJoined, projectId, options, hasTasks } = data
  const base = `/projects/${projectId}`
  const isPart = options?.records === 'good' && data.problemCount > 0
  const added = [
    newCount > 0 ? `${counted(newCount, 'item')} added` : null,
    joinedCount > 0 ? `Labels of ${counted(joinedCount, 'item')} added` : null,
  ].filter((each) => each !== null)
  const { repeatedCount, labelledCount } = countsUnder(data, options?.identity)
  const alreadyHereCount = duplicateCount - joinedCount - repeatedCount
  // Nobody labels any of it, not even in a later stage: what it brought is looked at in the dataset.
  const isAllGold = newCount > 0 && options?.labels === 'gold' && labelledCount >= newCount && !hasTasks
  return (
    <Callout
      tone="success"
      title={added.join('. ') || 'Nothing was added'}
      live
      actions={
        <>
          {StartWork && hasTasks ? <StartWork projectId={projectId}>Label the first item</StartWork> : null}
          {isAllGold ? (
            <ButtonLink variant="primary" href={`${base}/dataset`}>
              Show the dataset
            </ButtonLink>
          ) : null}
          <ButtonLink href={`${base}/items`}>Show the items</ButtonLink>
          {newCount > 0 && !isAllGold ? <ButtonLink href={`${base}/members`}>Invite people</ButtonLink> : null}
          {isPart ? <RejectedLink data={data} /> : null}
          {joinedCount > 0 ? (
            <>
              <ButtonLink href={`${base}/agreement`}>Show the agreement</ButtonLink>
              <ButtonLink href={`${base}/review`}>Settle what they differ on</ButtonLink>
            </>
          ) : null}
        </>
      }
    >
      {isPart ? 'Records with problems were left out. ' : null}
      {duplicateCount === 0 && !isPart ? 'Every record was new.' : null}
      {alreadyHereCount > 0 ? `${counted(alreadyHereCount, 'record was', 'records were')} already here. ` : null}
      {repeatedCount > 0 ? `${counted(repeatedCount, 'record repeats', 'records repeat')} an item of this file.` : null}
      <NotJoinedList notJoined={notJoined} />
    </Callout>
  )
}
