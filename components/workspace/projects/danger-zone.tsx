'use client'

import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import type { ProjectView } from '@/lib/workspace/projects/contract'
import { useArchiveProject, useDeleteProject } from '@/lib/workspace/projects/hooks'

/** Archiving, which can be taken back, and deleting, which cannot. */
export function DangerZone({ project }: { project: ProjectView }) {
  const archive = useArchiveProject(project.id)
  const remove = useDeleteProject(project.id)
  const router = useRouter()
  const isArchived = project.archivedAt !== null
  const toggle = async () => {
    await archive.mutateAsync(!isArchived)
    toast.success(isArchived ? 'The project is in use again' : 'The project is archived')
    router.refresh()
  }
  return (
    <Panel title="Archive and delete">
      <div className="space-y-5">
        <Row text="An archived project can be read and downloaded by its members, but nothing in it can be changed.">
          {isArchived ? (
            <Button
              loading={archive.isPending}
              onClick={() => void toggle().catch((e: Error) => toast.error(e.message))}
            >
              Take out of the archive
            </Button>
          ) : (
            <AlertDialog
              tone="primary"
              title="Archive this project?"
              description="Work on open tasks stops until it is taken out of the archive again. Nothing is lost."
              confirmLabel="Archive"
              onConfirm={toggle}
              trigger={<Button>Archive</Button>}
            />
          )}
        </Row>
        <Row text="Deleting removes the items, everybody’s answers, the gold and the history. It cannot be taken back: export first.">
          <AlertDialog
            title="Delete this project?"
            description="Items, answers, gold and history are removed for ever."
            confirmLabel="Delete for ever"
            typeToConfirm={project.name}
            onConfirm={async () => {
              await remove.mutateAsync(project.name)
              router.push('/projects')
            }}
            trigger={<Button variant="danger">Delete</Button>}
          />
        </Row>
      </div>
    </Panel>
  )
}

function Row({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <p className="max-w-prose text-sm">{text}</p>
      {children}
    </div>
  )
}
