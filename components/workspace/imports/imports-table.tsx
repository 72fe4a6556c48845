import { Link } from '@/components/ui/link'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { ImportView } from '@/lib/workspace/imports/contract'
import { fileSize } from './counted'
import { ImportStateBadge } from './import-state-badge'

/** The latest files and what became of them. */
export function ImportsTable({ projectId, imports }: { projectId: string; imports: readonly ImportView[] }) {
  return (
    <Table caption="Earlier imports">
      <thead>
        <tr>
          <Th>File</Th>
          <Th>State</Th>
          <Th numeric>Size</Th>
          <Th numeric>New</Th>
          <Th numeric>Already here</Th>
          <Th numeric>Problems</Th>
          <Th>Uploaded</Th>
        </tr>
      </thead>
      <tbody>
        {imports.map((each) => (
          <Tr key={each.id}>
            <Td className="max-w-72">
              <Link href={`/projects/${projectId}/import/${each.id}`} className="break-words" dir="auto">
                {each.fileName}
              </Link>
            </Td>
            <Td>
              <ImportStateBadge state={each.state} />
            </Td>
            <Td numeric className="whitespace-nowrap">
              {fileSize(each.byteSize)}
            </Td>
            <Td numeric>{each.newCount}</Td>
            <Td numeric>{each.duplicateCount}</Td>
            <Td numeric>{each.problemCount}</Td>
            <Td className="whitespace-nowrap">
              <Time value={each.createdAt} format="relative" />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
