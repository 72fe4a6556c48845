import { Callout } from '@/components/ui/callout'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import type { PlannedSize, ProjectPlan } from '@/lib/quality/planning/contract'

const count = (number: number) => number.toLocaleString('en')
const width = (value: number | null) => (value === null ? 'none in most projects' : value.toFixed(3))

/** A plan: what to do, what other sizes would give, and how it was made. */
export function PlanResult({ plan }: { plan: ProjectPlan }) {
  const { request, words, outcome, planned, sizes, rules } = plan
  const hasHours = sizes.some(({ hours }) => hours !== null)
  return (
    <>
      <Callout tone={outcome === 'planned' ? 'success' : 'warning'}>{words}</Callout>
      <Panel title="Sizes" description="How wide the interval comes out in simulated projects of each size.">
        <Table caption="Sizes of the project and widths of the interval">
          <thead>
            <tr>
              <Th numeric>Responses</Th>
              <Th numeric>Units</Th>
              <Th numeric>Labels</Th>
              {hasHours ? <Th numeric>Hours</Th> : null}
              <Th numeric className="whitespace-normal">
                Median width
              </Th>
              <Th numeric className="whitespace-normal">
                Width not exceeded in {Math.round(100 * request.assurance)} of 100 projects
              </Th>
              <Th numeric className="whitespace-normal">
                As narrow as {request.width}
              </Th>
            </tr>
          </thead>
          <tbody>
            {sizes.map((size) => (
              <Row
                key={size.responses}
                size={size}
                isPlanned={size.responses === planned?.responses}
                hasHours={hasHours}
              />
            ))}
          </tbody>
        </Table>
      </Panel>
      <Panel title="How this plan was made">
        <ul className="max-w-prose list-disc space-y-1 ps-5 text-sm">
          {rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </Panel>
    </>
  )
}

interface RowProps {
  size: PlannedSize
  isPlanned: boolean
  hasHours: boolean
}

function Row({ size, isPlanned, hasHours }: RowProps) {
  const { responses, units, labels, hours, median, assured, reached, projects } = size
  return (
    <tr className={isPlanned ? 'font-semibold' : undefined}>
      <Th scope="row" numeric>
        {count(responses)}
        {isPlanned ? <span className="block font-normal text-muted text-xs">planned</span> : null}
      </Th>
      <Td numeric>{count(units)}</Td>
      <Td numeric>{count(labels)}</Td>
      {hasHours ? <Td numeric>{hours === null ? '–' : count(Math.ceil(hours))}</Td> : null}
      <Td numeric>{width(median)}</Td>
      <Td numeric>{width(assured)}</Td>
      <Td numeric>
        {Math.round(100 * reached)}%<span className="block font-normal text-muted text-xs">of {projects} projects</span>
      </Td>
    </tr>
  )
}
