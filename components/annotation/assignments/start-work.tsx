'use client'

import { useRouter } from 'next/navigation'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { NO_TASK_TEXT } from '@/lib/annotation/assignments/contract'
import { useNextTask } from '@/lib/annotation/assignments/hooks'

/** Takes the reader's next task and opens it in the workbench. */
export function StartWork({ projectId, children }: { projectId: string; children: string }) {
  const next = useNextTask(projectId)
  const router = useRouter()
  const toPractice = { label: 'Go to practice', onClick: () => router.push(`/projects/${projectId}/practice`) }
  const go = () =>
    next.mutate(undefined, {
      onSuccess: ({ taskId, reason }) => {
        if (taskId) router.push(`/projects/${projectId}/tasks/${taskId}/annotate`)
        else if (reason === 'practice_first') toast.info(NO_TASK_TEXT[reason], { action: toPractice })
        else if (reason) toast.info(NO_TASK_TEXT[reason])
      },
      onError: (error) => toast.error(error.message),
    })
  return (
    <Button variant="primary" onClick={go} loading={next.isPending || Boolean(next.data?.taskId)}>
      {children}
    </Button>
  )
}
