'use client'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { DatasetPanel } from '@/components/gold/dataset/dataset-panel'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { EmptyState } from '@/components/ui/empty-state'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Time } from '@/components/ui/time'
import type { AuditKind, AuditsView as AuditsData, AuditView } from '@/lib/gold/side-samples/contract'
import { auditsQuery, useCreateAudit } from '@/lib/gold/side-samples/hooks'
import { MOST_SAMPLED, MOST_SEED } from '@/lib/gold/side-samples/rules'
import type { SamplingView } from '@/lib/gold/side-samples/sampling/contract'
import { counted } from '@/lib/text/counted'
import { SamplingPanel } from './sampling-panel'

interface AuditKindPanelProps {
  projectId: string
  kind: AuditKind
  canCreate: boolean
}

/** One audit that the protocol knows: what there is to draw from, and the form that draws. */
function AuditKindPanel({ projectId, kind, canCreate }: AuditKindPanelProps) {
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
              <Field label="Seed" hint="The same seed draws the same sample.">
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

/** One audit: where it is, how far, and what it found so far. */
function AuditResult({ audit }: { audit: AuditView }) {
  const { auditId, name, title, size, eligible, seed, createdAt, isOpen, progress, panels } = audit
  const judged = progress.items - progress.discarded
  return (
    <Panel
      title={isOpen ? <Link href={`/projects/${auditId}`}>{name}</Link> : name}
      headingLevel={3}
      description={
        <>
          {title}: {counted(size, 'record')} drawn from {eligible.toLocaleString('en')} with the seed {seed},{' '}
          <Time value={createdAt} />.
        </>
      }
    >
      <p className="mb-4 text-sm">
        {progress.gold.toLocaleString('en')} of {judged.toLocaleString('en')} judged
        {progress.discarded > 0 ? `, ${counted(progress.discarded, 'other')} discarded` : ''}.
        {panels.length === 0 ? ' Figures appear here with the first that is settled.' : ''}
      </p>
      <div className="space-y-4">
        {panels.map((panel) => (
          <DatasetPanel
            withPrinted={false}
            key={panel.key}
            projectId={auditId}
            panel={panel}
            rule=""
            ruleTitle={null}
          />
        ))}
      </div>
    </Panel>
  )
}

interface AuditsViewProps {
  projectId: string
  initialData: AuditsData
  /** The sets of the project; null for those who do not manage it. */
  sampling: SamplingView | null
}

/** What is drawn from a project: items to annotate by set, and gold to be audited by others. */
export function AuditsView({ projectId, initialData, sampling }: AuditsViewProps) {
  const { data } = useQuery({ ...auditsQuery(projectId), initialData })
  const { kinds, audits, auditOf, canCreate } = data
  return (
    <>
      <PageHeader
        title="Sampling and audits"
        description="Which items are annotated, set by set; and samples of the gold that others judge for something else, in projects of their own."
      />
      <div className="space-y-8">
        {auditOf ? (
          <Callout>
            This project is an audit ({auditOf.title.toLowerCase()}) of{' '}
            <Link href={`/projects/${auditOf.projectId}/audits`}>{auditOf.name}</Link>.
          </Callout>
        ) : null}
        <section aria-labelledby="audits-heading" className="space-y-4">
          <h2 id="audits-heading" className="font-semibold text-lg">
            Audits
          </h2>
          {kinds.length === 0 ? (
            <EmptyState title="No audits for this protocol">
              The paper behind this protocol describes no audits of its gold, so there is nothing to do here.
            </EmptyState>
          ) : (
            <div className="grid gap-4 lg:grid-cols-2">
              {kinds.map((kind) => (
                <AuditKindPanel key={kind.key} projectId={projectId} kind={kind} canCreate={canCreate} />
              ))}
            </div>
          )}
          {audits.map((audit) => (
            <AuditResult key={audit.auditId} audit={audit} />
          ))}
        </section>
        {sampling ? <SamplingPanel key={sampling.by} projectId={projectId} initialData={sampling} /> : null}
      </div>
    </>
  )
}
