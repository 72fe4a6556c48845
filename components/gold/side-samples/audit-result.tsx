import { DatasetPanel } from '@/components/gold/dataset/dataset-panel'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Time } from '@/components/ui/time'
import { counted } from '@/components/workspace/imports/counted'
import type { AuditView } from '@/lib/gold/side-samples/contract'

/** One audit: where it is, how far, and what it found so far. */
export function AuditResult({ audit }: { audit: AuditView }) {
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
          <DatasetPanel key={panel.key} projectId={auditId} panel={panel} rule="" ruleTitle={null} />
        ))}
      </div>
    </Panel>
  )
}
