'use client'

import { useRouter } from 'next/navigation'
import { EmptyState } from '@/components/ui/empty-state'
import { Field } from '@/components/ui/field'
import { Download } from '@/components/ui/icons'
import { DownloadLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import { downloadComparisonEndpoint, type ReleaseComparison } from '@/lib/gold/releases/release/contract'
import { urlFor } from '@/lib/platform/client/fetch-json'
import { ChangeList } from './change-list'

/** What a release holds otherwise than another one of the same project, item by item and value by value. */
export function ComparisonView({ comparison }: { comparison: ReleaseComparison }) {
  const router = useRouter()
  const { project, number, since, others, changes, shownChanges } = comparison
  const at = `/projects/${project.id}/releases/${number}`
  return (
    <>
      <PageHeader
        eyebrow={<Link href={at}>Release {number}</Link>}
        title={since === number ? `Release ${number} compared` : `From release ${since} to release ${number}`}
        actions={
          others.length > 0 ? (
            <DownloadLink
              variant="primary"
              href={urlFor(downloadComparisonEndpoint, {
                params: { projectId: project.id, number },
                query: { since },
              })}
              icon={<Download aria-hidden className="size-4" />}
            >
              Download all changes
            </DownloadLink>
          ) : undefined
        }
      />
      {others.length === 0 ? (
        <EmptyState title="There is no other release">
          Once the project has a second one, this page shows what differs between the two.
        </EmptyState>
      ) : (
        <div className="space-y-6">
          <Field label="Compared with" className="max-w-xs">
            <Select
              options={others.map((other) => ({ value: String(other), label: `Release ${other}` }))}
              value={since === number ? null : String(since)}
              placeholder="Choose…"
              onValueChange={(chosen) => router.push(`${at}/changes?since=${chosen}`)}
            />
          </Field>
          <Panel title="Differences">
            <ChangeList
              counts={changes}
              changes={shownChanges}
              than={`release ${since}`}
              whole="the file of all changes"
            />
          </Panel>
        </div>
      )}
    </>
  )
}
