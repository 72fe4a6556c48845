'use client'

import { useState } from 'react'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { counted } from '@/lib/text/counted'
import type { ImportDetail } from '@/lib/workspace/imports/contract'
import { ProblemsTable, SeverityMark } from './problems-table'

const ALL = 'all'
/** Rows shown at a time; more on demand. */
const STEP = 100

/** Problems and warnings by kind with their lines; each of them on demand. */
export function ProblemsPanel({ data }: { data: ImportDetail }) {
  const { groups, problemCount, warningCount } = data
  const title = [
    problemCount > 0 ? counted(problemCount, 'problem') : null,
    warningCount > 0 ? counted(warningCount, 'warning') : null,
  ]
  const found = warningCount > 0 ? 'What was found' : 'What is wrong'
  const description =
    problemCount > 0 ? 'Problems keep records out; warnings deserve a look.' : 'Warnings deserve a look.'
  return (
    <Panel title={title.filter(Boolean).join(', ')} description={description}>
      <Table caption="Problems and warnings by kind" stacked>
        <thead>
          <tr>
            <Th>Lines</Th>
            <Th numeric>Count</Th>
            <Th>{found}</Th>
            <Th>What to do</Th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ kind, severity, message, count, lines, fix }) => (
            <Tr key={kind}>
              <Td label="Lines" className="min-w-24 tabular-nums">
                {lines}
              </Td>
              <Td label="Count" numeric>
                {count}
              </Td>
              <Td label={found} className="wrap-anywhere min-w-48">
                <div>
                  <SeverityMark severity={severity} />
                  {message}
                </div>
              </Td>
              <Td label="What to do" className="min-w-40 text-muted">
                {fix}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      <details className="mt-4">
        <summary className="cursor-pointer text-sm">Every line and field</summary>
        <Findings data={data} />
      </details>
    </Panel>
  )
}

function Findings({ data }: { data: ImportDetail }) {
  const { groups, problems, problemCount, warningCount } = data
  const [kind, setKind] = useState(ALL)
  const [limit, setLimit] = useState(STEP)
  const found = kind === ALL ? problems : problems.filter((problem) => problem.kind === kind)
  const total = kind === ALL ? problemCount + warningCount : (groups.find((group) => group.kind === kind)?.count ?? 0)
  const options = groups.map((group) => ({
    value: group.kind,
    label: `${group.severity === 'error' ? 'Problem' : 'Warning'}: ${group.message} (${group.count})`,
  }))
  return (
    <div className="mt-3 space-y-3">
      <Select
        label="Show"
        className="max-w-[min(32rem,80vw)]"
        options={[{ value: ALL, label: 'All kinds' }, ...options]}
        value={kind}
        onValueChange={setKind}
      />
      <ProblemsTable problems={found.slice(0, limit)} />
      <p className="text-muted text-sm">
        {found.length > limit ? (
          <button type="button" className="underline" onClick={() => setLimit(limit + STEP)}>
            Show {Math.min(STEP, found.length - limit)} more
          </button>
        ) : null}
        {total > found.length ? ` The first ${counted(found.length, 'finding')} of ${total} are listed.` : null}
      </p>
    </div>
  )
}
