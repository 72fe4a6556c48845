import { Th } from '@/components/ui/table'
import type { RaterView } from '@/lib/quality/agreement/contract'

const KINDS = { annotator: null, gold: 'settled answers', model: 'run' } as const

/** Who a row or column is about. Long names break; the name of a row stays in sight while the row is scrolled. */
export function RaterHeading({ rater, scope }: { rater: RaterView; scope: 'row' | 'col' }) {
  const kind = KINDS[rater.kind]
  return (
    <Th
      scope={scope}
      numeric={scope === 'col'}
      className={
        scope === 'row'
          ? 'wrap-anywhere sticky print:static start-0 z-1 min-w-24 max-w-44 bg-surface align-top'
          : 'wrap-anywhere max-w-44 whitespace-normal'
      }
    >
      <span dir="auto">{rater.name}</span>
      {kind ? <span className="block font-normal text-muted text-xs">{kind}</span> : null}
    </Th>
  )
}
