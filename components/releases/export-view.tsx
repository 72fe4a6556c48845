import { Download } from 'lucide-react'
import { Callout } from '@/components/ui/callout'
import { EmptyState } from '@/components/ui/empty-state'
import { DownloadLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { urlFor } from '@/lib/client/fetch-json'
import {
  downloadExportEndpoint,
  type ExportList,
  type ExportOffer,
  nativeSchemaEndpoint,
} from '@/lib/releases/contract'

/** Every file that can be downloaded from a project, and how much it would hold now. */
export function ExportView({ projectId, data }: { projectId: string; data: ExportList }) {
  const anything = data.exports.some((offer) => offer.count > 0)
  return (
    <>
      <PageHeader
        title="Export"
        description="Files are written while you download them, in the order of the items. Downloading shows you the answers in them, so you can no longer be assigned to those tasks."
      />
      <div className="space-y-4">
        {anything ? null : (
          <EmptyState title="There is nothing to download yet">
            Gold appears here when the first item is consolidated and approved, annotations when all annotators of a
            task have submitted.
          </EmptyState>
        )}
        {data.unsettled > 0 ? <Unsettled projectId={projectId} count={data.unsettled} /> : null}
        {data.exports.map((offer) => (
          <Offer key={offer.key} projectId={projectId} offer={offer} />
        ))}
        <p className="text-muted text-sm">
          The native format is described by a{' '}
          <a href={nativeSchemaEndpoint.path} className="text-accent-text underline">
            JSON Schema
          </a>
          . From a terminal: <code>npm run assay -- export {projectId} native</code>
        </p>
      </div>
    </>
  )
}

/** Labels that keep a release from being made. */
function Unsettled({ projectId, count }: { projectId: string; count: number }) {
  return (
    <Callout
      tone="warning"
      title={
        count === 1
          ? 'The label of 1 gold item contradicts itself'
          : `The labels of ${count.toLocaleString('en')} gold items contradict themselves`
      }
    >
      The gold below can be downloaded all the same, but a release needs them settled.{' '}
      <Link href={`/projects/${projectId}/checks`}>Settle them under Checks</Link>
    </Callout>
  )
}

function Offer({ projectId, offer }: { projectId: string; offer: ExportOffer }) {
  const made = offer.rows === 'item' ? ['item', 'items'] : ['annotation', 'annotations']
  return (
    <Panel
      title={offer.title}
      description={offer.description}
      actions={
        <DownloadLink
          href={urlFor(downloadExportEndpoint, { params: { projectId, format: offer.key } })}
          aria-label={`Download ${offer.title}`}
          icon={<Download aria-hidden className="size-4" />}
        >
          Download
        </DownloadLink>
      }
    >
      <p className="text-sm tabular-nums">
        {offer.count} {made[offer.count === 1 ? 0 : 1]} · <span className="font-mono text-muted">{offer.fileName}</span>
      </p>
    </Panel>
  )
}
