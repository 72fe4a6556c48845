'use client'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { SecondsLeft } from '@/components/annotation/workbench/take-back-note'
import { benchPath } from '@/components/annotation/workbench/use-task-place'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { EmptyState } from '@/components/ui/empty-state'
import { Inbox } from '@/components/ui/icons'
import { ButtonLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Pagination } from '@/components/ui/pagination'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { Lesson, Outcome, Outcomes, OutcomesQuery } from '@/lib/adjudication/outcomes/contract'
import { useOutcomes } from '@/lib/adjudication/outcomes/hooks'
import type { Submissions } from '@/lib/annotation/annotations/contract'
import { mySubmissionsQuery } from '@/lib/annotation/annotations/hooks'
import { useHeldIn, useTakeBack } from '@/lib/annotation/annotations/submission/hooks'
import { counted } from '@/lib/text/counted'

type SubmissionsViewProps = {
  projectId: string
  userId: string
  query: OutcomesQuery
  initialData: { held: Submissions; outcomes: Outcomes }
}

/** What one has submitted in a project, and what became of it. */
export function SubmissionsView({ projectId, userId, query, initialData }: SubmissionsViewProps) {
  const { before, only } = query
  const { data: held } = useQuery({ ...mySubmissionsQuery(projectId), initialData: initialData.held })
  const { data } = useOutcomes(projectId, query, { initialData: initialData.outcomes, held: held.held.length })
  const here = `/projects/${projectId}/submissions`
  const filtered = only ? `${here}?only=${only}` : here
  return (
    <>
      <PageHeader
        title="My submissions"
        description="Your own answers, as they were frozen, and what became of them. To change one, ask a reviewer to send it back."
      />
      {before ? null : <HeldSubmissions projectId={projectId} userId={userId} data={held} />}
      <Lessons lessons={data.lessons} />
      <nav aria-label="Which submissions" className="mb-3 flex flex-wrap gap-2">
        <ButtonLink
          size="sm"
          href={here}
          aria-current={only ? undefined : 'page'}
          variant={only ? 'ghost' : 'secondary'}
        >
          All
        </ButtonLink>
        <ButtonLink
          size="sm"
          href={`${here}?only=overruled`}
          aria-current={only ? 'page' : undefined}
          variant={only ? 'secondary' : 'ghost'}
        >
          Overruled
        </ButtonLink>
      </nav>
      {data.awaited > 0 ? (
        <p role="status" className="mb-3 text-muted text-sm">
          {counted(data.awaited, 'earlier submission')} still being compared with the gold.
        </p>
      ) : null}
      {data.submissions.length === 0 ? (
        <Nothing projectId={projectId} isFiltered={only !== undefined} isHeld={held.held.length > 0} />
      ) : (
        <>
          <Table stacked caption="My submissions, latest first">
            <thead>
              <tr>
                <Th numeric>Item</Th>
                <Th>Title</Th>
                <Th>Stage</Th>
                <Th numeric>Round</Th>
                <Th>Submitted</Th>
                <Th>Outcome</Th>
              </tr>
            </thead>
            <tbody>
              {data.submissions.map((row) => {
                const outcomePath = `/projects/${projectId}/tasks/${row.taskId}/consolidate`
                // Once it is settled the page of the outcome shows the own answers beside what stands.
                const path = row.outcome.kind === 'settled' ? outcomePath : benchPath(projectId, row.taskId)
                return (
                  <Tr key={`${row.taskId}-${row.round}`}>
                    <Td numeric label="Item">
                      {row.position}
                    </Td>
                    <Th scope="row" className="font-normal">
                      <Link href={path} dir="auto">
                        {row.title}
                      </Link>
                    </Th>
                    <Td label="Stage">{row.stage}</Td>
                    <Td numeric label="Round">
                      {row.round}
                    </Td>
                    <Td label="Submitted">
                      <Time value={row.submittedAt} />
                    </Td>
                    <Td label="Outcome">
                      <div>
                        <OutcomeCell outcome={row.outcome} href={outcomePath} title={row.title} />
                      </div>
                    </Td>
                  </Tr>
                )
              })}
            </tbody>
          </Table>
          <Pagination
            label="Pages of submissions"
            summary={before ? 'Earlier submissions' : 'Latest submissions'}
            previous={before ? filtered : null}
            next={data.next ? `${filtered}${only ? '&' : '?'}before=${data.next}` : null}
            className="mt-4"
          />
        </>
      )}
    </>
  )
}

