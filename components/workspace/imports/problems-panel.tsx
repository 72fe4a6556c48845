'use client'

import { useState } from 'react'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import type { ImportDetail } from '@/lib/workspace/imports/contract'
import { counted } from './counted'
import { ProblemsTable } from './problems-table'

const ALL = 'all'
/** Rows shown at a time; more on demand. */
const STEP = 100

/** Problems and warnings by kind, then each with its line and field. */
export function ProblemsPanel({ data }: { data: ImportDetail }) {
  const [kind, setKind] = useState(ALL)
  const [limit, setLimit] = useState(STEP)
  const found = kind === ALL ? data.problems : data.problems.filter((problem) => problem.kind === kind)
  const total =
    kind === ALL
      ? data.problemCount + data.warningCount
      : (data.groups.find((group) => group.kind === kind)?.count ?? 0)
  const title = [
    data.problemCount > 0 ? counted(data.problemCount, 'problem') : null,
    data.warningCount > 0 ? counted(data.warningCount, 'warning') : null,
  ]
  const options = data.groups.map((group) => ({
    value: group.kind,
    label: `${group.severity === 'error' ? 'Problem' : 'Warning'}: ${group.message} (${group.count})`,
  }))
  return (
    <Panel
      title={title.filter(Boolean).join(', ')}
      description="Problems keep the file out; warnings deserve a look."
      actions={
        <Select
          label="Show"
          className="max-w-[min(32rem,80vw)]"
          options={[{ value: ALL, label: 'All kinds' }, ...options]}
          value={kind}
          onValueChange={setKind}
        />
      }
    >
      <ProblemsTable problems={found.slice(0, limit)} />
      <p className="mt-3 text-muted text-sm">
        {found.length > limit ? (
          <button type="button" className="underline" onClick={() => setLimit(limit + STEP)}>
            Show {Math.min(STEP, found.length - limit)} more
          </button>
        ) : null}
        {total > found.length ? ` The first ${counted(found.length, 'finding')} of ${total} are listed.` : null}
      </p>
    </Panel>
  )
}
