import { Table, Td, Th, Tr } from '@/components/ui/table'
import { ToneMark } from '@/components/ui/tone-mark'

interface Problem {
  /** Of several files that were read together the one it stands in. */
  file?: string | undefined
  line: number
  field: string
  message: string
  fix: string
  /** Marked where warnings stand among problems. */
  severity?: 'error' | 'warning'
}

/** What is wrong with a file, by line and field, and what to do. */
export function ProblemsTable({ problems }: { problems: readonly Problem[] }) {
  const found = problems.some(({ severity }) => severity === 'warning') ? 'What was found' : 'What is wrong'
  return (
    <Table stacked caption="Problems by line">
      <thead>
        <tr>
          <Th numeric>Line</Th>
          <Th>Field</Th>
          <Th>{found}</Th>
          <Th>What to do</Th>
        </tr>
      </thead>
      <tbody>
        {problems.map(({ file, line, field, message, fix, severity }) => (
          <Tr key={`${file} ${line} ${field} ${message}`}>
            <Td numeric label="Line">
              {file === undefined ? null : (
                <>
                  <bdi className="wrap-anywhere text-muted">{file}</bdi>{' '}
                </>
              )}
              {line}
            </Td>
            <Td label="Field" className="font-mono text-[0.8125rem]" dir="ltr">
              {field || '–'}
            </Td>
            <Td label={found} className="wrap-anywhere min-w-48">
              <span>
                {severity ? <SeverityMark severity={severity} /> : null}
                {message}
              </span>
            </Td>
            <Td label="What to do" className="min-w-40 text-muted">
              {fix}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

export const SeverityMark = ({ severity }: { severity: 'error' | 'warning' }) => (
  <>
    <span className="me-1.5 inline-flex align-[-0.125em]">
      <ToneMark tone={severity === 'error' ? 'negative' : 'warning'} />
    </span>
    <span className="sr-only">{severity === 'error' ? 'Problem: ' : 'Warning: '}</span>
  </>
)
