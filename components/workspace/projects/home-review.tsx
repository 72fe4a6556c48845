import { ButtonLink, Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { itemsHref } from '@/lib/workspace/items/rules'
import type { ProjectHome } from '@/lib/workspace/projects/contract'

type HomeReviewProps = { projectId: string; review: NonNullable<ProjectHome['review']>; stale: number }

const tasks = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'task' : 'tasks'}`

/** What waits for a reviewer: never items they annotated, nor their own settling. */
export function HomeReview({ projectId, review, stale }: HomeReviewProps) {
  const { toSettle, toApprove } = review
  const waits = toSettle + toApprove > 0
  return (
    <Panel
      title="Review"
      actions={
        waits ? (
          <ButtonLink href={`/projects/${projectId}/review`} variant="primary">
            Open the review queue
          </ButtonLink>
        ) : undefined
      }
    >
      <p className="text-sm">
        {waits
          ? `${tasks(toSettle)} to settle and ${tasks(toApprove)} to approve wait for you.`
          : 'Nothing waits for your review.'}
      </p>
      {stale > 0 ? (
        <p className="mt-1.5 text-sm">
          <Link href={itemsHref(projectId, { stale: 'yes' })}>{tasks(stale)}</Link> {stale === 1 ? 'is' : 'are'} stale:
          the gold before {stale === 1 ? 'it' : 'them'} has changed. Say of each whether it still holds, or take the
          changes over.
        </p>
      ) : null}
    </Panel>
  )
}
