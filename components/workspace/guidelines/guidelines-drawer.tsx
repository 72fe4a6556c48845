'use client'

import { useQuery } from '@tanstack/react-query'
import { Drawer } from '@/components/ui/drawer'
import { ErrorState } from '@/components/ui/error-state'
import { Link } from '@/components/ui/link'
import { SkeletonText } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { guidelineQuery } from '@/lib/workspace/guidelines/hooks'
import { GuidelineText } from './guideline-text'

type GuidelinesDrawerProps = {
  projectId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The guidelines in force, beside the work: the page stays usable, by mouse and by shortcut. */
export function GuidelinesDrawer({ projectId, open, onOpenChange }: GuidelinesDrawerProps) {
  const { data, error, refetch } = useQuery({ ...guidelineQuery(projectId, 'latest'), enabled: open })
  return (
    <Drawer
      title="Guidelines"
      modal={false}
      open={open}
      onOpenChange={onOpenChange}
      description={
        data ? (
          <>
            Version {data.version}, <Time value={data.createdAt} format="date" />
          </>
        ) : undefined
      }
      footer={<Link href={`/projects/${projectId}/guidelines`}>All versions</Link>}
    >
      {data ? (
        <GuidelineText headingLevel={3} body={data.body} />
      ) : error ? (
        <ErrorState title="The guidelines could not be loaded" onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      ) : (
        <SkeletonText lines={8} label="Loading the guidelines" />
      )}
    </Drawer>
  )
}
