'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { PushPanel } from '@/components/gold/releases/push/push-panel'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { CopyButton } from '@/components/ui/copy-button'
import { Download } from '@/components/ui/icons'
import { DownloadLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Time } from '@/components/ui/time'
import { GuidelineMarkdown } from '@/components/workspace/guidelines/markdown'
import {
  downloadReleaseEndpoint,
  downloadReleaseFileEndpoint,
  type ReleaseDetail,
} from '@/lib/gold/releases/release/contract'
import { releaseQuery, useMakeLink, useRevokeLink, useVerifyRelease } from '@/lib/gold/releases/release/hooks'
import { sizeWords } from '@/lib/gold/releases/release/rules'
import { urlFor } from '@/lib/platform/client/fetch-json'
import { ChangeList } from './change-list'
import { FailedActions } from './failed-actions'
import { ReleaseBody } from './release-body'
import { ReleaseState } from './release-table'
import { SubmitPanel } from './submit-panel'
import { WithdrawnItems, WithdrawnRelease } from './withdrawn-parts'

interface PublicLinkProps {
  isWithdrawn?: boolean
  projectId: string
  number: number
  linkMadeAt: string | null
}

/** The page that anybody with the link can read, without an account. */
function PublicLink({ projectId, number, linkMadeAt, isWithdrawn = false }: PublicLinkProps) {
  const make = useMakeLink({ projectId, number })
  const revoke = useRevokeLink({ projectId, number })
  const newLink = linkMadeAt !== null ? make.data : undefined
  const address = newLink ? new URL(newLink.path, window.location.origin).href : null
  return (
    <Panel
      title="Public page"
      description={
        isWithdrawn
          ? 'Tells anybody with the secret link that the release was withdrawn, and why.'
          : 'Card, figures and files for anybody with a secret link, to read and download: also the ratings, by aliases, of finished tasks that were still being settled. Search engines are told to stay away.'
      }
    >
      <div className="space-y-3 text-sm">
        <p>
          {linkMadeAt ? (
            <>
              Open since <Time value={linkMadeAt} />.
            </>
          ) : (
            'Closed.'
          )}
        </p>
        {address ? (
          <Callout tone="success" live title="Copy the link now: it is shown only once">
            <span className="flex items-center gap-2">
              <code className="min-w-0 break-all">{address}</code>
              <CopyButton value={address} what="link" />
            </span>
          </Callout>
        ) : null}
        <div className="flex flex-wrap gap-2">
          {linkMadeAt ? (
            <>
              <AlertDialog
                title="Make a new link?"
                description="The current link stops working at once."
                confirmLabel="Make a new link"
                tone="primary"
                onConfirm={() => make.mutateAsync()}
                trigger={<Button>Make a new link</Button>}
              />
              <AlertDialog
                title="Close the public page?"
                description="The link stops working at once. What was downloaded stays where it is."
                confirmLabel="Close it"
                cancelLabel="Leave it open"
                onConfirm={async () => {
                  await revoke.mutateAsync()
                  make.reset()
                }}
                trigger={<Button>Close the page</Button>}
              />
            </>
          ) : (
            <Button loading={make.isPending} onClick={() => make.mutate()}>
              Make a link
            </Button>
          )}
        </div>
        {make.error ? <Callout tone="danger">{make.error.message}</Callout> : null}
      </div>
    </Panel>
  )
}

