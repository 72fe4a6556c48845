import { Callout } from '@/components/ui/callout'
import { CopyButton } from '@/components/ui/copy-button'
import { Time } from '@/components/ui/time'
import type { OpenedPage } from '@/lib/automation/evidence/contract'

type Kept = Pick<OpenedPage, 'fetchedAt' | 'sha256' | 'changed' | 'documentId'>

/** When the text was read, and the checksum by which it is known; says so where the page was another before. */
export function SnapshotLine({ page: { fetchedAt, sha256, changed, documentId } }: { page: Kept }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 text-muted text-xs">
        <span>
          {documentId ? 'As imported ' : 'As it was '}
          {fetchedAt ? <Time value={fetchedAt} /> : 'then'}
        </span>
        <span>
          sha-256 <code>{sha256.slice(0, 12)}</code>
        </span>
        <CopyButton value={sha256} what="checksum" size="icon" />
      </p>
      {changed ? (
        <Callout tone="warning">
          The page has changed since it was first kept here. What was quoted before may not stand there any more; both
          texts are kept.
        </Callout>
      ) : null}
    </>
  )
}
