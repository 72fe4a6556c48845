import { shadeOf } from '@/components/ui/chart-shade'
import { Td } from '@/components/ui/table'
import type { PairView } from '@/lib/quality/agreement/detail/contract'
import { EstimateText } from './estimate-text'
import { formatCoefficient, formatCount, formatShare } from './figure-format'
import { ItemsLink } from './items-link'
import { figureOf } from './pair-words'
import { ratersOf, type Shown } from './shown'

interface PairCellProps {
  shown: Shown
  /** null: they have no unit in common. */
  pair: PairView | null
  pending: boolean
}

/** Kappa of two raters, the share on which they agree, and how many units both rated; shaded by kappa. */
export function PairCell({ shown, pair, pending }: PairCellProps) {
  if (!pair)
    return (
      <Td numeric className="min-w-28 text-muted print:min-w-0 text-xs">
        nothing in common
      </Td>
    )
  const kappa = figureOf(pair, 'cohen')
  const percent = figureOf(pair, 'percent')?.value ?? null
  return (
    <Td numeric className="min-w-28 print:min-w-0 [&_.text-muted]:text-ink" style={shadeOf(kappa?.value ?? 0)}>
      {kappa ? <EstimateText estimate={kappa} format={formatCoefficient} pending={pending} /> : null}
      {percent === null ? null : <span className="block text-xs">{formatShare(percent)} agree</span>}
      <span className="block text-xs">
        <ItemsLink href={shown.href({ raters: ratersOf(pair), count: pair.n })} about="rated by both">
          n = {formatCount(pair.n)}
        </ItemsLink>
      </span>
    </Td>
  )
}
