'use client'
import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { EmptyState } from '@/components/ui/empty-state'
import { ButtonLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Pagination } from '@/components/ui/pagination'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { Submissions } from '@/lib/annotation/annotations/contract'
import { mySubmissionsQuery } from '@/lib/annotation/annotations/hooks'
import { useHeldIn, useTakeBack } from '@/lib/annotation/annotations/submission/hooks'
import { SecondsLeft } from './take-back-note'
import { benchPath } from './use-task-place'

type SubmissionsViewProps = { projectId: string; userId: string; before?: string; initialData: Submissions }

/** What one has submitted in a project, to be read again. */
export function SubmissionsView({ projectId, userId, before, initialData }: SubmissionsViewProps) {
  const { data } = useQuery({ ...mySubmissionsQuery(projectId, before), initialData })
  const here = `/projects/${projectId}/submissions`
  return (
    <>
      <PageHeader
        title="Your submissions"
        description="Your own answers, as they were frozen. To change one, ask a reviewer to send it back."
      />
      {before ? null : <HeldSubmissions projectId={projectId} userId={userId} data={data} />}
      {data.submissions.length === 0 ? (
        data.held.length > 0 ? null : (
          <EmptyState
            icon={<Inbox aria-hidden className="size-6" />}
            title="Nothing submitted yet"
            actions={<ButtonLink href={`/projects/${projectId}`}>Project home</ButtonLink>}
          >
            What you submit is listed here, latest first.
          </EmptyState>
        )
      ) : (
        <>
          <Table caption="Your submissions, latest first">
            <thead>
              <tr>
                <Th numeric>Item</Th>
                <Th>Title</Th>
                <Th numeric>Round</Th>
                <Th>Submitted</Th>
              </tr>
            </thead>
            <tbody>
              {data.submissions.map((row) => (
                <Tr key={`${row.taskId}-${row.round}`}>
                  <Td numeric>{row.position}</Td>
                  <Td>
                    <Link href={`/projects/${projectId}/tasks/${row.taskId}/annotate`} dir="auto">
                      {row.title}
                    </Link>
                  </Td>
                  <Td numeric>{row.round}</Td>
                  <Td>
                    <Time value={row.submittedAt} />
                  </Td>
                </Tr>
              ))}
            </tbody>
          </Table>
          <Pagination
            label="Pages of submissions"
            summary={before ? 'Earlier submissions' : 'Latest submissions'}
            previous={before ? here : null}
            next={data.next ? `${here}?before=${data.next}` : null}
            className="mt-4"
          />
        </>
      )}
    </>
  )
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
        {standing.map((held) => (
          <li key={held.annotationId} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0">
              {held.position}. <bdi>{held.title}</bdi> · <SecondsLeft endsAt={held.endsAt} />
            </span>
            <Button
              size="sm"
              aria-label={`Take back ${held.position}. ${held.title}`}
              loading={act.isPending}
              onClick={() => act.mutate(held, { onSuccess: () => router.push(benchPath(projectId, held.taskId)) })}
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
