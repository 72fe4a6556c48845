'use client'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { CopyButton } from '@/components/ui/copy-button'
import type { Outbox } from '@/lib/annotation/outbox/outbox'
import { entryKey, type OutboxEntry } from '@/lib/annotation/outbox/outbox-entry'
import { useBench } from './bench-context'
import { useNames } from './unsaved-changes'

/**
 * Changes that can be saved no more, because the annotation is closed or of an earlier round: kept on this device, to
 * read, copy and let go of.
 */
export function KeptChanges({ outbox }: { outbox: Outbox | null }) {
  const { entries, leftovers, readOnly } = useBench()
  const kept = readOnly ? [...entries, ...leftovers] : leftovers
  if (kept.length === 0) return null
  return (
    <Callout
      tone="warning"
      title={kept.length === 1 ? 'One change was never saved' : `${kept.length} changes were never saved`}
    >
      <p>
        {readOnly && leftovers.length === 0
          ? 'They reached the server too late, and are kept on this device only.'
          : 'They are of an earlier round or came too late, and are kept on this device only.'}
      </p>
      <ul className="mt-2 max-h-60 space-y-2 overflow-y-auto">
        {kept.map((entry) => (
          <Kept key={entryKey(entry)} entry={entry} onLetGo={() => outbox?.settle(entryKey(entry), 'theirs')} />
        ))}
      </ul>
    </Callout>
  )
}

function Kept({ entry, onLetGo }: { entry: OutboxEntry; onLetGo: () => void }) {
  const { name, words: inWords } = useNames(entry)
  const words = typeof entry.value === 'string' ? entry.value : inWords(entry.value)
  return (
    <li className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {words}
        </p>
      </div>
      <CopyButton value={words} what={name} />
      <Button size="sm" aria-label={`Let go of ${name}`} onClick={onLetGo}>
        Let go
      </Button>
    </li>
  )
}
