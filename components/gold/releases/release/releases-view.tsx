'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { EmptyState } from '@/components/ui/empty-state'
import { Field } from '@/components/ui/field'
import { ButtonLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { Tabs } from '@/components/ui/tabs'
import { Textarea } from '@/components/ui/textarea'
import { toast } from '@/components/ui/toast'
import { GuidelineMarkdown } from '@/components/workspace/guidelines/markdown'
import type { CardText, Preview, ReleaseList } from '@/lib/gold/releases/release/contract'
import { releasesQuery, usePreviewRelease, useStartRelease } from '@/lib/gold/releases/release/hooks'
import { NO_SPLITS, readDraft } from '@/lib/gold/releases/release/splits/rules'
import { CardEditor } from './card-editor'
import { ChangeList } from './change-list'
import { HeldOutPanel } from './held-out-panel'
import { ReleaseTable } from './release-table'
import { SplitEditor } from './split-editor'

/** What a release made now would hold, change and say. */
function PreviewView({ preview }: { preview: Preview }) {
  const { refusals, readme, files, previous, changes, shownChanges, splits } = preview
  const [, head = '', body = readme ?? ''] = /^---\n([\s\S]*?)\n---\n+([\s\S]*)$/.exec(readme ?? '') ?? []
  return (
    <div className="space-y-4">
      {refusals.length > 0 ? (
        <Callout tone="warning" live title="A release cannot be made yet">
          <ul className="list-disc ps-5">
            {refusals.map((refusal) => (
              <li key={refusal}>{refusal}</li>
            ))}
          </ul>
        </Callout>
      ) : null}
      {readme === null ? null : (
        <Tabs
          label="Preview"
          items={[
            {
              value: 'changes',
              label: previous === null ? 'Changes' : `Changes since release ${previous}`,
              content: <ChangeList counts={changes} changes={shownChanges} />,
            },
            { value: 'splits', label: 'Splits', content: <SplitSizes splits={splits} /> },
            { value: 'files', label: 'Files', content: <Files files={files} /> },
            {
              value: 'card',
              label: 'Card',
              content: (
                <>
                  <pre dir="ltr" className="mb-4 overflow-x-auto rounded-lg border border-line bg-sunken p-3 text-xs">
                    {head}
                  </pre>
                  <GuidelineMarkdown headingLevel={3}>{body}</GuidelineMarkdown>
                </>
              ),
            },
          ]}
        />
      )}
    </div>
  )
}

/** How many items and rows of each table each split has. */
function SplitSizes({ splits }: Pick<Preview, 'splits'>) {
  const rows = [
    { name: 'Items with gold', counts: splits.map(({ items }) => items) },
    ...(splits[0]?.tables ?? []).map(({ table }, index) => ({
      name: `Table “${table}”`,
      counts: splits.map(({ tables }) => tables[index]?.rows ?? 0),
    })),
  ]
  return (
    <Table caption="Rows of each split">
      <thead>
        <Tr>
          <Th>What</Th>
          {splits.map(({ name }) => (
            <Th key={name} numeric>
              {name}
            </Th>
          ))}
        </Tr>
      </thead>
      <tbody>
        {rows.map(({ name, counts }) => (
          <Tr key={name}>
            <Th scope="row">{name}</Th>
            {splits.map((split, index) => (
              <Td key={split.name} numeric>
                {counts[index]?.toLocaleString('en')}
              </Td>
            ))}
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

function Files({ files }: Pick<Preview, 'files'>) {
  return (
    <Table caption="Files of the release">
      <thead>
        <Tr>
          <Th>File</Th>
          <Th>What it is</Th>
          <Th numeric>Rows</Th>
        </Tr>
      </thead>
      <tbody>
        {files.map(({ path, what, rows }) => (
          <Tr key={path}>
            <Th scope="row" className="break-all font-mono text-xs">
              {path}
            </Th>
            <Td>{what}</Td>
            <Td numeric>{rows?.toLocaleString('en') ?? '–'}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

interface BuildPanelProps {
  projectId: string
  /** The number that the next release has. */
  next: number
  /** The card as it stands in the editor. */
  card: CardText
  cardState: CardState
  /** The evaluations that a split can be held out for. */
  heldOutTasks: ReleaseList['heldOut']['tasks']
}

/** `new`: nobody has saved it yet; `changed`: the editor holds something else than what is saved. */
type CardState = 'new' | 'changed' | 'saved'

const UNSAVED: Record<Exclude<CardState, 'saved'>, { title: string; text: string }> = {
  new: {
    title: 'The card has not been saved yet',
    text: 'It describes the dataset, with its licence. Fill it in above and save it; the preview works before.',
  },
  changed: {
    title: 'The card has changes that are not saved',
    text: 'The preview shows them; a release takes the card as it is saved. Save it first.',
  },
}

/** Makes the next release, after a look at what it would be. */
function BuildPanel({ projectId, next, card, cardState, heldOutTasks }: BuildPanelProps) {
  const [notes, setNotes] = useState('')
  const [reason, setReason] = useState('')
  const [draft, setDraft] = useState(NO_SPLITS)
  const { choice: splits, problems } = readDraft(draft)
  const isReady = Object.keys(problems).length === 0
  const preview = usePreviewRelease(projectId)
  const start = useStartRelease(projectId)
  const previewedRelease = preview.data
  const build = () =>
    start.mutate(
      { notes, splits, ...(reason.trim() === '' ? {} : { contradictionsReason: reason }) },
      {
        onSuccess: ({ number }) => {
          toast.success(`Release ${number} is being built`)
          setNotes('')
          preview.reset()
        },
      },
    )
  return (
    <Panel
      title={`Make release ${next}`}
      description="Everything that is gold now, as files that never change again. Correct what is wrong in a later release."
    >
      <div className="space-y-4">
        <Field label="What is new" hint="In Markdown; stands in the card of this release.">
          <Textarea rows={2} maxLength={10_000} value={notes} onChange={(event) => setNotes(event.target.value)} />
        </Field>
        <SplitEditor
          draft={draft}
          tasks={heldOutTasks}
          problems={problems}
          onChange={(changed) => {
            setDraft(changed)
            // What it shows is of another choice by now.
            preview.reset()
          }}
        />
        {previewedRelease && previewedRelease.unsettled.count > 0 ? (
          <Contradictions
            projectId={projectId}
            unsettled={previewedRelease.unsettled}
            reason={reason}
            onReason={setReason}
          />
        ) : null}
        {cardState === 'saved' ? null : (
          <Callout tone={cardState === 'new' ? 'info' : 'warning'} title={UNSAVED[cardState].title}>
            {UNSAVED[cardState].text}
          </Callout>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            loading={preview.isPending}
            disabled={!isReady}
            onClick={() => preview.mutate({ card, notes, splits })}
          >
            Preview
          </Button>
          <Button
            variant={cardState === 'saved' ? 'primary' : undefined}
            loading={start.isPending}
            disabled={cardState !== 'saved' || !isReady}
            onClick={build}
          >
            Make release {next}
          </Button>
        </div>
        <Refusal title="The release was not made" error={start.error} />
        <Refusal title="The preview could not be made" error={preview.error} />
        {previewedRelease ? <PreviewView preview={previewedRelease} /> : null}
      </div>
    </Panel>
  )
}

function Refusal({ title, error }: { title: string; error: Error | null }) {
  if (!error) return null
  return (
    <Callout tone="danger" title={title}>
      {error.message}
    </Callout>
  )
}

interface ContradictionsProps {
  projectId: string
  unsettled: Preview['unsettled']
  reason: string
  onReason: (reason: string) => void
}

function Contradictions({ projectId, unsettled: { count }, reason, onReason }: ContradictionsProps) {
  return (
    <Callout
      tone="warning"
      title={
        count === 1 ? 'The label of 1 item contradicts itself' : `The labels of ${count} items contradict themselves`
      }
    >
      <p className="mb-3">
        <Link href={`/projects/${projectId}/checks`}>Settle them under Checks</Link>, or say why they are released as
        they are.
      </p>
      <Field label="Why they are released as they are" hint="Goes on the card as a known gap.">
        <Textarea rows={2} maxLength={2000} value={reason} onChange={(event) => onReason(event.target.value)} />
      </Field>
    </Callout>
  )
}

/** The releases of a project, and the next one in the making. */
export function ReleasesView({ initial }: { initial: ReleaseList }) {
  const { id: projectId } = initial.project
  const { data = initial, error } = useQuery(releasesQuery(projectId, initial))
  const { releases, card, gold, abilities, heldOut } = data
  const [text, setText] = useState(card.text)
  const [latest] = releases
  const isFree = latest === undefined || latest.state === 'ready'
  const isChanged = JSON.stringify(text) !== JSON.stringify(card.text)
  const cardState = isChanged ? 'changed' : card.revision === 0 ? 'new' : 'saved'
  return (
    <>
      <PageHeader
        title="Releases"
        description="Numbered, immutable, the same byte for byte whenever they are made from the same gold."
        actions={<ButtonLink href={`/projects/${projectId}/export`}>Export</ButtonLink>}
      />
      <div className="space-y-6">
        {error ? (
          <Callout tone="danger" title="The list could not be refreshed">
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
        {heldOut.since ? <HeldOutPanel projectId={projectId} since={heldOut.since} canOpen={abilities.build} /> : null}
        {abilities.build ? (
          <CardEditor
            projectId={projectId}
            card={card}
            isSaved={cardState === 'saved'}
            disabled={data.project.archived}
            onChange={setText}
          />
        ) : null}
        {abilities.build && isFree && gold > 0 ? (
          <BuildPanel
            projectId={projectId}
            next={(latest?.number ?? 0) + 1}
            card={text}
            cardState={cardState}
            heldOutTasks={heldOut.tasks}
          />
        ) : null}
      </div>
    </>
  )
}
