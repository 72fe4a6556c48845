'use client'

import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { Callout } from '@/components/ui/callout'
import { DownloadLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { GuidelineMarkdown } from '@/components/workspace/guidelines/markdown'
import {
  downloadReleaseEndpoint,
  downloadReleaseFileEndpoint,
  type ReleaseDetail,
} from '@/lib/gold/releases/release/contract'
import { releaseQuery } from '@/lib/gold/releases/release/hooks'
import { sizeWords } from '@/lib/gold/releases/release/rules'
import { urlFor } from '@/lib/platform/client/fetch-json'
import { ChangeList } from './change-list'
import { FailedActions } from './failed-actions'
import { PublicLink } from './public-link'
import { ReleaseBody } from './release-body'
import { ReleaseState } from './release-table'
import { VerifyPanel } from './verify-panel'

/** One release: its card, figures, files, and what changed. */
export function ReleaseView({ initial }: { initial: ReleaseDetail }) {
  const { id: projectId } = initial.project
  const { data: release = initial } = useQuery(releaseQuery(projectId, initial.number, initial))
  const router = useRouter()
  const { number, state, abilities } = release
  const params = { projectId, number }
  return (
    <>
      <PageHeader
        eyebrow={<Link href={`/projects/${projectId}/releases`}>Releases</Link>}
        title={`Release ${number}`}
        actions={
          state === 'ready' ? (
            <DownloadLink
              variant="primary"
              href={urlFor(downloadReleaseEndpoint, { params })}
              icon={<Download aria-hidden className="size-4" />}
            >
              Download all ({sizeWords(release.bytes)})
            </DownloadLink>
          ) : undefined
        }
      />
      {state !== 'ready' || !release.manifest || release.readme === null ? (
        <div className="max-w-xl space-y-3">
          <ReleaseState release={release} />
          {release.error ? (
            <Callout tone="danger" title="It was not built">
              {release.error}
            </Callout>
          ) : (
            <p className="text-muted text-sm">You can leave this page; it goes on.</p>
          )}
          {abilities.remove && state !== 'ready' ? (
            <FailedActions
              {...params}
              state={state}
              onRemoved={() => router.replace(`/projects/${projectId}/releases`)}
            />
          ) : null}
        </div>
      ) : (
        <div className="space-y-6">
          <Panel title="What changed">
            {release.notes ? (
              <div className="mb-4 max-w-prose">
                <GuidelineMarkdown headingLevel={3}>{release.notes}</GuidelineMarkdown>
              </div>
            ) : null}
            <ChangeList counts={release.changes} changes={release.shownChanges} />
          </Panel>
          <ReleaseBody
            manifest={release.manifest}
            readme={release.readme}
            fileList={release.fileList}
            digest={release.digest ?? ''}
            hrefOf={(path) => urlFor(downloadReleaseFileEndpoint, { params, query: { path } })}
          />
          {abilities.link ? <PublicLink {...params} linkMadeAt={release.linkMadeAt} /> : null}
          {abilities.verify ? <VerifyPanel {...params} /> : null}
        </div>
      )}
    </>
  )
}
