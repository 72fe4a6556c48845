'use client'
import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { EmptyState } from '@/components/ui/empty-state'
import { ButtonLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Pagination } from '@/components/ui/pagination'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { Submissions } from '@/lib/annotation/annotations/contract'
import { mySubmissionsQuery } from '@/lib/annotation/annotations/hooks'

type SubmissionsViewProps = { projectId: string; before?: string; initialData: Submissions }

/** What one has submitted in a project, to be read again. */
export function SubmissionsView({ projectId, before, initialData }: SubmissionsViewProps) {
  const { data } = useQuery({ ...mySubmissionsQuery(projectId, before), initialData })
  const here = `/projects/${projectId}/submissions`
  return (
    <>
      <PageHeader
        title="Your submissions"
        description="Your own answers, as they were frozen. To change one, ask a reviewer to send it back."
      />
      {data.submissions.length === 0 ? (
        <EmptyState
          icon={<Inbox aria-hidden className="size-6" />}
          title="Nothing submitted yet"
          actions={<ButtonLink href={`/projects/${projectId}`}>Project home</ButtonLink>}
        >
          What you submit is listed here, latest first.
        </EmptyState>
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
