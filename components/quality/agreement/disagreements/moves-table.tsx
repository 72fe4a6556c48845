import { Table, Td, Th } from '@/components/ui/table'
import type { Discussion } from '@/lib/quality/agreement/disagreements/contract'
import { MoveCount } from './move-count'

/** People by people: the row gave way to the column. */
export function MovesTable({ data: { project, people, moves } }: { data: Discussion }) {
  const involved = people.filter(({ key }) => moves.some(({ from, to }) => from === key || to === key))
  return (
    <Table caption="Disagreements in which the row’s annotator gave way to the column’s">
      <thead>
        <tr>
          <Th>Gave way</Th>
          {involved.map(({ key, name }) => (
            <Th key={key} numeric dir="auto">
              to {name}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {involved.map((from) => (
          <tr key={from.key}>
            <Th scope="row" dir="auto">
              {from.name}
            </Th>
            {involved.map((to) => {
              const move = moves.find((each) => each.from === from.key && each.to === to.key)
              return (
                <Td key={to.key} numeric>
                  {from.key === to.key ? (
                    <span className="text-muted">same</span>
                  ) : move ? (
                    <MoveCount
                      projectId={project.id}
                      cell={move.cell}
                      about={`times ${from.name} gave way to ${to.name}`}
                    />
                  ) : (
                    <span className="text-muted">0</span>
                  )}
                </Td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
