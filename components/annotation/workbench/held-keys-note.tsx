'use client'
import { Kbd } from '@/components/ui/kbd'
import { ESCAPE } from '@/lib/platform/client/fixed-keys'
import { MOST_HELD } from '@/lib/platform/client/held-keys'
import { useHeldCount } from './use-held-keys'

/** Says that keys wait for the next task, without a place in the page that would move what one reads. */
export function HeldKeysNote() {
  const count = useHeldCount()
  return (
    <p
      role="status"
      className="fixed inset-x-0 bottom-4 z-30 mx-auto w-fit rounded-md border border-line bg-raised px-3 py-1.5 text-ink text-sm empty:hidden print:hidden"
    >
      {count === 0 ? null : (
        <>
          {count === 1 ? '1 key waits' : `${count} keys wait`} for the next task
          {count === MOST_HELD ? ', no more are kept' : ''}. <Kbd of={ESCAPE} /> lets go of{' '}
          {count === 1 ? 'it' : 'them'}.
        </>
      )}
    </p>
  )
}
