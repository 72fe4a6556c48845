'use client'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Panel } from '@/components/ui/panel'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { counted } from '@/components/workspace/imports/counted'
import { MOST_SEED } from '@/lib/gold/side-samples/rules'
import type { SamplingView } from '@/lib/gold/side-samples/sampling/contract'
import { samplingQuery, useRestoreSampled, useSampleItems } from '@/lib/gold/side-samples/sampling/hooks'
import { planOf } from './sampling-draft'
import { SamplingTable } from './sampling-table'

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
          <Field label="Seed" hint="The same seed draws the same." error={plan.seedError ?? undefined}>
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