type NothingProps = { projectId: string; isFiltered: boolean; isHeld: boolean }

function Nothing({ projectId, isFiltered, isHeld }: NothingProps) {
  if (isFiltered)
    return (
      <EmptyState icon={<Inbox aria-hidden className="size-6" />} title="Nothing was overruled">
        Every answer of yours that has been settled stands.
      </EmptyState>
    )
  if (isHeld) return null
  return (
    <EmptyState
      icon={<Inbox aria-hidden className="size-6" />}
      title="Nothing submitted yet"
      actions={<ButtonLink href={`/projects/${projectId}`}>Project home</ButtonLink>}
    >
      What you submit is listed here, latest first, with what became of it.
    </EmptyState>
  )
}

/** What was changed in the same way again and again. */
function Lessons({ lessons }: { lessons: readonly Lesson[] }) {
  if (lessons.length === 0) return null
  return (
    <Panel title="What to look at again" className="mb-6">
      <ul className="list-disc space-y-1 ps-5 text-sm">
        {lessons.map(({ stage, question, own, gold, count }) => (
          <li key={`${stage} ${question} ${own} ${gold}`}>
            {`${question} (${stage}): you said “${own}” ${count} times where “${gold}” stands now.`}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const UNSETTLED: Record<Exclude<Outcome['kind'], 'settled'>, string> = {
  waiting: 'Not settled yet',
  counted: 'Counted as a vote',
  asked_again: 'Asked again in a later round',
}

function OutcomeCell({ outcome, href, title }: { outcome: Outcome; href: string; title: string }) {
  if (outcome.kind !== 'settled') return <span className="text-muted">{UNSETTLED[outcome.kind]}</span>
  const { stood, overruled } = outcome
  const words = outcomeWords(stood, overruled.length)
  return (
    <>
      <Link href={href} aria-label={`${words}: what stands of ${title}`}>
        {words}
      </Link>
      {overruled.length > 0 ? <p className="text-muted text-xs">{changesInWords(overruled)}</p> : null}
    </>
  )
}

function outcomeWords(stood: number, overruled: number): string {
  const all = stood + overruled
  if (all === 0) return 'Settled'
  if (overruled > 0) return `${overruled} of ${counted(all, 'answer')} overruled`
  return all === 1 ? 'Your answer stands' : `All ${all} answers stand`
}

/** More are behind the link. */
const MOST_NAMED = 3

function changesInWords(overruled: Extract<Outcome, { kind: 'settled' }>['overruled']): string {
  const listedChanges = overruled
    .slice(0, MOST_NAMED)
    .map(({ question, own, gold }) => (own !== null && gold !== null ? `${question}: ${own} → ${gold}` : question))
  const rest = overruled.length - listedChanges.length
  return [...listedChanges, ...(rest > 0 ? [`${rest} more`] : [])].join('; ')
}

type HeldSubmissionsProps = { projectId: string; userId: string; data: Submissions }

/** What was submitted a moment ago, until it is frozen. */
function HeldSubmissions({ projectId, userId, data }: HeldSubmissionsProps) {
  const standing = useHeldIn(projectId, userId, data)
  const act = useTakeBack(userId)
  const router = useRouter()
  if (standing.length === 0) return null
  return (
    <Callout title="Can still be taken back" className="mb-6">
      <ul className="mt-1 space-y-2">
        {standing.map((heldSubmission) => (
          <li key={heldSubmission.annotationId} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0">
              {heldSubmission.position}. <bdi>{heldSubmission.title}</bdi> ·{' '}
              <SecondsLeft endsAt={heldSubmission.endsAt} />
            </span>
            <Button
              size="sm"
              aria-label={`Take back ${heldSubmission.position}. ${heldSubmission.title}`}
              loading={act.isPending}
              onClick={() =>
                act.mutate(heldSubmission, {
                  onSuccess: () => router.push(benchPath(projectId, heldSubmission.taskId)),
                })
              }
            >
              Take back
            </Button>
          </li>
        ))}
      </ul>
      {act.error ? <p className="mt-1 text-negative-text">{act.error.message}</p> : null}
    </Callout>
  )
}
