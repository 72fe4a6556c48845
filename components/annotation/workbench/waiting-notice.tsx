'use client'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { ButtonLink } from '@/components/ui/link'
import { isTyping } from '@/lib/platform/client/keyboard-guards'
import { BENCH_KEYS } from './keys'
import { SignInLink } from './save-pill'
import type { useSubmission } from './use-submission'

type WaitingNoticeProps = { submission: ReturnType<typeof useSubmission> }

/** What is submitted as soon as the server can be reached, this task and others, and which others will not be. */
export function WaitingNotice({ submission }: WaitingNoticeProps) {
  return (
    <>
      <Waiting submission={submission} />
      <Refused submission={submission} />
    </>
  )
}

/** Tasks one has left for others, and that nobody tries to submit any more. */
function Refused({ submission }: WaitingNoticeProps) {
  return submission.othersRefused.map(({ projectId, taskId, annotationId, problem }) => (
    <Callout
      key={annotationId}
      tone="danger"
      title="Another task was not submitted"
      actions={
        <>
          <ButtonLink href={`/projects/${projectId}/tasks/${taskId}/annotate`}>Open that task</ButtonLink>
          <Button onClick={() => submission.putAway(annotationId)}>Put away</Button>
        </>
      }
    >
      {problem}
    </Callout>
  ))
}

/** What waits for the server, and what one can do meanwhile. */
function Waiting({ submission }: WaitingNoticeProps) {
  const { isWaiting, othersWaiting, isLeaving, goToNext, takeBack, takeBackWaiting, needsSignIn } = submission
  const next = useRef<HTMLButtonElement>(null)
  // As where it is submitted; who has gone to a field since stays there.
  useLayoutEffect(() => {
    if (isWaiting && !isTyping(document.activeElement)) next.current?.focus()
  }, [isWaiting])
  if (!isWaiting)
    return othersWaiting > 0 ? (
      <Callout
        tone="warning"
        actions={
          takeBackWaiting ? (
            <Button size="sm" shortcut={BENCH_KEYS.takeBack} onClick={takeBackWaiting}>
              {othersWaiting === 1 ? 'Take it back' : 'Take the last one back'}
            </Button>
          ) : undefined
        }
      >
        {othersWaiting === 1 ? 'Another task waits' : `${othersWaiting} other tasks wait`} to be submitted until{' '}
        {needsSignIn ? (
          <>
            you are signed in again: <SignInLink inNewTab />
          </>
        ) : (
          'the server can be reached'
        )}
        . Leave this tab open.
      </Callout>
    ) : null
  return (
    <WaitingCallout
      needsSignIn={needsSignIn}
      actions={
        <>
          <Button ref={next} variant="primary" shortcut={BENCH_KEYS.goOn} loading={isLeaving} onClick={goToNext}>
            Next task
          </Button>
          <Button shortcut={BENCH_KEYS.takeBack} onClick={takeBack}>
            Do not submit
          </Button>
        </>
      }
    />
  )
}

interface WaitingCalloutProps {
  actions: ReactNode
  place?: 'tab' | 'page'
  /** Is the session over, so that it waits for the person? */
  needsSignIn?: boolean
}

/** Says that what is open is submitted later, while the tab or only the page stays open, and what becomes of it until then. */
export function WaitingCallout({ actions, place = 'tab', needsSignIn = false }: WaitingCalloutProps) {
  return (
    <Callout
      tone="warning"
      live
      title={needsSignIn ? 'Not submitted yet: you are signed out' : 'Not submitted yet: waiting for the server'}
      actions={actions}
    >
      {needsSignIn ? (
        <p>
          <SignInLink inNewTab />, then come back to this {place}.
        </p>
      ) : null}
      <p>
        It is submitted by itself as soon as the server takes it, if this {place} stays open and you change nothing
        more. Your answers are kept on this device in any case.
      </p>
    </Callout>
  )
}
