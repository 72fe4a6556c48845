import { useState } from 'react'
import type { Touched } from '@/lib/workspace/guidelines/contract'

/** Which touched items are chosen, across the pages of their list. */
export interface Chosen {
  /** All that are listed, on whatever page. */
  all: boolean
  count: number
  /** How many of them have an annotator who cannot be asked again. */
  withGone: number
  ids: readonly string[]
  has(taskId: string): boolean
  toggle(taskId: string): void
  /** All of the page, or none of it. */
  togglePage(): void
  chooseAll(): void
  clear(): void
}

/** Each with how many of its annotators cannot be asked again. */
type Kept = ReadonlyMap<string, number>

export function useChosen(touched: Touched | undefined): Chosen {
  const [kept, setKept] = useState<Kept | 'all'>(new Map())
  const page: Kept = new Map(touched?.items.map(({ taskId, gone }) => [taskId, gone]))
  const withGoneOfAll = (touched?.stages ?? []).reduce((sum, stage) => sum + stage.withGone, 0)
  const has = (taskId: string) => kept === 'all' || kept.has(taskId)
  // Of everything, one that is taken out leaves the rest of the page.
  const change = (taskIds: readonly string[], on: boolean) => {
    const next = new Map(kept === 'all' ? page : kept)
    for (const taskId of taskIds) {
      if (on) next.set(taskId, page.get(taskId) ?? 0)
      else next.delete(taskId)
    }
    setKept(next)
  }
  const onPage = [...page.keys()]
  return {
    all: kept === 'all',
    count: kept === 'all' ? (touched?.total ?? 0) : kept.size,
    withGone: kept === 'all' ? withGoneOfAll : [...kept.values()].filter((goneCount) => goneCount > 0).length,
    ids: kept === 'all' ? [] : [...kept.keys()],
    has,
    toggle: (taskId) => change([taskId], !has(taskId)),
    togglePage: () => change(onPage, !onPage.every(has)),
    chooseAll: () => setKept('all'),
    clear: () => setKept(new Map()),
  }
}
