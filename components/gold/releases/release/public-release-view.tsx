import { Logo } from '@/components/shell/logo'
import { Download } from '@/components/ui/icons'
import { DownloadLink } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import {
  downloadPublicFileEndpoint,
  downloadPublicReleaseEndpoint,
  type PublicRelease,
} from '@/lib/gold/releases/release/public/contract'
import { changeWords, sizeWords } from '@/lib/gold/releases/release/rules'
import { urlFor } from '@/lib/platform/client/fetch-json'
import { ReleaseBody } from './release-body'
import { SubmitPanel } from './submit-panel'
import { WithdrawnItems, WithdrawnRelease } from './withdrawn-parts'

/** A release for anybody with its link: to read and to download, nothing else. */
export function PublicReleaseView({ secret, release }: { secret: string; release: PublicRelease }) {
  const { name, number, bytes, manifest } = release
  return (
    <main id="main" className="mx-auto w-full max-w-4xl px-4 py-8">
      <div className="mb-6">
        <Logo />
      </div>
      <PageHeader
        eyebrow={`Release ${number}`}
        title={name}
        description={manifest ? changeWords(manifest.changes) : undefined}
        actions={
          release.withdrawn ? undefined : (
            <DownloadLink
              variant="primary"
              href={urlFor(downloadPublicReleaseEndpoint, { params: { secret } })}
              icon={<Download aria-hidden className="size-4" />}
            >
              Download all ({sizeWords(bytes)})
            </DownloadLink>
          )
        }
      />
      {release.withdrawn && <WithdrawnRelease withdrawn={release.withdrawn} digest={release.digest} />}
      {manifest && (
        <div className="space-y-6">
          <WithdrawnItems since={release} digest={release.digest} />
          {/* Before the files and the card, which may be long. */}
          <SubmitPanel at={{ secret }} heldOut={manifest.heldOut} manages={false} />
          <ReleaseBody
            manifest={manifest}
            readme={release.readme}
            fileList={release.fileList}
            digest={release.digest}
            hrefOf={(path) => urlFor(downloadPublicFileEndpoint, { params: { secret }, query: { path } })}
          />
        </div>
      )}
    </main>
  )
}
