'use client'
import { useRouter } from 'next/navigation'
import { type ComponentType, type ReactNode, useLayoutEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { CopyButton } from '@/components/ui/copy-button'
import { fetched } from '@/components/ui/fetched'
import { ButtonLink } from '@/components/ui/link'
import { Time } from '@/components/ui/time'
import { useWithdrawInquiry } from '@/lib/annotation/inquiries/hooks'
import type { Outbox } from '@/lib/annotation/outbox/outbox'
import { entryKey, type OutboxEntry } from '@/lib/annotation/outbox/outbox-entry'
import { gateOf } from '@/lib/annotation/outbox/send-schedule'
import { ApiError } from '@/lib/platform/client/api-error'
import { referencesIn } from '@/lib/protocols/picks'
import type { Json } from '@/lib/protocols/protocol'
import { useBench } from './bench-context'
import { BENCH_KEYS } from './keys'
import { inWords } from './question-frame'
import { SecondsLeft } from './take-back-note'
import { capitalised, nameOfUnit, unitName } from './unit-name'
import { ConflictCallout, RefusedCallout } from './unsaved-callouts'
import type { useSubmission } from './use-submission'
import type { TakingBack } from './use-take-back'
import { benchPath } from './use-task-place'
import { WaitingNotice } from './waiting-notice'

// What compares texts is asked for only where something has changed elsewhere.
const StaleNote = fetched(() => import('@/components/workspace/tasks/stale-note').then((module) => module.StaleNote))
const BothValues = fetched(() => import('./both-values').then((module) => module.BothValues))

/** Changes that wait for a decision: changed elsewhere as well, or refused. Nothing is lost until one is made. */
function UnsavedChanges({ outbox }: { outbox: Outbox | null }) {
  const { entries, go } = useBench()
  const blocked = entries.filter((entry) => entry.conflict || entry.refused)
  return blocked.map((entry) => {
    const settle = (choice: 'mine' | 'theirs') => {
      outbox?.settle(entryKey(entry), choice)
      go({ unit: entry.unit, question: null })
    }
    return entry.conflict ? (
      <Conflict key={entryKey(entry)} entry={entry} other={entry.conflict} onSettle={settle} />
    ) : (
      <Refused key={entryKey(entry)} entry={entry} onSettle={settle} />
    )
  })
}

interface SettleProps {
  entry: OutboxEntry
  onSettle(choice: 'mine' | 'theirs'): void
}

/** The words for the field of a change. */
function useNames(entry: OutboxEntry) {
  const { stage, subject, answers } = useBench()
  const unit = subject.units.find((candidate) => candidate.key === entry.unit)
  // Of a unit that is no longer listed only the question is left.
  const question = stage.questions.find((each) => each.key === entry.question && (!unit || each.unit === unit.kind))
  const name = `${question?.title ?? entry.question}, ${unit ? unitName(stage, subject, unit) : 'no longer listed'}`
  const words = (value: Json) => {
    if (!question) return JSON.stringify(value)
    const referencedUnits = referencesIn(value).flatMap((key) => subject.units.find((each) => each.key === key) ?? [])
    return question.form === 'references' && referencedUnits.length > 0
      ? referencedUnits.map((each) => capitalised(unitName(stage, subject, each))).join(', ')
      : inWords(question, value, answers)
  }
  return { name, words, question }
}

function Conflict({ entry, other, onSettle }: SettleProps & { other: NonNullable<OutboxEntry['conflict']> }) {
  const { name, words, question } = useNames(entry)
  return (
    <ConflictCallout name={name} onEnd={onSettle}>
      <BothValues question={question} mine={entry.value} theirs={other.value} words={words} />
    </ConflictCallout>
  )
}

function Refused({ entry, onSettle }: SettleProps) {
  const { name, words } = useNames(entry)
  return (
    <RefusedCallout name={name} message={entry.refused} onEnd={onSettle}>
      {words(entry.value)}
    </RefusedCallout>
  )
}

/**
 * Changes that can be saved no more, because the annotation is closed or of an earlier round: kept on this device, to
 * read, copy and let go of.
 */
function KeptChanges({ outbox }: { outbox: Outbox | null }) {
  const { entries, leftovers, readOnly } = useBench()
  const unsavedChanges = readOnly ? [...entries, ...leftovers] : leftovers
  if (unsavedChanges.length === 0) return null
  return (
    <Callout
      tone="warning"
      title={
        unsavedChanges.length === 1 ? 'One change was never saved' : `${unsavedChanges.length} changes were never saved`
      }
    >
      <p>
        {readOnly && leftovers.length === 0
          ? 'They reached the server too late, and are kept on this device only.'
          : 'They are of an earlier round or came too late, and are kept on this device only.'}
      </p>
      <ul className="mt-2 max-h-60 space-y-2 overflow-y-auto">
        {unsavedChanges.map((entry) => (
          <Kept key={entryKey(entry)} entry={entry} onLetGo={() => outbox?.settle(entryKey(entry), 'theirs')} />
        ))}
      </ul>
    </Callout>
  )
}

function Kept({ entry, onLetGo }: { entry: OutboxEntry; onLetGo: () => void }) {
  const { name, words: inWords } = useNames(entry)
  const words = typeof entry.value === 'string' ? entry.value : inWords(entry.value)
  return (
    <li className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {words}
        </p>
      </div>
      <CopyButton value={words} what={name} />
      <Button size="sm" aria-label={`Let go of ${name}`} onClick={onLetGo}>
        Let go
      </Button>
    </li>
  )
}

/** What newer gold of an earlier stage changes, before it is settled, and what to look at again once it was taken over. */
function StaleNotices() {
  const { workbench, protocol, stage, subject, go, readOnly } = useBench()
  const { stale, takenOver } = workbench
  const around = { stages: protocol.stages, stage, units: subject.units }
  const looked = new Set(workbench.answers.filter(({ origin }) => origin !== 'carried').map(({ unit }) => unit))
  const left = (takenOver?.changes ?? [])
    .filter(({ kind, unit }) => (kind === 'changed' || kind === 'added') && !looked.has(unit))
    .flatMap(({ unit }) => subject.units.filter(({ key }) => key === unit))
  return (
    <>
      {stale ? (
        <StaleNote {...around} stale={stale} title="What this was made from has changed">
          <p>A reviewer or manager decides whether your answers still hold or the changes come in.</p>
        </StaleNote>
      ) : null}
      {takenOver && !readOnly ? (
        <StaleNote {...around} takenOver stale={takenOver} title="Changes were taken over, and your answers were kept">
          {left.length > 0 ? (
            <p>
              Still to be looked at:{' '}
              {left.map((unit) => (
                <button
                  key={unit.key}
                  type="button"
                  className="me-2 rounded-sm text-accent-text underline underline-offset-3"
                  onClick={() => go({ unit: unit.key, question: null })}
                >
                  {capitalised(unitName(stage, subject, unit))}
                </button>
              ))}
            </p>
          ) : (
            <p>You have looked at everything that changed.</p>
          )}
        </StaleNote>
      ) : null}
    </>
  )
}

export interface SubmittedWordProps {
  projectId: string
  taskId: string
  /** What is said where annotators do not discuss. */
  otherwise: ReactNode
}

interface WorkbenchNoticesProps {
  submission: ReturnType<typeof useSubmission>
  taking: TakingBack
  outbox: Outbox | null
  /** Why a task that was fetched ahead could not be opened. */
  notOpened: Error | null
  /** What comes of a submission, where annotators discuss. */
  SubmittedWord: ComponentType<SubmittedWordProps>
}

/** What has to be said above the work: sent back, submitted, missing, in conflict. */
export function WorkbenchNotices({ submission, taking, outbox, notOpened, SubmittedWord }: WorkbenchNoticesProps) {
  const { workbench, readOnly } = useBench()
  const { sentBack } = workbench
  return (
    <div className="space-y-3 px-4 pt-4 empty:hidden sm:px-6">
      {sentBack ? (
        <Callout tone="warning" title="Sent back to you">
          <p dir="auto" className="whitespace-pre-wrap">
            {sentBack.comment}
          </p>
          <p className="mt-1 text-muted text-xs">
            <Time value={sentBack.at} />
          </p>
        </Callout>
      ) : null}
      <InquiryNotices />
      <StaleNotices />
      {readOnly || submission.isSubmitting ? (
        <ReadOnlyNotice submission={submission} taking={taking} SubmittedWord={SubmittedWord} />
      ) : (
        <UnsavedChanges outbox={outbox} />
      )}
      <KeptChanges outbox={outbox} />
      <MissingNotice missing={submission.missing} />
      {notOpened ? <NotOpened error={notOpened} /> : <ComesFirst held={submission.comesFirst} />}
      <WaitingNotice submission={submission} />
      {submission.problem ? <Callout tone="danger">{submission.problem}</Callout> : null}
      {submission.noTask ? <Callout live>{submission.noTask}</Callout> : null}
    </div>
  )
}

const FIRST = {
  'to-confirm': {
    title: 'The guidelines come first',
    link: 'To the guidelines',
    why: 'its guidelines are not confirmed: they have changed since, or are to be read before the first task',
    once: 'once you have confirmed the guidelines',
  },
  'to-practise': {
    title: 'Practice comes first',
    link: 'To practice',
    why: 'practice has come before its stage since',
    once: 'once you have practised',
  },
}

/** A task that was fetched ahead and does not open: where something else comes first, the page itself leads there. */
function NotOpened({ error }: { error: Error }) {
  const router = useRouter()
  const gate = gateOf(error instanceof ApiError ? error : null)
  return (
    <Callout
      tone="danger"
      title="This task could not be opened"
      actions={
        gate ? (
          <Button size="sm" onClick={() => router.refresh()}>
            {FIRST[gate.trouble].link}
          </Button>
        ) : undefined
      }
    >
      {error.message}
    </Callout>
  )
}

/** Changes that are held back until something else is done, of this task or of another one. */
function ComesFirst({ held }: { held: ReturnType<typeof useSubmission>['comesFirst'] }) {
  const { workbench } = useBench()
  const router = useRouter()
  if (!held) return null
  const isHere = held.taskId === workbench.taskId
  const { title, link, why, once } = FIRST[held.trouble]
  return (
    <Callout
      tone="warning"
      live
      title={isHere ? title : `${title} for another task`}
      actions={
        isHere ? (
          <Button size="sm" onClick={() => router.refresh()}>
            {link}
          </Button>
        ) : (
          <ButtonLink size="sm" href={benchPath(held.projectId, held.taskId)}>
            {link}
          </ButtonLink>
        )
      }
    >
      Its answers were given without the network, and {why}. The answers are kept on this device, and sent {once}. Then
      look at them again, and submit.
    </Callout>
  )
}

/** What one asked about this task, and what a manager answered. */
function InquiryNotices() {
  const { workbench, readOnly } = useBench()
  const withdraw = useWithdrawInquiry(workbench.taskId)
  return workbench.inquiries?.map(({ id, question, askedAt, answer, answeredAt }) => (
    <Callout
      key={id}
      tone={answer === null ? 'info' : 'success'}
      title={
        answer === null
          ? 'You asked a manager: the task is set aside until the answer comes'
          : 'A manager answered your question'
      }
      actions={
        answer === null && !readOnly ? (
          <Button size="sm" loading={withdraw.isPending} onClick={() => withdraw.mutate(id)}>
            Withdraw the question
          </Button>
        ) : undefined
      }
    >
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {question}
      </p>
      {answer === null ? null : (
        <p dir="auto" className="wrap-anywhere mt-1 whitespace-pre-wrap border-control border-s-2 ps-3">
          {answer}
        </p>
      )}
      <p className="mt-1 text-muted text-xs">
        <Time value={answeredAt ?? askedAt} />
      </p>
      {withdraw.error ? <p className="mt-1 text-negative-text">{withdraw.error.message}</p> : null}
    </Callout>
  ))
}

type ReadOnlyNoticeProps = Pick<WorkbenchNoticesProps, 'submission' | 'taking' | 'SubmittedWord'>

/** Submitted, on its way there, or no longer one's own; the next task is one key away. */
function ReadOnlyNotice({ submission, taking, SubmittedWord }: ReadOnlyNoticeProps) {
  const { workbench, readOnly } = useBench()
  const { submittedAt, held } = workbench
  const { own, takeBack, isTakingBack } = taking
  const isSubmitted = submittedAt !== null || held !== undefined
  const next = useRef<HTMLButtonElement>(null)
  // Not before: where the submission is refused, the focus belongs to where it was.
  useLayoutEffect(() => {
    if (!submission.isSubmitting) next.current?.focus()
  }, [submission.isSubmitting])
  const title = isSubmitted ? 'Submitted' : readOnly ? 'This task is not yours any more' : 'Submitting'
  return (
    <Callout
      tone={isSubmitted ? 'success' : readOnly ? 'warning' : 'info'}
      live
      title={title}
      actions={
        <>
          <Button
            ref={next}
            variant="primary"
            shortcut={BENCH_KEYS.goOn}
            loading={submission.isLeaving}
            onClick={submission.goToNext}
          >
            Next task
          </Button>
          {own ? (
            <Button shortcut={BENCH_KEYS.takeBack} loading={isTakingBack} onClick={() => takeBack(own)}>
              Take back
            </Button>
          ) : null}
          <ButtonLink href={`/projects/${workbench.projectId}/submissions`}>My submissions</ButtonLink>
        </>
      }
    >
      {readOnly ? null : <p>The server has not answered yet. You can go on.</p>}
      {!readOnly ? null : held ? (
        <p>
          {own ? (
            <>
              You can take it back for <SecondsLeft endsAt={own.endsAt} />.{' '}
            </>
          ) : null}
          Then it is frozen, and only a reviewer or manager can send it back to you.
        </p>
      ) : submittedAt ? (
        <SubmittedWord
          projectId={workbench.projectId}
          taskId={workbench.taskId}
          otherwise={
            <p>
              On <Time value={submittedAt} />. These are your answers; a reviewer or manager can send them back to you.
            </p>
          }
        />
      ) : (
        <p>It was given back or is closed. Your answers so far are kept, and nothing can be changed here.</p>
      )}
    </Callout>
  )
}

function MissingNotice({ missing }: { missing: WorkbenchNoticesProps['submission']['missing'] }) {
  const { stage, subject, go } = useBench()
  if (missing.length === 0) return null
  return (
    <Callout
      tone="warning"
      live
      title={missing.length === 1 ? 'One thing is missing' : `${missing.length} things are missing`}
    >
      <ul className="max-h-40 space-y-0.5 overflow-y-auto">
        {missing.map((finding) => (
          <li key={`${finding.unit}-${finding.question}`}>
            <button
              type="button"
              className="rounded-sm text-start text-accent-text underline underline-offset-3"
              onClick={() => go({ unit: finding.unit, question: null })}
            >
              {nameOfUnit(stage, subject, finding.unit)}
            </button>
            : {finding.message}
          </li>
        ))}
      </ul>
    </Callout>
  )
}
