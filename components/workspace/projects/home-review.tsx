import { ButtonLink, Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { itemsHref } from '@/lib/workspace/items/rules'
import type { ProjectHome } from '@/lib/workspace/projects/contract'

type HomeReviewProps = {
  projectId: string
  review: NonNullable<ProjectHome['review']>
  stale: number
  /** Something else comes first on this page, and has its filled button. */
  isSecond?: boolean
}

const tasks = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'task' : 'tasks'}`

/** “2 tasks to settle and 1 to approve wait for you”: nothing is said of what there is none of. */
function waitingWords({ toSettle, toApprove }: HomeReviewProps['review']): string {
  const parts = [
    { count: toSettle, act: 'to settle' },
    { count: toApprove, act: 'to approve' },
  ].filter(({ count }) => count > 0)
  const words = parts.map(({ count, act }) => `${tasks(count)} ${act}`).join(' and ')
  return `${words} ${toSettle + toApprove === 1 ? 'waits' : 'wait'} for you.`
}

/** What waits for a reviewer: never items they annotated, nor their own settling. */
export function HomeReview({ projectId, review, stale, isSecond = false }: HomeReviewProps) {
  const { toSettle, toApprove } = review
  const waits = toSettle + toApprove > 0
  return (
    <Panel
      title="Review"
      actions={
        waits ? (
          <ButtonLink href={`/projects/${projectId}/review`} variant={isSecond ? 'secondary' : 'primary'}>
            Open the review queue
          </ButtonLink>
        ) : undefined
      }
    >
      <p className="text-sm">{waits ? waitingWords(review) : 'Nothing waits for your review.'}</p>
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
