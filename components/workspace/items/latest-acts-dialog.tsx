'use client'

import { useQuery } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import { Link } from '@/components/ui/link'
import { SkeletonText } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { counted } from '@/lib/text/counted'
import type { ItemEdit } from '@/lib/workspace/items/edits/contract'
import { itemEditsQuery, useUndoEdit } from '@/lib/workspace/items/edits/hooks'

const OBSTACLES: Readonly<Record<NonNullable<ItemEdit['obstacle']>, string>> = {
  undone: 'Undone',
  changed_since: 'Cannot be undone: all of them have been changed since',
  archived: 'Cannot be undone: the project is archived',
}

interface LatestActsDialogProps {
  projectId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** What was done to many items lately and by whom, each to be undone where something of it still stands. */
export function LatestActsDialog({ projectId, open, onOpenChange }: LatestActsDialogProps) {
  const { data, error } = useQuery({ ...itemEditsQuery(projectId), enabled: open })
  const undo = useUndoEdit(projectId)
  const wasAgain = data?.edits.find(({ id }) => id === undo.variables)?.undoes
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title="Latest acts on many items"
      description={
        <>
          The last twenty; the <Link href={`/projects/${projectId}/audit-log`}>audit log</Link> has all.
        </>
      }
    >
      <div className="space-y-4">
        {undo.error ? (
          <Callout tone="danger" title="Nothing was undone">
            {undo.error.message}
          </Callout>
        ) : null}
        {undo.data ? (
          <Callout
            tone={undo.data.changed > 0 ? 'success' : 'warning'}
            live
            title={`${counted(undo.data.changed, 'item')} ${wasAgain ? 'changed again' : 'as before'}`}
          >
            {undo.data.stay > 0
              ? `${counted(undo.data.stay, 'item')} changed since by others: left as they are.`
              : null}
          </Callout>
        ) : null}
        {error ? (
          <Callout tone="danger" title="They could not be fetched">
            {error.message}
          </Callout>
        ) : null}
        {data ? null : <SkeletonText label="Loading" />}
        {data?.edits.length === 0 ? <p className="text-muted text-sm">Nothing was done to many items yet.</p> : null}
        <ul className="divide-y divide-line">
          {data?.edits.map((edit) => (
            <li key={edit.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5 text-sm">
              <div className="min-w-0 flex-1 basis-64">
                <p dir="auto" className="wrap-anywhere">
                  {upperFirst(edit.text)}
                </p>
                <p className="wrap-anywhere text-muted text-xs">
                  {counted(edit.changed, 'item')}, <bdi>{edit.by ?? 'somebody who was removed'}</bdi>,{' '}
                  <Time value={edit.at} format="relative" />
                </p>
              </div>
              {edit.obstacle === null ? (
                <Button
                  size="sm"
                  aria-label={`${undoWord(edit)}: ${edit.text}`}
                  loading={undo.isPending && undo.variables === edit.id}
                  disabled={undo.isPending}
                  onClick={() => undo.mutate(edit.id)}
                >
                  {undoWord(edit)}
                </Button>
              ) : (
                <p className="max-w-56 text-muted text-xs">{OBSTACLES[edit.obstacle]}</p>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

const undoWord = ({ undoes }: ItemEdit) => (undoes ? 'Do it again' : 'Undo')

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
