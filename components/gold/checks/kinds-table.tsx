import { Badge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import type { Kind } from '@/lib/gold/checks/contract'
import { checksHref } from '@/lib/gold/checks/rules'

interface KindsTableProps {
  projectId: string
  kinds: readonly Kind[]
  /** The kind whose findings stand below. */
  shown: string | undefined
}

/** Everything that is looked for, contradictions first, with how much of it was found. */
export function KindsTable({ projectId, kinds, shown }: KindsTableProps) {
  const sorted = [...kinds].sort(
    (a, b) => Number(b.severity === 'contradiction') - Number(a.severity === 'contradiction'),
  )
  return (
    <Table caption="What is looked for, and how much of it was found">
      <thead>
        <tr>
          <Th>Check</Th>
          <Th>Weight</Th>
          <Th numeric>Findings</Th>
          <Th numeric>Items</Th>
        </tr>
      </thead>
      <tbody>
        {sorted.map((kind) => (
          <Tr key={kind.key} selected={kind.key === shown && kind.findings > 0}>
            <Th scope="row" className="min-w-56">
              {kind.title}
              <span className="block max-w-prose font-normal text-muted text-xs">{kind.description}</span>
            </Th>
            <Td>
              <Severity severity={kind.severity} />
            </Td>
            <Td numeric>
              {kind.findings === 0 ? (
                '0'
              ) : (
                <Link href={checksHref(projectId, { kind: kind.key })}>
                  {kind.findings.toLocaleString('en')}
                  <span className="sr-only"> findings: {kind.title}</span>
                </Link>
              )}
            </Td>
            <Td numeric>{kind.items.toLocaleString('en')}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

const Severity = ({ severity }: Pick<Kind, 'severity'>) =>
  severity === 'contradiction' ? <Badge tone="negative">Contradiction</Badge> : <Badge tone="partial">Look at it</Badge>
