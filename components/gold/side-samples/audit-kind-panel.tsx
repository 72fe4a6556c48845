'use client'
import type { FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { counted } from '@/components/workspace/imports/counted'
import type { AuditKind } from '@/lib/gold/side-samples/contract'
import { useCreateAudit } from '@/lib/gold/side-samples/hooks'
import { MOST_SAMPLED, MOST_SEED } from '@/lib/gold/side-samples/rules'

interface AuditKindPanelProps {
  projectId: string
  kind: AuditKind
  canCreate: boolean
}

/** One audit that the protocol knows: what there is to draw from, and the form that draws. */
export function AuditKindPanel({ projectId, kind, canCreate }: AuditKindPanelProps) {
  const create = useCreateAudit(projectId)
  const { records } = kind.eligible
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const name = String(form.get('name') ?? '').trim()
    create.mutate({
      kind: kind.key,
      sample: Number(form.get('sample')),
      seed: Number(form.get('seed')),
      ...(name === '' ? {} : { name }),
    })
  }
  return (
    <Panel title={kind.title} headingLevel={3} description={kind.description}>
      <div className="space-y-4">
        <p className="text-sm">{eligibleText(kind)}</p>
        {canCreate && records > 0 ? (
          <form onSubmit={submit} className="space-y-4">
            <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
              <Field
                label="How many"
                hint={
                  records < kind.sample
                    ? `There are ${records.toLocaleString('en')}; a larger number takes them all.`
                    : undefined
                }
              >
                <Input name="sample" type="number" min={1} max={MOST_SAMPLED} defaultValue={kind.sample} required />
              </Field>
              <Field label="Seed" hint="The same seed draws the same.">
                <Input name="seed" type="number" min={0} max={MOST_SEED} defaultValue={1} required />
              </Field>
            </div>
            <Field label="Name of the new project" hint="Leave empty for one made of this project’s.">
              <Input name="name" maxLength={200} />
            </Field>
            <Button type="submit" variant="primary" loading={create.isPending}>
              Draw the sample
            </Button>
          </form>
        ) : null}
        {create.data ? <Drawn result={create.data} /> : null}
        {create.error ? (
          <Callout tone="danger" title="Nothing was drawn" live>
            {create.error.message}
          </Callout>
        ) : null}
      </div>
    </Panel>
  )
}

function eligibleText({ eligible: { records, items, isAll }, protocol }: AuditKind): string {
  if (records === 0) return 'There is nothing to draw from yet: it takes items with gold that bring something to judge.'
  const from = `${isAll ? '' : 'At least '}${counted(records, 'record')} of ${counted(items, 'item')} with gold`
  return `${from} can be drawn. The sample is judged under “${protocol}”.`
}

function Drawn({ result }: { result: NonNullable<ReturnType<typeof useCreateAudit>['data']> }) {
  const { auditId, name, asked, size } = result
  return (
    <Callout tone="success" title={`${counted(size, 'record')} drawn`} live>
      {size < asked ? `You asked for ${asked.toLocaleString('en')}; these are all there are. ` : ''}
      The project <Link href={`/projects/${auditId}`}>{name}</Link> is ready: add its people under Members.
    </Callout>
  )
}
