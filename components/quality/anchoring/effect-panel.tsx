import { Badge } from '@/components/ui/badge'
import { Table, Td, Th } from '@/components/ui/table'
import type { AnchoringQuestion, Difference } from '@/lib/quality/anchoring/contract'
import { CellLink } from './cell-link'
import { DifferenceText } from './difference-text'
import { countText, distanceText, pointsText } from './number-text'

/** A difference and its interval on a line from −1 to 1, with zero marked. Says nothing in words: a table stands below. */
function DifferenceScale({ difference: { value, low, high } }: { difference: Difference }) {
  if (value === null) return null
  const positionOf = (x: number) => `${(Math.min(1, Math.max(-1, x)) + 1) * 50}%`
  const [from, to] = [low ?? value, high ?? value]
  return (
    <div aria-hidden className="min-w-48 max-w-xl pb-5">
      <div className="relative h-6 rounded-sm border border-control bg-sunken">
        <div
          className="bar-fill absolute inset-y-1.5 bg-accent-border"
          style={{ insetInlineStart: positionOf(from), width: `${(Math.min(1, to) - Math.max(-1, from)) * 50}%` }}
        />
        <div
          className="absolute -inset-y-1 border-ink border-s border-dashed"
          style={{ insetInlineStart: positionOf(0) }}
        >
          <span className="absolute top-full mt-0.5 -translate-x-1/2 whitespace-nowrap text-[0.6875rem] text-muted leading-none rtl:translate-x-1/2">
            no difference
          </span>
        </div>
        <div
          className="bar-fill absolute -inset-y-0.5 -ms-0.5 w-1 bg-accent"
          style={{ insetInlineStart: positionOf(value) }}
        />
      </div>
    </div>
  )
}

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
      {effect.byCorrectness.length === 0 ? null : (
        <Table caption={`${title}: where gold says that the suggestion is right, and where it is wrong`} showCaption>
          <thead>
            <tr>
              <Th>Suggestion</Th>
              <Th numeric>Same as suggested, shown</Th>
              <Th numeric>Without</Th>
              <Th numeric>Difference, 95% interval</Th>
              <Th>Reading</Th>
            </tr>
          </thead>
          <tbody>
            {effect.byCorrectness.map((split) => (
              <tr key={split.suggestion}>
                <Th scope="row">{split.suggestion === 'right' ? 'Right by gold' : 'Wrong by gold'}</Th>
                {([split.shown, split.without] as const).map((side, index) => (
                  <Td key={index === 0 ? 'shown' : 'without'} numeric>
                    <CellLink
                      projectId={projectId}
                      cell={side.agreed}
                      about={`labels that follow a ${split.suggestion} suggestion, made ${index === 0 ? 'with it in sight' : 'without it'}`}
                    />{' '}
                    of {countText(side.labels.count)}
                  </Td>
                ))}
                <Td numeric>
                  <DifferenceText difference={split.agreement} format={pointsText} />
                </Td>
                <Td className="max-w-xs">{split.words}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </div>
  )
}
