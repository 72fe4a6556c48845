import { Badge } from '@/components/ui/badge'
import { Table, Td, Th } from '@/components/ui/table'
import type { AnchoringQuestion } from '@/lib/quality/anchoring/contract'
import { CellLink } from './cell-link'
import { DifferenceScale } from './difference-scale'
import { DifferenceText } from './difference-text'
import { countText, distanceText, pointsText } from './number-text'

/** The difference between labels made with the suggestion in sight and without, as a mark, a table and a sentence. */
export function EffectPanel({ projectId, question }: { projectId: string; question: AnchoringQuestion }) {
  const { effect, title } = question
  const { shown, without } = effect
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-medium text-sm">With the suggestion in sight, against without</h3>
        <Badge tone={effect.causal ? 'positive' : 'neutral'}>{effect.causal ? 'Randomised' : 'Not randomised'}</Badge>
      </div>
      <p className="max-w-prose text-sm">{effect.words}</p>
      {effect.warnings.map((warning) => (
        <p key={warning} className="max-w-prose text-muted text-sm">
          {warning}
        </p>
      ))}
      <DifferenceScale difference={effect.agreement} />
      <Table caption={`Differences for ${title}, shown minus without`}>
        <thead>
          <tr>
            <Th>Figure</Th>
            <Th numeric>Labels shown</Th>
            <Th numeric>Labels without</Th>
            <Th numeric>Difference, 95% interval</Th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <Th scope="row">Same as suggested, percentage points</Th>
            <Td numeric>
              <CellLink projectId={projectId} cell={shown.labels} about="labels made with the suggestion in sight" />
              <span className="block text-muted text-xs">in {countText(shown.items)} items</span>
            </Td>
            <Td numeric>
              <CellLink projectId={projectId} cell={without.labels} about="labels made without it" />
              <span className="block text-muted text-xs">in {countText(without.items)} items</span>
            </Td>
            <Td numeric>
              <DifferenceText difference={effect.agreement} format={pointsText} />
            </Td>
          </tr>
          {effect.shift ? (
            <tr>
              <Th scope="row">
                Shift of the distribution, total variation
                {effect.shiftByChance === null ? null : (
                  <span className="block font-normal text-muted text-xs">
                    about {distanceText(effect.shiftByChance)} by chance alone
                  </span>
                )}
              </Th>
              <Td numeric>{countText(shown.labels.count)}</Td>
              <Td numeric>{countText(without.labels.count)}</Td>
              <Td numeric>
                <DifferenceText difference={effect.shift} format={distanceText} />
              </Td>
            </tr>
          ) : null}
        </tbody>
      </Table>
    </div>
  )
}
