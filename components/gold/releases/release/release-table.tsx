'use client'

import { Badge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { ReleaseSummary } from '@/lib/gold/releases/release/contract'
import { changeWords, sizeWords } from '@/lib/gold/releases/release/rules'
import { FailedActions } from './failed-actions'

interface ReleaseTableProps {
  projectId: string
  releases: readonly ReleaseSummary[]
  /** May the reader build once more what failed? */
  canRetry: boolean
}

/** All releases, the newest first. */
export function ReleaseTable({ projectId, releases, canRetry }: ReleaseTableProps) {
  return (
    <Table caption="Releases" stacked>
      <thead>
        <Tr>
          <Th>Release</Th>
          <Th>State</Th>
          <Th numeric>Items</Th>
          <Th numeric>Size</Th>
          <Th>Changes</Th>
          <Th>Made</Th>
        </Tr>
      </thead>
      <tbody>
        {releases.map((release) => (
          <Tr key={release.number}>
            <Th scope="row">
              <Link href={`/projects/${projectId}/releases/${release.number}`}>Release {release.number}</Link>
            </Th>
            <Td label="State" className="min-w-36">
              <ReleaseState release={release} />
              {release.linkMadeAt ? <span className="mt-1 block text-muted text-xs">Has a public page</span> : null}
            </Td>
            <Td label="Items" numeric>
              {release.state === 'ready' ? release.items.toLocaleString('en') : '–'}
            </Td>
            <Td label="Size" numeric className="whitespace-nowrap">
              {release.state === 'ready' ? sizeWords(release.bytes) : '–'}
            </Td>
            <Td label="Changes" className="min-w-48">
              {release.withdrawn?.reason ?? (release.state === 'ready' ? changeWords(release.changes) : release.error)}
              {release.state !== 'ready' && canRetry ? (
                <FailedActions projectId={projectId} number={release.number} state={release.state} />
              ) : null}
            </Td>
            <Td label="Made" className="whitespace-nowrap">
              <Time value={release.builtAt ?? release.createdAt} format="date" />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

export function ReleaseState({ release: { state, number, progress, withdrawn } }: { release: ReleaseSummary }) {
  if (withdrawn) return <Badge tone="negative">Withdrawn</Badge>
  if (state === 'building') return <ProgressBar label={`Building release ${number}`} value={progress} showLabel />
  return state === 'ready' ? <Badge tone="positive">Ready</Badge> : <Badge tone="negative">Failed</Badge>
}
