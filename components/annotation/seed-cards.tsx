'use client'
import { Button } from '@/components/ui/button'
import { ToneMark } from '@/components/ui/tone-mark'
import { useBench } from './bench-context'
import { LIST_KEYS } from './keys'
import type { List } from './lists'
import { acceptSeeds, pendingSeeds, type Seed } from './seeds'

/** What is proposed for a list and not in it, dashed: to be accepted all at once or one by one. */
export function SeedCards({ list }: { list: List }) {
  const { workbench, readOnly, perform } = useBench()
  const pending = readOnly ? [] : pendingSeeds(list, workbench.suggestions)
  if (pending.length === 0) return null
  return (
    <section aria-label="Suggested" className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-suggestion-text">
          {pending.length === 1 ? 'One suggestion is open.' : `${pending.length} suggestions are open.`}
        </p>
        <Button size="sm" shortcut="a" onClick={() => perform(acceptSeeds(list, pending))}>
          Accept all
        </Button>
      </div>
      <ul className="space-y-2">
        {pending.map((seed, index) => (
          <SeedCard key={seed.origin} {...{ list, seed, isFirst: index === 0 }} />
        ))}
      </ul>
    </section>
  )
}

function SeedCard({ list, seed, isFirst }: { list: List; seed: Seed; isFirst: boolean }) {
  const { perform } = useBench()
  const text = seed.values[list.question.list.text]
  const { model, source, score } = seed.suggestion
  return (
    <li className="flex items-start gap-2 rounded-md border border-suggestion-border border-dashed bg-suggestion-surface px-3 py-2 text-sm text-suggestion-text">
      <ToneMark tone="suggestion" className="mt-1" />
      <p className="wrap-anywhere min-w-0 flex-1" dir="auto">
        {typeof text === 'string' ? text : 'Without a text'}
        <span className="block text-xs">{[model ?? source, score?.toFixed(2)].filter(Boolean).join(' · ')}</span>
      </p>
      <Button
        size="sm"
        shortcut={isFirst ? LIST_KEYS.acceptOne : undefined}
        onClick={() => perform(acceptSeeds(list, [seed]))}
      >
        Accept
      </Button>
    </li>
  )
}
