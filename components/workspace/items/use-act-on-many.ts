'use client'

import { useRef } from 'react'
import type { z } from 'zod'
import { toast } from '@/components/ui/toast'
import { byId, keysOf } from '@/lib/platform/client/keymap'
import { useKeyChoices } from '@/lib/platform/client/use-key-choices'
import type { ItemsQuery } from '@/lib/workspace/items/contract'
import { type EditOutcome, type itemChangeSchema, LEFT_WORDS } from '@/lib/workspace/items/edits/contract'
import { useEditItems, useUndoEdit } from '@/lib/workspace/items/edits/hooks'
import { ITEMS_BINDINGS } from './keys'
import type { ItemSelection } from './use-selection'

type Change = z.input<typeof itemChangeSchema>

export interface ActOnMany {
  /** Throws what the server says. */
  run: (change: Change) => Promise<void>
  /** Undoes the last act of this page; nothing where there is none. */
  undo: () => void
  isPending: boolean
}

const NOTICE = 'items-together'
const countText = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'item' : 'items'}`

interface OnMany {
  projectId: string
  query: ItemsQuery
  total: number
  selection: ItemSelection
}

/** Acts on the selected items, each told in a notice from which it can be undone. */
export function useActOnMany({ projectId, query, total, selection }: OnMany): ActOnMany {
  const edit = useEditItems(projectId)
  const undoing = useUndoEdit(projectId)
  const [key] = keysOf(byId(ITEMS_BINDINGS).undo, useKeyChoices())
  const last = useRef<string | null>(null)
  const undo = () => {
    const id = last.current
    if (id === null || undoing.isPending) return
    last.current = null
    undoing.mutate(id, {
      onSuccess: ({ changed, stay }) =>
        toast.success(`Undone: ${countText(changed)} as before`, {
          id: NOTICE,
          description: stay > 0 ? `${countText(stay)} changed since by others: left as they are.` : undefined,
        }),
      onError: (error) => toast.error(error.message, { id: NOTICE }),
    })
  }
  const run = async (change: Change) => {
    try {
      tell(await edit.mutateAsync({ selection: selected({ query, total, selection }), change }))
    } catch (error) {
      // A dialog says it itself; what is done at once has no other place.
      if (change.act === 'restore') toast.error(error instanceof Error ? error.message : String(error), { id: NOTICE })
      throw error
    }
  }
  const tell = ({ id, changed, left }: EditOutcome) => {
    const description = left.map(({ why, items }) => `${countText(items)} ${LEFT_WORDS[why]}.`).join(' ') || undefined
    if (id === null) return toast.info('Nothing was changed', { id: NOTICE, description })
    last.current = id
    selection.clear()
    toast.success(`${countText(changed)} changed`, {
      id: NOTICE,
      description,
      action: { label: key === undefined ? 'Undo' : `Undo (${key})`, onClick: undo },
    })
  }
  return { run, undo, isPending: edit.isPending || undoing.isPending }
}

function selected({ query, total, selection }: Omit<OnMany, 'projectId'>) {
  if (!selection.all) return { ids: [...selection.ids.keys()] }
  const { sort: _, columns: __, page: ___, ...filter } = query
  return { filter, expected: total }
}
