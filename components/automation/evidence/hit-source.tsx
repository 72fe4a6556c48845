import { AddressLink, AddressText } from '@/components/ui/address-text'
import { hostOf } from '@/components/ui/web-address'
import type { SearchHit } from '@/lib/automation/evidence/contract'

/** Where a result is from and when it was published. */
export function HitSource({ hit: { url, rank, publishedAt, documentId } }: { hit: SearchHit }) {
  const host = hostOf(url)
  return (
    <p className="flex flex-wrap gap-x-2 text-muted text-xs">
      <span className="min-w-0 max-w-full">
        {host ? (
          <AddressLink href={url} text={host} />
        ) : documentId ? (
          'Document of the project'
        ) : (
          <AddressText>{url}</AddressText>
        )}
      </span>
      <span>Rank {rank}</span>
      {publishedAt ? <span dir="auto">{publishedAt.slice(0, LONGEST_DATE)}</span> : null}
    </p>
  )
}
const LONGEST_DATE = 30
