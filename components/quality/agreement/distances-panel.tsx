import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import type { MeasureHead } from '@/lib/quality/agreement/contract'

/** How far apart every two values count in the weighted alpha. */
export function DistancesPanel({ measure, distances }: { measure: MeasureHead; distances: number[][] }) {
  const { categories, title } = measure
  return (
    <Panel
      title="Distances"
      description="How far apart two values are in the weighted alpha: 0 is the same, larger is worse. Never compare it with the plain alpha."
    >
      <Table caption={`Distance of every two values: ${title}`}>
        <thead>
          <tr>
            <Th>Value</Th>
            {categories.map(({ value, text }) => (
              <Th key={value} numeric>
                {text}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {categories.map((row, i) => (
            <tr key={row.value}>
              <Th scope="row">{row.text}</Th>
              {categories.map((column, j) => (
                <Td key={column.value} numeric className={i === j ? 'text-muted' : undefined}>
                  {distances[i]?.[j]}
                </Td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  )
}
