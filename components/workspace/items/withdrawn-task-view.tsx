import { ButtonLink } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import type { Withdrawn } from '@/lib/workspace/items/withdrawn/contract'
import { WithdrawnNote } from './withdrawn-note'

interface WithdrawnTaskViewProps {
  projectId: string
  itemId: string
  withdrawn: Withdrawn
  /** May the reader open the page of the item? */
  mayOpenItem: boolean
}

/** What stands in the place of a task whose item was withdrawn, also for somebody whose link is older. */
export function WithdrawnTaskView({ projectId, itemId, withdrawn, mayOpenItem }: WithdrawnTaskViewProps) {
  const project = `/projects/${projectId}`
  return (
    <div className="mx-auto w-full max-w-page px-4 py-6 sm:px-6 lg:py-8">
      <PageHeader title="Withdrawn item" />
      <div className="space-y-6">
        <WithdrawnNote what="item" withdrawn={withdrawn} />
        <p className="max-w-prose text-sm">
          Its text was taken out for good, with all that was written about it. There is nothing left to do here; what
          you wrote about other items is untouched.
        </p>
        {mayOpenItem ? (
          <ButtonLink href={`${project}/items/${itemId}`}>Open the item</ButtonLink>
        ) : (
          <ButtonLink href={project}>Go to the project</ButtonLink>
        )}
      </div>
    </div>
  )
}
