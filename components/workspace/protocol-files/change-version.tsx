'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import type { ProjectVersionsView, VersionChangeView } from '@/lib/workspace/protocol-files/contract'
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
  const move = useChangeVersion(projectId)
  const { from, to, changes, reasons } = change
  return (
    <>
      {changes.length > 0 ? (
        <ChangesTable caption={`From version ${from} to version ${to}`} changes={changes} counted />
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
        </Callout>
      ) : (
        <AlertDialog
          tone="primary"
          trigger={<Button variant="primary">Move to version {to}</Button>}
          title={`Move this project to version ${to}?`}
          description="Answers, gold, guidelines and settings of stages stay as they are. Agreement is derived again under the measures of this version. You can move back until something new is stored that the other version does not have."
          confirmLabel="Move"
          onConfirm={async () => {
            await move.mutateAsync({ from, to })
            // Everything that this page has loaded belongs to the version before.
            window.location.reload()
          }}
        />
      )}
    </>
  )
}
