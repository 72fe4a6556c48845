'use client'
import { useQuery } from '@tanstack/react-query'
import { Drawer } from '@/components/ui/drawer'
import { ErrorState } from '@/components/ui/error-state'
import { SkeletonText } from '@/components/ui/skeleton'
import { myNotesQuery } from '@/lib/annotation/comments/hooks'
import { RemarkForm } from './remark-form'
import { Thread } from './thread'

interface NotesDrawerProps {
  userId: string
  taskId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** One's own notes on a task: nobody else reads them before all annotators have submitted. */
export function NotesDrawer({ userId, taskId, open, onOpenChange }: NotesDrawerProps) {
  const notes = useQuery({ ...myNotesQuery(taskId), enabled: open })
  return (
    <Drawer
      title="Notes"
      description="For yourself now; for your partner and the reviewer once everybody has submitted."
      open={open}
      onOpenChange={onOpenChange}
      modal={false}
      side="left"
    >
      <div className="space-y-4">
        {notes.error ? (
          <ErrorState title="Your notes could not be loaded" onRetry={() => void notes.refetch()}>
            {notes.error.message}
          </ErrorState>
        ) : notes.data ? (
          <Thread remarks={notes.data.notes.map((note) => ({ ...note, who: 'You' }))} />
        ) : (
          <SkeletonText lines={3} label="Loading your notes" />
        )}
        <RemarkForm userId={userId} taskId={taskId} label="A note on this item" name="note" />
      </div>
    </Drawer>
  )
}
