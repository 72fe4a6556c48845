'use client'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { EmptyState } from '@/components/ui/empty-state'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Panel } from '@/components/ui/panel'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { Table, Td, Th } from '@/components/ui/table'
import { MOST_SEED } from '@/lib/gold/side-samples/rules'
import type { SamplingView } from '@/lib/gold/side-samples/sampling/contract'
import { samplingQuery, useRestoreSampled, useSampleItems } from '@/lib/gold/side-samples/sampling/hooks'
import { counted } from '@/lib/text/counted'

interface SamplingTableProps {
  data: SamplingView
  drafts: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
  onChange: (drafts: Record<string, string>) => void
}

/** A row for each set: how many items it has, how many of them were begun, how many are to stay. */
function SamplingTable({ data: { by, sets }, drafts, errors, onChange }: SamplingTableProps) {
  if (sets.length === 0)
    return <EmptyState title="There are no items yet">Import items first; their {by}s appear here as sets.</EmptyState>
  return (
    <Table caption={`Items by ${by}, and how many are to stay`}>
      <thead>
        <tr>
          <Th>{by === 'source' ? 'Source' : 'Domain'}</Th>
          <Th numeric>Items</Th>
          <Th numeric>Begun</Th>
          <Th numeric>Set aside before</Th>
          <Th>Keep</Th>
        </tr>
      </thead>
      <tbody>
        {sets.map(({ set, items, begun, setAside }) => (
          <tr key={set}>
            <Th scope="row">
              <span dir="auto" className="wrap-anywhere block min-w-24">
                {set === '' ? 'not given' : set}
              </span>
            </Th>
            <Td numeric>{items.toLocaleString('en')}</Td>
            <Td numeric>{begun.toLocaleString('en')}</Td>
            <Td numeric>{setAside.toLocaleString('en')}</Td>
            <Td>
              <Field label={`Keep of ${set === '' ? 'those without one' : set}`} hideLabel error={errors[set]}>
                <Input
                  type="number"
                  min={0}
                  placeholder="all"
                  className="w-28"
                  value={drafts[set] ?? ''}
                  onChange={(event) => onChange({ ...drafts, [set]: event.target.value })}
                />
              </Field>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** What a manager has written into the sampling plan, read. Pure. */
interface SamplingPlan {
  counts: Record<string, number>
  /** By set: what is wrong with what was written. */
  errors: Record<string, string>
  seed: number
  seedError: string | null
  /** How many items would be set aside. */
  going: number
  isFine: boolean
}

export function planOf(
  sets: SamplingView['sets'],
  drafts: Readonly<Record<string, string>>,
  seed: string,
): SamplingPlan {
  const counts: Record<string, number> = {}
  const errors: Record<string, string> = {}
  let going = 0
  for (const { set, items, begun } of sets) {
    const written = drafts[set]?.trim() ?? ''
    if (written === '') continue
    const count = Number(written)
    if (!Number.isInteger(count) || count < 0) errors[set] = 'Write a whole number, or leave it empty.'
    else {
      counts[set] = count
      going += Math.max(0, items - Math.max(count, begun))
    }
  }
  const number = Number(seed)
  const isSeed = seed.trim() !== '' && Number.isInteger(number) && number >= 0 && number <= MOST_SEED
  const seedError = isSeed ? null : 'Write a whole number from 0.'
  const isFine = isSeed && Object.keys(errors).length === 0
  return { counts, errors, seed: isSeed ? number : 1, seedError, going, isFine }
}

const FIELDS = [
  { value: 'source', label: 'By source' },
  { value: 'domain', label: 'By domain' },
] as const

/** How many items of each set stay to be annotated; the others are set aside, and can be brought back. */
export function SamplingPanel({ projectId, initialData }: { projectId: string; initialData: SamplingView }) {
  const router = useRouter()
  const { by } = initialData
  const { data } = useQuery({ ...samplingQuery(projectId, by), initialData })
  const [drafts, setDrafts] = useState<Record<string, string>>({})
  const [seed, setSeed] = useState('1')
  const sample = useSampleItems(projectId)
  const plan = planOf(data.sets, drafts, seed)
  const apply = async () => {
    await sample.mutateAsync({ by, counts: plan.counts, seed: plan.seed })
    setDrafts({})
  }
  const going = counted(plan.going, 'item')
  return (
    <Panel
      title="Sampling plan"
      description="Write how many items of a set are to be annotated. What somebody has begun stays and counts; the rest is drawn. Sets that you leave empty stay whole."
      actions={
        <SegmentedControl
          label="Sets"
          options={FIELDS}
          value={by}
          onValueChange={(next) => router.push(`/projects/${projectId}/audits?by=${next}`)}
        />
      }
    >
      <div className="space-y-4">
        <SamplingTable data={data} drafts={drafts} errors={plan.errors} onChange={setDrafts} />
        <div className="flex flex-wrap items-end gap-4">
          <Field label="Seed" hint="The same seed draws the same sample." error={plan.seedError ?? undefined}>
            <Input
              type="number"
              min={0}
              max={MOST_SEED}
              value={seed}
              onChange={(event) => setSeed(event.target.value)}
            />
          </Field>
          <AlertDialog
            title={`Set ${going} aside?`}
            description="They are discarded with the plan as the reason. Nothing is deleted: all of them can be brought back here, or each on its page."
            confirmLabel={`Set ${going} aside`}
            onConfirm={apply}
            trigger={
              <Button variant="primary" disabled={plan.going === 0 || !plan.isFine}>
                {plan.going === 0 ? 'Nothing to set aside' : `Set ${going} aside`}
              </Button>
            }
          />
        </div>
        {sample.data ? (
          <Callout tone="success" title={`${counted(sample.data.setAside, 'item')} set aside`} live>
            {counted(sample.data.kept, 'item')} of the sets that you named stay.
          </Callout>
        ) : null}
        <Restore projectId={projectId} count={data.sets.reduce((sum, { setAside }) => sum + setAside, 0)} />
      </div>
    </Panel>
  )
}

function Restore({ projectId, count }: { projectId: string; count: number }) {
  const restore = useRestoreSampled(projectId)
  if (count === 0 && !restore.data) return null
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm">
      {restore.data ? (
        <p role="status">{counted(restore.data.restored, 'item')} brought back.</p>
      ) : (
        <p>{counted(count, 'item is', 'items are')} set aside by sampling.</p>
      )}
      {count > 0 ? (
        <Button size="sm" loading={restore.isPending} onClick={() => restore.mutate()}>
          Bring all back
        </Button>
      ) : null}
      {restore.error ? <p role="alert">{restore.error.message}</p> : null}
    </div>
  )
}
