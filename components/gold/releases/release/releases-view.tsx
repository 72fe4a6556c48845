'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Callout } from '@/components/ui/callout'
import { EmptyState } from '@/components/ui/empty-state'
import { ButtonLink } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import type { ReleaseList } from '@/lib/gold/releases/release/contract'
import { releasesQuery } from '@/lib/gold/releases/release/hooks'
import { BuildPanel } from './build-panel'
import { CardEditor } from './card-editor'
import { ReleaseTable } from './release-table'

/** The releases of a project, and the next one in the making. */
export function ReleasesView({ initial }: { initial: ReleaseList }) {
  const { id: projectId } = initial.project
  const { data = initial, error } = useQuery(releasesQuery(projectId, initial))
  const { releases, card, gold, abilities } = data
  const [text, setText] = useState(card.text)
  const [latest] = releases
  const isFree = latest === undefined || latest.state === 'ready'
  return (
    <>
      <PageHeader
        title="Releases"
        description="Numbered, immutable, the same byte for byte whenever they are made from the same gold."
        actions={<ButtonLink href={`/projects/${projectId}/export`}>Export</ButtonLink>}
      />
      <div className="space-y-6">
        {error ? (
          <Callout tone="danger" title="The list could not be brought up to date">
            {error.message} What you see may be out of date.
          </Callout>
        ) : null}
        {releases.length > 0 ? (
          <ReleaseTable projectId={projectId} releases={releases} canRetry={abilities.build} />
        ) : (
          <EmptyState title="There is no release yet">
            {gold === 0
              ? 'A release is made of gold. Settle the first items, then come back.'
              : abilities.build
                ? 'Fill in the card below, look at the preview, and make the first one.'
                : 'A manager of the project makes the first one.'}
          </EmptyState>
        )}
        {abilities.build && isFree && gold > 0 ? (
          <BuildPanel
            projectId={projectId}
            next={(latest?.number ?? 0) + 1}
            card={text}
            saved={card.revision > 0 && JSON.stringify(text) === JSON.stringify(card.text)}
          />
        ) : null}
        {abilities.build ? (
          <CardEditor projectId={projectId} card={card} disabled={data.project.archived} onChange={setText} />
        ) : null}
      </div>
    </>
  )
}
