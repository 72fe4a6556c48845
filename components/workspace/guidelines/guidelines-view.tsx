'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { PenLine } from '@/components/ui/icons'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { SkeletonText } from '@/components/ui/skeleton'
import { Tabs } from '@/components/ui/tabs'
import { Time } from '@/components/ui/time'
import type { Guideline, GuidelineVersion } from '@/lib/workspace/guidelines/contract'
import { guidelineQuery, guidelineVersionsQuery } from '@/lib/workspace/guidelines/hooks'
import { GuidelineText } from './guideline-text'
import { GuidelinesDifference } from './guidelines-difference'
import { GuidelinesEditor } from './guidelines-editor'
import { TouchedItems } from './touched-items'

/** What a version changed in the one before it. */
function GuidelinesDiff({ projectId, guideline }: { projectId: string; guideline: Guideline }) {
  const before = useQuery(guidelineQuery(projectId, String(guideline.version - 1)))
  if (before.error)
    return (
      <ErrorState title="The earlier version could not be loaded" onRetry={() => void before.refetch()}>
        {before.error.message}
      </ErrorState>
    )
  if (!before.data) return <SkeletonText lines={8} label="Loading the earlier version" />
  return <GuidelinesDifference before={before.data.body} after={guideline.body} />
}

type GuidelinesViewProps = {
  userId: string
  projectId: string
  canEdit: boolean
  /** `latest`, or a number. */
  version: string
  initialGuideline: Guideline
  initialVersions: GuidelineVersion[]
}

/** The guidelines: one version to read, what it changed, all versions, and for managers the next one. */
export function GuidelinesView(props: GuidelinesViewProps) {
  const { userId, projectId, canEdit, version, initialGuideline, initialVersions } = props
  const { data: guideline } = useQuery({ ...guidelineQuery(projectId, version), initialData: initialGuideline })
  const { data } = useQuery({ ...guidelineVersionsQuery(projectId), initialData: { versions: initialVersions } })
  const [editing, setEditing] = useState(false)
  if (editing)
    return (
      <GuidelinesEditor userId={userId} projectId={projectId} guideline={guideline} onDone={() => setEditing(false)} />
    )
  const tabs = [
    { value: 'text', label: 'Text', content: <GuidelineText body={guideline.body} /> },
    {
      value: 'changes',
      label: 'What this version changed',
      content: <GuidelinesDiff projectId={projectId} guideline={guideline} />,
    },
  ]
  return (
    <>
      <PageHeader
        title="Guidelines"
        description={
          <>
            Version {guideline.version}
            {guideline.latest ? ', in force' : ', no longer in force'}; published{' '}
            <Time value={guideline.createdAt} format="date" />
          </>
        }
        actions={
          canEdit && guideline.latest ? (
            <Button onClick={() => setEditing(true)} icon={<PenLine aria-hidden className="size-4" />}>
              Write a new version
            </Button>
          ) : undefined
        }
      />
      {canEdit && guideline.latest ? <TouchedItems projectId={projectId} /> : null}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <Panel>{guideline.version > 1 ? <Tabs label="Guidelines" items={tabs} /> : tabs[0]?.content}</Panel>
        <Panel title="Versions">
          <ol className="space-y-3 text-sm">
            {data.versions.map((each) => (
              <VersionLine key={each.version} projectId={projectId} each={each} shown={guideline.version} />
            ))}
          </ol>
        </Panel>
      </div>
    </>
  )
}

type VersionLineProps = { projectId: string; each: GuidelineVersion; shown: number }

function VersionLine({ projectId, each, shown }: VersionLineProps) {
  return (
    <li>
      <Link
        href={`/projects/${projectId}/guidelines?version=${each.version}`}
        aria-current={each.version === shown ? 'page' : undefined}
        className={each.version === shown ? 'font-semibold' : undefined}
      >
        Version {each.version}
      </Link>
      <p dir="auto">{each.note}</p>
      <p className="text-muted text-xs">
        <Time value={each.createdAt} />
        {each.createdBy ? `, ${each.createdBy}` : null}
      </p>
    </li>
  )
}