/** Makes the release again from today’s state and compares every byte. */
function VerifyPanel({ projectId, number }: { projectId: string; number: number }) {
  const verify = useVerifyRelease({ projectId, number })
  const differing = verify.data?.files.filter(({ state }) => state !== 'identical') ?? []
  const earlier = differing.filter(({ state }) => state === 'of an earlier layout')
  const remade = differing.filter(({ state }) => state === 'made again after a withdrawal')
  return (
    <Panel
      title="Verify"
      description="Builds the files again from the project as it is now, without keeping them, and compares every byte."
      actions={
        <Button loading={verify.isPending} onClick={() => verify.mutate()}>
          Verify now
        </Button>
      }
    >
      {verify.error ? (
        <Callout tone="danger" title="It could not be verified">
          {verify.error.message}
        </Callout>
      ) : verify.data?.identical ? (
        <Callout tone="success" live title="Identical">
          {earlier.length === 0
            ? 'Made from today’s state, every file is the same byte for byte.'
            : `Made from today’s state, every file that is still made in the same way is the same byte for byte. The release has an earlier layout (${verify.data.layout.release}; now ${verify.data.layout.now}), which writes these files in another way: ${earlier.map(({ path }) => path).join(', ')}. To see whether those are unchanged, compare them with SHA256SUMS.`}
          {remade.length === 0
            ? null
            : ' Files that were made again after a withdrawal are compared by SHA256SUMS alone.'}
        </Callout>
      ) : verify.data ? (
        <Callout tone="info" live title="The project has changed since">
          <p>The release itself is untouched. These files would differ now:</p>
          <ul className="list-disc ps-5">
            {differing.map(({ path, state }) => (
              <li key={path}>
                <code className="break-all">{path}</code>
                {state === 'differs' ? '' : `, ${state}`}
              </li>
            ))}
          </ul>
        </Callout>
      ) : (
        <p className="text-muted text-sm">Not verified since this page was opened.</p>
      )}
    </Panel>
  )
}

/** A release that is being built, or could not be. */
function UnfinishedRelease({ projectId, release }: { projectId: string; release: ReleaseDetail }) {
  const router = useRouter()
  return (
    <div className="max-w-xl space-y-3">
      <ReleaseState release={release} />
      {release.error ? (
        <Callout tone="danger" title="It was not built">
          {release.error}
        </Callout>
      ) : (
        <p className="text-muted text-sm">You can leave this page; it goes on.</p>
      )}
      {release.abilities.remove && release.state !== 'ready' ? (
        <FailedActions
          projectId={projectId}
          number={release.number}
          state={release.state}
          onRemoved={() => router.replace(`/projects/${projectId}/releases`)}
        />
      ) : null}
    </div>
  )
}

/** One release: its card, figures, files, and what changed. */
export function ReleaseView({ initial }: { initial: ReleaseDetail }) {
  const { id: projectId } = initial.project
  const { data: release = initial } = useQuery(releaseQuery(projectId, initial.number, initial))
  const { number, state, abilities } = release
  const params = { projectId, number }
  return (
    <>
      <PageHeader
        eyebrow={<Link href={`/projects/${projectId}/releases`}>Releases</Link>}
        title={`Release ${number}`}
        actions={
          state === 'ready' && !release.withdrawn ? (
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
      {release.withdrawn ? (
        <div className="space-y-6">
          <WithdrawnRelease withdrawn={release.withdrawn} digest={release.digest} />
          <PushPanel {...params} />
          {abilities.link ? <PublicLink {...params} isWithdrawn linkMadeAt={release.linkMadeAt} /> : null}
        </div>
      ) : state !== 'ready' || !release.manifest || release.readme === null ? (
        <UnfinishedRelease projectId={projectId} release={release} />
      ) : (
        <div className="space-y-6">
          <WithdrawnItems since={release} digest={release.digest ?? ''} />
          <Panel
            title="What changed"
            actions={
              <Link href={`/projects/${projectId}/releases/${number}/changes`}>Compare with another release</Link>
            }
          >
            {release.notes ? (
              <div className="mb-4 max-w-prose">
                <GuidelineMarkdown headingLevel={3}>{release.notes}</GuidelineMarkdown>
              </div>
            ) : null}
            <ChangeList counts={release.changes} changes={release.shownChanges} />
          </Panel>
          {/* Before the files and the card, which may be long. */}
          <PushPanel {...params} />
          <SubmitPanel at={params} heldOut={release.manifest.heldOut} manages={abilities.verify} />
          {abilities.link ? <PublicLink {...params} linkMadeAt={release.linkMadeAt} /> : null}
          {abilities.verify ? <VerifyPanel {...params} /> : null}
          <ReleaseBody
            manifest={release.manifest}
            readme={release.readme}
            fileList={release.fileList}
            digest={release.digest ?? ''}
            hrefOf={(path) => urlFor(downloadReleaseFileEndpoint, { params, query: { path } })}
          />
        </div>
      )}
    </>
  )
}
