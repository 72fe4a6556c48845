'use client'

import { useRouter } from 'next/navigation'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Play } from '@/components/ui/icons'
import { counted } from '@/lib/text/counted'
import type { ExampleEntry } from '@/lib/workspace/protocol-files/examples/contract'
import { useStartWithExample } from '@/lib/workspace/protocol-files/examples/hooks'

/** Begins a project with an example and its records; one sees before what is made. */
export function StartExample({ example }: { example: ExampleEntry }) {
  const { name, title, records } = example
  const start = useStartWithExample()
  const router = useRouter()
  return (
    <AlertDialog
      tone="primary"
      title="Start a project with this example?"
      description={`The protocol is published as “${name}” if it is not yet, and a project “${title}” is made with ${counted(records, 'record')}, ready to label. You become its manager. Labels that the records have are not used.`}
      confirmLabel="Start the project"
      onConfirm={async () => {
        const { projectId, importId } = await start.mutateAsync({ name, title })
        router.push(importId === null ? `/projects/${projectId}` : `/projects/${projectId}/import/${importId}`)
      }}
      trigger={
        <Button size="sm">
          <Play aria-hidden className="size-3.5" />
          Start a project<span className="sr-only"> with {title}</span>
        </Button>
      }
    />
  )
}
