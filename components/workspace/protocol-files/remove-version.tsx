'use client'

import { useRouter } from 'next/navigation'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { useRemoveVersion } from '@/lib/workspace/protocol-files/hooks'

/** Takes a version that no project uses out of the list. */
export function RemoveVersion({ id, version }: { id: string; version: number }) {
  const remove = useRemoveVersion()
  const router = useRouter()
  return (
    <AlertDialog
      trigger={<Button>Remove</Button>}
      title={`Take version ${version} out of the list?`}
      description="No project uses it. Its name is not given to another: the next one needs a higher number."
      confirmLabel="Remove"
      onConfirm={async () => {
        await remove.mutateAsync({ id, version })
        router.push('/protocols')
      }}
    />
  )
}
