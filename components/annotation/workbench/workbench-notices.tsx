'use client'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { ButtonLink } from '@/components/ui/link'
import { Time } from '@/components/ui/time'
import type { Outbox } from '@/lib/annotation/outbox/outbox'
import { ENTER } from '@/lib/platform/client/fixed-keys'
import { useBench } from './bench-context'
import { KeptChanges } from './kept-changes'
import { StaleNotices } from './stale-notices'
import { capitalised, unitName } from './unit-name'
import { UnsavedChanges } from './unsaved-changes'
import type { useSubmission } from './use-submission'
import { WaitingNotice } from './waiting-notice'

interface WorkbenchNoticesProps {
  submission: ReturnType<typeof useSubmission>
  outbox: Outbox | null
  /** Why a task that was fetched ahead could not be opened. */
  notOpened: Error | null
}

/** What has to be said above the work: sent back, submitted, missing, in conflict. */
export function WorkbenchNotices({ submission, outbox, notOpened }: WorkbenchNoticesProps) {
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
      <StaleNotices />
      {readOnly ? <ReadOnlyNotice submission={submission} /> : <UnsavedChanges outbox={outbox} />}
      <KeptChanges outbox={outbox} />
      <MissingNotice missing={submission.missing} />
      {notOpened ? (
        <Callout tone="danger" title="This task could not be opened">
          {notOpened.message}
        </Callout>
      ) : null}
      <WaitingNotice submission={submission} />
      {submission.problem ? <Callout tone="danger">{submission.problem}</Callout> : null}
      {submission.noTask ? <Callout live>{submission.noTask}</Callout> : null}
    </div>
  )
}

/** Submitted, or no longer one's own; the next task is one key away. */
function ReadOnlyNotice({ submission }: { submission: WorkbenchNoticesProps['submission'] }) {
  const { workbench } = useBench()
  const { submittedAt } = workbench
  return (
    <Callout
      tone={submittedAt ? 'success' : 'warning'}
      live
      title={submittedAt ? 'Submitted' : 'This task is not yours any more'}
      actions={
        <>
          <Button
            variant="primary"
            autoFocus
            shortcut={ENTER}
            loading={submission.isLeaving}
            onClick={submission.goToNext}
          >
            Next task
          </Button>
          <ButtonLink href={`/projects/${workbench.projectId}/submissions`}>Your submissions</ButtonLink>
        </>
      }
    >
      {submittedAt ? (
        <p>
          On <Time value={submittedAt} />. These are your answers; a reviewer or manager can send them back to you.
        </p>
      ) : (
        <p>It was given back or is closed. Your answers so far are kept, and nothing can be changed here.</p>
      )}
    </Callout>
  )
}

function MissingNotice({ missing }: { missing: WorkbenchNoticesProps['submission']['missing'] }) {
  const { stage, subject, go } = useBench()
  if (missing.length === 0) return null
  const nameOf = (key: string) => {
    const unit = subject.units.find((candidate) => candidate.key === key)
    return unit ? capitalised(unitName(stage, subject, unit)) : key
  }
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
              {nameOf(finding.unit)}
            </button>
            : {finding.message}
          </li>
        ))}
      </ul>
    </Callout>
  )
}
