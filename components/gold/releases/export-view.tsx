import { Callout } from '@/components/ui/callout'
import { EmptyState } from '@/components/ui/empty-state'
import { Download } from '@/components/ui/icons'
import { DownloadLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import {
  downloadExportEndpoint,
  type ExportList,
  type ExportOffer,
  type LabelChoice,
  nativeSchemaEndpoint,
} from '@/lib/gold/releases/contract'
import { UNSEEN_MEANS } from '@/lib/gold/releases/rules'
import { urlFor } from '@/lib/platform/client/fetch-json'

/** Every file that can be downloaded from a project, and how much it would hold now. */
export function ExportView({ projectId, data }: { projectId: string; data: ExportList }) {
  const anything = data.exports.some((offer) => offer.from.count > 0)
  return (
    <>
      <PageHeader
        title="Export"
        description="Files are written while you download them, in the order of the items. Downloading shows you the answers in them, so you can no longer be assigned to those tasks."
      />
      <div className="space-y-4">
        <LabelChoiceBar projectId={projectId} labels={data.labels} />
        {anything || data.labels === 'unseen' ? null : (
          <EmptyState title="There is nothing to download yet">
            Gold appears here when the first item is consolidated and approved, annotations when all annotators of a
            task have submitted.
          </EmptyState>
        )}
        {data.unsettled > 0 ? <Unsettled projectId={projectId} count={data.unsettled} /> : null}
        {data.exports.map((offer) => (
          <Offer key={offer.key} projectId={projectId} offer={offer} labels={data.labels} />
        ))}
        <p className="text-muted text-sm">
          The native format is described by a{' '}
          <a href={nativeSchemaEndpoint.path} className="text-accent-text underline">
            JSON Schema
          </a>
          . From a terminal: <code>npm run -s assay -- export {projectId} native -o gold.jsonl</code>, with{' '}
          <code>ASSAY_URL</code> set to the address of this page’s server and <code>ASSAY_TOKEN</code> to a personal
          token.
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

/** Everything, or only what no machine had a say in. */
function LabelChoiceBar({ projectId, labels }: { projectId: string; labels: LabelChoice }) {
  const unseen = labels === 'unseen'
  const page = `/projects/${projectId}/export`
  return (
    <Callout
      tone="info"
      title={
        unseen ? 'Only labels made without seeing a suggestion' : 'All labels, with or without suggestions in sight'
      }
    >
      {unseen
        ? 'A label counts as made without seeing a suggestion when its annotator had been given none for that question when they last wrote it, in this round or an earlier one. Each export below says what that leaves in. '
        : 'To evaluate a model against what people said before they saw its suggestions, download only those labels. '}
      <Link href={unseen ? page : `${page}?labels=unseen`}>
        {unseen ? 'Show all labels' : 'Only labels made without seeing a suggestion'}
      </Link>
    </Callout>
  )
}

const some = (count: number, word: string): string => `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`

/** How many rows the file holds; of what, where that is another number. */
function howMuch({ rows, count, from }: ExportOffer): string {
  const source = some(from.count, from.what)
  if (rows === from.what) return source
  return count === null ? `${rows}s from ${source}` : `${some(count, rows)} from ${source}`
}

function Offer({ projectId, offer, labels }: { projectId: string; offer: ExportOffer; labels: LabelChoice }) {
  return (
    <Panel
      title={offer.title}
      description={offer.description}
      actions={
        <DownloadLink
          href={urlFor(downloadExportEndpoint, {
            params: { projectId, format: offer.key },
            query: { labels: labels === 'unseen' ? labels : undefined },
          })}
          aria-label={`Download ${offer.title}`}
          icon={<Download aria-hidden className="size-4" />}
        >
          Download
        </DownloadLink>
      }
    >
      {labels === 'unseen' ? <p className="mb-2 text-sm">{UNSEEN_MEANS[offer.rows]}</p> : null}
      <p className="text-sm tabular-nums">
        {howMuch(offer)} · <span className="font-mono text-muted">{offer.fileName}</span>
      </p>
    </Panel>
  )
}
