import { countOf } from '@/components/quality/agreement/figure-format'
import { ChartBar } from '@/components/ui/chart-bar'
import { Table, Td, Th } from '@/components/ui/table'
import type { Discussion } from '@/lib/quality/agreement/disagreements/contract'
import { MoveCount } from './move-count'
import { ShareText } from './share-text'

type Outcome = Exclude<keyof Discussion['outcomes'], 'settled'>

const OUTCOMES: readonly { key: Outcome; text: string }[] = [
  { key: 'discussedToOne', text: 'Discussed: one took over what the other had said' },
  { key: 'discussedToThird', text: 'Discussed: both went to another value' },
  { key: 'decidedForOne', text: 'Decided by a third person for an annotator’s value' },
  { key: 'decidedForThird', text: 'Decided by a third person for another value' },
  { key: 'majority', text: 'Decided by the majority' },
  { key: 'dissolved', text: 'No longer asked once others were settled' },
]

/** What became of disagreements, with the share that ended on a partner's value. */
export function OutcomesTable({ data: { project, outcomes, conformity } }: { data: Discussion }) {
  const shown = OUTCOMES.filter(({ key }) => outcomes[key].count > 0)
  const all = outcomes.settled.count + outcomes.dissolved.count
  return (
    <>
      <Table caption="Disagreements by how they were settled">
        <thead>
          <tr>
            <Th>Settled how</Th>
            <Th numeric>Disagreements</Th>
            <Th>
              <span className="sr-only">Chart</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ key, text }) => (
            <tr key={key}>
              <Th scope="row">{text}</Th>
              <Td numeric>
                <MoveCount projectId={project.id} cell={outcomes[key]} about={`disagreements: ${text}`} />
              </Td>
              <Td className="w-1/3">
                <ChartBar share={outcomes[key].count / Math.max(1, all)} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {conformity.of === 0 ? null : (
        <p className="mt-3 max-w-prose text-sm">
          Conformity: of {countOf(conformity.of, 'disagreement')} that the annotators settled by themselves,{' '}
          <ShareText share={conformity} /> ended on a value that one of them had given.
        </p>
      )}
    </>
  )
}
