'use client'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { BENCH_KEYS } from '@/components/annotation/workbench/keys'
import { Button } from '@/components/ui/button'
import { ExternalLink } from '@/components/ui/icons'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { engineTitle } from '@/lib/workspace/users/search-engine/rules'

/** Opens one's own search engine with the query for the unit; where none is named yet, the place to name one. */
export function OutsideButton({ unit, size }: { unit: UnitDraft; size?: 'sm' }) {
  const { engine, searchOutside } = useBench()
  return (
    <Button
      size={size}
      shortcut={BENCH_KEYS.searchOutside}
      className="pointer-coarse:min-h-11"
      icon={<ExternalLink aria-hidden className="size-4" />}
      hint={engine === null ? 'Name it on your account page, which opens in a new tab' : 'Opens in a new tab'}
      onClick={() => searchOutside(unit.key)}
    >
      {engine === null ? 'Search with your own engine' : `Search with ${engineTitle(engine)}`}
    </Button>
  )
}
