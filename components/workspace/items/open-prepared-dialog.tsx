'use client'

import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { useOpenPrepared } from '@/lib/workspace/items/hooks'

/** Opens everything that is prepared, in one go. */
export function OpenPrepared({ projectId, count }: { projectId: string; count: number }) {
  const open = useOpenPrepared(projectId)
  const tasks = `${count.toLocaleString('en')} prepared ${count === 1 ? 'task' : 'tasks'}`
  return (
    <AlertDialog
      tone="primary"
      title={`Open ${tasks}?`}
      description="Annotators can take them from then on, and their segments stay as they are now."
      confirmLabel="Open"
      onConfirm={async () => {
        const { opened } = await open.mutateAsync()
        toast.success(`${opened.toLocaleString('en')} ${opened === 1 ? 'task is' : 'tasks are'} open`)
      }}
      trigger={<Button>Open {tasks}</Button>}
    />
  )
}
