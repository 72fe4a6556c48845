import { Panel } from '@/components/ui/panel'
import { StackedBar } from '@/components/ui/stacked-bar'
import { Table, Td, Th } from '@/components/ui/table'
import type { Figures } from '@/lib/agreement/contract'
import { formatCount, formatShare } from './figure-format'
import { ItemsLink } from './items-link'
import type { Shown } from './shown'

/** How often each value was given, by all annotators together: a coefficient is read beside it. */
export function PrevalencePanel({ shown, figures }: { shown: Shown; figures: Figures }) {
  const { projectId, measure, filter } = shown
  const text = new Map(measure.categories.map((category) => [category.value, category.text]))
  return (
    <Panel
      title="Prevalence"
      headingLevel={3}
      description={`Share of each value among ${formatCount(figures.ratings)} ratings by all annotators.`}
    >
      <StackedBar
        parts={figures.prevalence.map(({ value, cell }) => ({
          key: value,
          label: text.get(value) ?? value,
          value: cell.count,
          tone: measure.categories.find((category) => category.value === value)?.tone ?? 'neutral',
          letter: text.get(value)?.charAt(0),
          valueText: formatCount(cell.count),
        }))}
      />
      <Table caption={`Prevalence of ${measure.title}`} className="mt-4">
        <thead>
          <tr>
            <Th>Value</Th>
            <Th numeric>Ratings</Th>
            <Th numeric>Share</Th>
          </tr>
        </thead>
        <tbody>
          {figures.prevalence.map(({ value, share, cell }) => (
            <tr key={value}>
              <Th scope="row">{text.get(value)}</Th>
              <Td numeric>
                <ItemsLink
                  projectId={projectId}
                  text={formatCount(cell.count)}
                  about={`ratings “${text.get(value)}”`}
                  items={cell.items}
                  filter={cell.count > 0 ? filter({ a: value }) : null}
                />
              </Td>
              <Td numeric>{share === null ? <span className="text-muted">–</span> : formatShare(share)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  )
}
