'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { RadioGroup } from '@/components/ui/radio-group'
import { Select } from '@/components/ui/select'
import type { Finished, ProjectVersionsView, VersionChangeView } from '@/lib/workspace/protocol-files/contract'
import { useChangeVersion, versionChangeQuery } from '@/lib/workspace/protocol-files/hooks'
import { ChangesTable } from './changes-table'

type ChangeVersionProps = { projectId: string; current: ProjectVersionsView }

/** Moves a project to another version of its protocol file, after what that means has been shown. */
export function ChangeVersion({ projectId, current: { version, versions } }: ChangeVersionProps) {
  const others = versions.filter((each) => each.version !== version)
  const [chosen, setChosen] = useState(others[0]?.version ?? null)
  const change = useQuery({ ...versionChangeQuery(projectId, chosen ?? 0), enabled: chosen !== null })
  if (chosen === null) return <p className="text-sm">Version {version} is the only one that is published.</p>
  return (
    <div className="space-y-4">
      <Field
        className="max-w-prose"
        label="Move to"
        hint={`The project is under version ${version}. Nothing is changed before you confirm it.`}
      >
        <Select
          options={others.map((each) => ({
            value: String(each.version),
            label: `Version ${each.version}${each.version < version ? ', an earlier one' : ''}`,
          }))}
          value={String(chosen)}
          onValueChange={(value) => setChosen(Number(value))}
        />
      </Field>
      {change.error ? <Callout tone="danger">{change.error.message}</Callout> : null}
      {change.data ? <Difference key={chosen} projectId={projectId} change={change.data} /> : null}
    </div>
  )
}

function Difference({ projectId, change }: { projectId: string; change: VersionChangeView }) {
  const { from, to, changes, reasons, asks, undoes } = change
  const mustChoose = asks !== null && asks.finished > 0
  const canBeSaid = changes.some(({ handled, never, stored }) => handled === null && !never && stored.length > 0)
  const [finished, setFinished] = useState<Finished | null>(asks?.must ? 'ask' : null)
  return (
    <>
      {undoes ? (
        <Callout title="This takes the last move back">
          Answers, gold and tasks are again as they were before the move from version {to} to version {from}, while
          nothing new is labelled under version {from}. These are the changes that are taken back.
        </Callout>
      ) : null}
      {changes.length > 0 ? (
        <ChangesTable
          caption={undoes ? 'Changes that are taken back' : `From version ${from} to version ${to}`}
          changes={changes}
          counted={!undoes}
        />
      ) : (
        <p className="text-sm">Nothing changes for annotators or gold.</p>
      )}
      {reasons.length > 0 ? (
        <Callout tone="warning" title="The project cannot move to this version">
          <ul className="list-disc space-y-1 ps-5">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          {canBeSaid ? (
            <p>
              Another version of the file can say under <code>migrate</code> what becomes of answers: what is called
              otherwise, no longer counts, or is asked again.
            </p>
          ) : null}
        </Callout>
      ) : (
        <>
          {mustChoose ? <FinishedField asks={asks} value={finished} onChange={setFinished} /> : null}
          <MoveButton projectId={projectId} change={change} finished={mustChoose ? finished : undefined} />
        </>
      )}
    </>
  )
}

type FinishedFieldProps = {
  asks: NonNullable<VersionChangeView['asks']>
  value: Finished | null
  onChange: (finished: Finished) => void
}

/** Whether items that are finished are asked what the version asks anew. */
function FinishedField({ asks: { questions, finished, must }, value, onChange }: FinishedFieldProps) {
  const items = `${finished.toLocaleString('en')} finished ${finished === 1 ? 'item' : 'items'}`
  return (
    <Field label={`${items} without an answer to: ${questions.join(', ')}`}>
      <RadioGroup
        options={[
          {
            value: 'ask',
            label: finished === 1 ? 'Ask it again' : 'Ask them again',
            hint: 'The annotators go on from their answers in another round. Until it has ended, figures and exports leave these items out.',
          },
          {
            value: 'leave',
            label: 'Ask only new items',
            hint: must
              ? 'Not possible: a question of yes and no that nobody was asked would count as no.'
              : 'Finished items stay as they are, without an answer.',
            disabled: must,
          },
        ]}
        value={value}
        onValueChange={onChange}
      />
    </Field>
  )
}

type MoveButtonProps = { projectId: string; change: VersionChangeView; finished: Finished | null | undefined }

/** `finished`: undefined where nothing is to be decided, null while it is not. */
function MoveButton({ projectId, change: { from, to, changes, undoes }, finished }: MoveButtonProps) {
  const move = useChangeVersion(projectId)
  if (finished === null) return <p className="text-muted text-sm">Choose what becomes of the finished items first.</p>
  const isTold = changes.some(({ handled }) => handled !== null)
  const stays = isTold
    ? 'Answers are told in the words of this version; those that no longer count are kept. Everything else stays as it is.'
    : 'Answers, gold, guidelines and settings of stages stay as they are.'
  const back = isTold
    ? 'You can take the move back until something new is labelled under this version.'
    : 'You can move back until something new is stored that the other version does not have.'
  return (
    <AlertDialog
      tone="primary"
      trigger={<Button variant="primary">{undoes ? `Take back: version ${to}` : `Move to version ${to}`}</Button>}
      title={undoes ? `Take the move back to version ${to}?` : `Move this project to version ${to}?`}
      description={
        undoes
          ? 'Everything is again as it was before the move.'
          : `${stays} Agreement is derived again under the measures of this version. ${back}`
      }
      confirmLabel={undoes ? 'Take back' : 'Move'}
      onConfirm={async () => {
        await move.mutateAsync({ from, to, ...(finished ? { finished } : {}) })
        // Everything that this page has loaded belongs to the version before.
        window.location.reload()
      }}
    />
  )
}
