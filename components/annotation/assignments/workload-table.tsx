import { Table, Td, Th } from '@/components/ui/table'
import type { Assignments } from '@/lib/annotation/assignments/contract'

/** Each member's shares in numbers. */
export function WorkloadTable({ people }: { people: Assignments['people'] }) {
  return (
    <section aria-labelledby="people-heading" className="space-y-4">
      <h2 id="people-heading" className="font-semibold text-lg">
        People
      </h2>
      <Table caption="Shares of each member">
        <thead>
          <tr>
            <Th>Person</Th>
            <Th>Role</Th>
            <Th numeric>Open</Th>
            <Th numeric>Submitted</Th>
            <Th numeric>Skipped</Th>
            <Th numeric>Quota</Th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.userId}>
              <Th scope="row">
                <span dir="auto">{person.name}</span>
              </Th>
              <Td>{person.role}</Td>
              <Td numeric>{person.open}</Td>
              <Td numeric>{person.submitted}</Td>
              <Td numeric>{person.skipped}</Td>
              <Td numeric>{person.quota ?? 'none'}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
