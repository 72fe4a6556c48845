'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, useId, useState } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { DropdownMenu, MenuItem, MenuLabel, MenuLink } from '@/components/ui/dropdown-menu'
import { Field } from '@/components/ui/field'
import { Bookmark, Pencil, Plus, Save, Trash2 } from '@/components/ui/icons'
import { Input } from '@/components/ui/input'
import { toast } from '@/components/ui/toast'
import type { ItemsQuery } from '@/lib/workspace/items/contract'
import { itemsHref, viewHref } from '@/lib/workspace/items/rules'
import type { ItemView } from '@/lib/workspace/items/views/contract'
import { useChangeView, useDeleteView, useSaveView, viewsQuery } from '@/lib/workspace/items/views/hooks'

interface ViewsMenuProps {
  projectId: string
  query: ItemsQuery
  /** The view of the address. */
  view: ItemView | null
  /** Is the list another than the view keeps? */
  changed: boolean
  mayShare: boolean
}

/** Saved views of the list: opened, saved, renamed, saved over and deleted. */
export function ViewsMenu({ projectId, query, view, changed, mayShare }: ViewsMenuProps) {
  const router = useRouter()
  const { data } = useQuery(viewsQuery(projectId))
  const change = useChangeView(projectId)
  const remove = useDeleteView(projectId)
  const [asking, setAsking] = useState<'new' | 'rename' | 'delete' | null>(null)
  const close = (open: boolean) => setAsking(open ? asking : null)
  const { page: _, ...kept } = query
  const saveOver = ({ id, name }: ItemView) =>
    change.mutate(
      { viewId: id, query: kept },
      {
        onSuccess: () => {
          toast.success(`View “${name}” saved`)
          router.replace(viewHref(projectId, id))
          router.refresh()
        },
        onError: (error) => toast.error(error.message),
      },
    )
  const views = data?.views ?? []
  return (
    <>
      <DropdownMenu
        align="start"
        trigger={
          <Button size="sm" icon={<Bookmark aria-hidden className="size-4" />} className="max-w-full">
            <span className="truncate" dir="auto">
              {view ? `${view.name}${changed ? ', changed' : ''}` : 'Views'}
            </span>
          </Button>
        }
      >
        <MenuLink href={itemsHref(projectId)}>All items</MenuLink>
        {views.map(({ id, name, by, mine, shared }) => (
          <MenuLink key={id} href={viewHref(projectId, id)}>
            <span className="wrap-anywhere flex-1" dir="auto">
              {name}
            </span>
            {shared ? <span className="text-muted text-xs">{mine ? 'shared' : `of ${by}`}</span> : null}
          </MenuLink>
        ))}
        <MenuLabel>This list</MenuLabel>
        <MenuItem icon={<Plus aria-hidden className="size-4" />} onSelect={() => setAsking('new')}>
          Save as a view…
        </MenuItem>
        {view?.mayChange ? (
          <>
            <MenuItem
              icon={<Save aria-hidden className="size-4" />}
              disabled={!changed}
              onSelect={() => saveOver(view)}
            >
              Save over this view
            </MenuItem>
            <MenuItem icon={<Pencil aria-hidden className="size-4" />} onSelect={() => setAsking('rename')}>
              Rename or share…
            </MenuItem>
            <MenuItem
              icon={<Trash2 aria-hidden className="size-4" />}
              tone="danger"
              onSelect={() => setAsking('delete')}
            >
              Delete this view…
            </MenuItem>
          </>
        ) : null}
      </DropdownMenu>
      {asking === 'new' ? (
        <ViewDialog projectId={projectId} query={kept} view={null} mayShare={mayShare} onOpenChange={close} />
      ) : null}
      {asking === 'rename' && view ? (
        <ViewDialog projectId={projectId} query={kept} view={view} mayShare={mayShare} onOpenChange={close} />
      ) : null}
      {view ? (
        <AlertDialog
          open={asking === 'delete'}
          onOpenChange={close}
          title={`Delete the view “${view.name}”?`}
          description={view.shared ? 'It is gone for everybody it was shared with. The items stay.' : 'The items stay.'}
          confirmLabel="Delete"
          onConfirm={async () => {
            await remove.mutateAsync(view.id)
            router.push(itemsHref(projectId, query))
          }}
        />
      ) : null}
    </>
  )
}

interface ViewDialogProps {
  projectId: string
  query: Omit<ItemsQuery, 'page'>
  /** The view to rename; null: a new one. */
  view: ItemView | null
  mayShare: boolean
  onOpenChange: (open: boolean) => void
}

function ViewDialog({ projectId, query, view, mayShare, onOpenChange }: ViewDialogProps) {
  const router = useRouter()
  const form = useId()
  const save = useSaveView(projectId)
  const change = useChangeView(projectId)
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(view?.shared ?? false)
  const work = view ? change : save
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const saving = view
      ? change.mutateAsync({ viewId: view.id, name, shared })
      : save.mutateAsync({ name, shared, query })
    const saved = await saving.catch(() => null)
    if (!saved) return
    toast.success(`View “${saved.name}” saved`)
    onOpenChange(false)
    if (view) router.refresh()
    else router.push(viewHref(projectId, saved.id))
  }
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={onOpenChange}
      title={view ? 'Rename or share the view' : 'Save as a view'}
      description="Its filter, order and columns. It has an address of its own, which can be sent on."
      footer={
        <Button type="submit" form={form} variant="primary" loading={work.isPending}>
          Save view
        </Button>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)} className="space-y-4">
        <Field label="Name" required>
          <Input
            value={name}
            maxLength={100}
            autoComplete="off"
            required
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        {mayShare ? (
          <Checkbox
            label="Shared with everybody who sees the items"
            checked={shared}
            onCheckedChange={(on) => setShared(on === true)}
          />
        ) : null}
        {work.error ? <Callout tone="danger">{work.error.message}</Callout> : null}
      </form>
    </Dialog>
  )
}
