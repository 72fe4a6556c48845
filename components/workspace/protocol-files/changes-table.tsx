import { Table, Td, Th } from '@/components/ui/table'
import type { VersionChangeView } from '@/lib/workspace/protocol-files/contract'
import { touchedText } from '@/lib/workspace/protocol-files/rules'

type Change = VersionChangeView['changes'][number]
type ChangesTableProps = {
  caption: string
  changes: readonly (Pick<Change, 'weight' | 'at' | 'message'> & Partial<Change>)[]
  /** Is it said what each change touches in a project? */
  counted?: boolean
}

const WEIGHT = { labels: 'Stored answers', work: 'The work', text: 'Words only' }

/** What is another from one version of a protocol file to the next. */
export function ChangesTable({ caption, changes, counted = false }: ChangesTableProps) {
  return (
    <Table caption={caption} stacked>
      <thead>
        <tr>
          <Th>Touches</Th>
          <Th>Where</Th>
          <Th>What</Th>
          {counted ? <Th>In this project</Th> : null}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ weight, at, message, stored = [], never = false, handled = null }) => (
          <tr key={`${at} ${message}`}>
            <Td label="Touches">{WEIGHT[weight]}</Td>
            <Td label="Where">
              <code>{at}</code>
            </Td>
            <Td label="What">{message}</Td>
            {counted ? <Td label="In this project">{touchedText({ stored, never, handled })}</Td> : null}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
