'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import { Pagination } from '@/components/ui/pagination'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { Textarea } from '@/components/ui/textarea'
import { Time } from '@/components/ui/time'
import { useKeyTest } from '@/components/ui/use-keymap'
import { type Inquiries, type Inquiry, type inquiryStates, LONGEST_INQUIRY } from '@/lib/annotation/inquiries/contract'
import { inquiriesQuery, useAnswerInquiry } from '@/lib/annotation/inquiries/hooks'
import { SEND } from '@/lib/platform/client/form-keys'
import { useStoredDraft } from '@/lib/platform/client/use-stored-draft'

type State = (typeof inquiryStates)[number]
interface InquiriesSectionProps {
  projectId: string
  userId: string
  /** The first page of what waits. */
  initialData: Inquiries
}

/** What annotators ask, each beside a field for the answer. */
export function InquiriesSection({ projectId, userId, initialData }: InquiriesSectionProps) {
  const [{ state, page }, setShown] = useState<{ state: State; page: number }>({ state: 'waiting', page: 1 })
  const isFirst = state === 'waiting' && page === 1
  const { data, error } = useQuery({
    ...inquiriesQuery(projectId, { state, page }),
    initialData: isFirst ? initialData : undefined,
    placeholderData: (before) => before,
  })
  const { waiting, answered } = data?.counts ?? initialData.counts
  if (waiting + answered === 0) return null
  const pages = Math.max(1, Math.ceil((state === 'waiting' ? waiting : answered) / initialData.pageSize))
  const options = [
    { value: 'waiting', label: `Waiting (${waiting})` },
    { value: 'answered', label: `Answered (${answered})` },
  ] as const
  return (
    <section aria-labelledby="questions-heading" className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="questions-heading" className="font-semibold text-lg">
          Questions of annotators
        </h2>
        <SegmentedControl
          label="Questions"
          options={options}
          value={state}
          onValueChange={(next) => setShown({ state: next, page: 1 })}
        />
      </div>
      <p className="max-w-prose text-muted text-sm">
        Each task is set aside until its question is answered. Whoever reads a question cannot be given its task.
      </p>
      {error ? <Callout tone="danger">{error.message}</Callout> : null}
      {data?.inquiries.length === 0 ? (
        <p className="text-sm">No question {state === 'waiting' ? 'waits.' : 'is answered yet.'}</p>
      ) : null}
      <ul className="space-y-3">
        {data?.inquiries.map((inquiry) => (
          <InquiryCard key={inquiry.id} projectId={projectId} userId={userId} inquiry={inquiry} />
        ))}
      </ul>
      {pages > 1 ? (
        <Pagination
          label="Pages of questions"
          summary={`${page} of ${pages}`}
          previous={page > 1 ? () => setShown({ state, page: page - 1 }) : null}
          next={page < pages ? () => setShown({ state, page: page + 1 }) : null}
        />
      ) : null}
    </section>
  )
}

type InquiryCardProps = { projectId: string; userId: string; inquiry: Inquiry }

function InquiryCard({ projectId, userId, inquiry }: InquiryCardProps) {
  const { itemId, position, title, stageTitle, by, question, askedAt, answer, answeredAt, answeredBy } = inquiry
  return (
    <li className="space-y-2 rounded-lg border border-line px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm">
        <span className="text-muted tabular-nums">{position}</span>
        <Link href={`/projects/${projectId}/items/${itemId}`} className="wrap-anywhere min-w-0" dir="auto">
          {title}
        </Link>
        <Badge tone="neutral">{stageTitle}</Badge>
        <span className="text-muted text-xs sm:ms-auto">
          <span dir="auto">{by}</span>, <Time value={askedAt} format="relative" />
        </span>
      </div>
      <p dir="auto" className="wrap-anywhere max-w-prose whitespace-pre-wrap">
        {question}
      </p>
      {answer === null ? (
        <AnswerForm projectId={projectId} userId={userId} inquiry={inquiry} />
      ) : (
        <div className="border-control border-s-2 ps-3">
          <p dir="auto" className="wrap-anywhere max-w-prose whitespace-pre-wrap">
            {answer}
          </p>
          <p className="text-muted text-xs">
            {answeredBy ? <span dir="auto">{answeredBy}, </span> : null}
            {answeredAt ? <Time value={answeredAt} format="relative" /> : null}
          </p>
        </div>
      )}
    </li>
  )
}

function AnswerForm({ projectId, userId, inquiry }: InquiryCardProps) {
  const [text, setText, clear] = useStoredDraft(`answer of ${userId} ${inquiry.id}`)
  const answer = useAnswerInquiry(projectId)
  const isKey = useKeyTest()
  const canSend = text.trim() !== '' && !answer.isPending
  const send = () => answer.mutate({ inquiryId: inquiry.id, answer: text.trim() }, { onSuccess: () => clear(text) })
  return (
    <div className="max-w-prose space-y-2">
      <Field label={`Answer to ${inquiry.by}`}>
        <Textarea
          rows={2}
          maxLength={LONGEST_INQUIRY}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || !canSend || !isKey(SEND, event)) return
            event.preventDefault()
            send()
          }}
        />
      </Field>
      {answer.error ? <Callout tone="danger">{answer.error.message}</Callout> : null}
      <Button size="sm" shortcut={SEND} loading={answer.isPending} disabled={!canSend} onClick={send}>
        Answer and give the task back
      </Button>
    </div>
  )
}
