import { StackedBar } from '@/components/ui/stacked-bar'
import { Table, Td, Th } from '@/components/ui/table'
import type { AnchoringQuestion, ArmFigures } from '@/lib/quality/anchoring/contract'
import { ARM_TEXT } from '@/lib/quality/anchoring/rules'
import { CellLink } from './cell-link'
import { DifferenceText } from './difference-text'
import { pointsText, shareText } from './number-text'

interface DistributionPanelProps {
  projectId: string
  question: AnchoringQuestion
}

/** Which values were given in each arm, as bars and as a table; of choices only. */
export function DistributionPanel({ projectId, question }: DistributionPanelProps) {
  const { categories, arms, effect, title } = question
  if (categories.length === 0) return null
  const cellOf = (arm: ArmFigures, value: string) => arm.values.find((each) => each.value === value)?.cell
  return (
    <div className="space-y-3">
      <h3 className="font-medium text-sm">Values given, by arm</h3>
      {arms.map((arm) => (
        <div key={arm.arm}>
          <p className="mb-1 text-sm">{ARM_TEXT[arm.arm]}</p>
          <StackedBar
            parts={categories.map(({ value, text, tone }) => {
              const count = cellOf(arm, value)?.count ?? 0
              return {
                key: value,
                label: text,
                value: count,
                tone,
                letter: text.charAt(0),
                valueText: shareText(count, arm.labels.count),
              }
            })}
          />
        </div>
      ))}
      <Table caption={`Values of ${title} by arm`}>
        <thead>
          <tr>
            <Th>Value</Th>
            {arms.map(({ arm }) => (
              <Th key={arm} numeric>
                {ARM_TEXT[arm]}
              </Th>
            ))}
            <Th numeric>Shown minus without, points</Th>
          </tr>
        </thead>
        <tbody>
          {categories.map(({ value, text }) => {
            const difference = effect.values.find((each) => each.value === value)?.difference
            return (
              <tr key={value}>
                <Th scope="row">{text}</Th>
                {arms.map((arm) => {
                  const cell = cellOf(arm, value)
                  return (
                    <Td key={arm.arm} numeric>
                      {shareText(cell?.count ?? 0, arm.labels.count)}
                      {cell ? (
                        <span className="block text-muted text-xs">
                          <CellLink
                            projectId={projectId}
                            cell={cell}
                            about={`labels “${text}” of arm ${ARM_TEXT[arm.arm]}`}
                          />
                        </span>
                      ) : null}
                    </Td>
                  )
                })}
                <Td numeric>
                  {difference ? (
                    <DifferenceText difference={difference} format={pointsText} />
                  ) : (
                    <span className="text-muted">–</span>
                  )}
                </Td>
              </tr>
            )
          })}
        </tbody>
      </Table>
    </div>
  )
}
