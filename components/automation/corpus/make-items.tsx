'use client'

import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Link } from '@/components/ui/link'
import type { CorpusItems } from '@/lib/automation/evidence/corpus/contract'
import { useMakeItems } from '@/lib/automation/evidence/corpus/hooks'
import { documentAddress } from '@/lib/automation/evidence/corpus/rules'
import { counted } from './counted'

type Props = { projectId: string; total: number }

/** Makes items of the documents, for protocols whose pre-fill builds on texts. */
export function MakeItems({ projectId, total }: Props) {
  const make = useMakeItems(projectId)
  return (
    <section aria-label="Items of these documents" className="space-y-3">
      <AlertDialog
        tone="primary"
        trigger={<Button disabled={make.isPending}>Make items of these documents</Button>}
        title={`Make items of ${counted(total, 'document')}?`}
        description="Every document that is no item yet becomes one. Nobody can take them before you open them, so that the builder can run first."
        confirmLabel="Make items"
        onConfirm={() => make.mutateAsync()}
      />
      <div aria-live="polite">{make.data ? <Outcome projectId={projectId} made={make.data} /> : null}</div>
    </section>
  )
}

function Outcome({ projectId, made: { added, known, refused } }: { projectId: string; made: CorpusItems }) {
  if (refused.length > 0) return <Refused projectId={projectId} refused={refused} />
  const same = known > 0 ? ` ${counted(known, 'document')} had become ${known === 1 ? 'an item' : 'items'} before.` : ''
  return (
    <Callout tone="success" title={`${counted(added, 'item')} made.${same}`}>
      They are not open yet. Next, run the builder under <Link href={`/projects/${projectId}/prefill`}>Pre-fill</Link>.
      When it has ended, open what it made under <Link href={`/projects/${projectId}/items`}>Items</Link>.
    </Callout>
  )
}

function Refused({ projectId, refused }: { projectId: string; refused: CorpusItems['refused'] }) {
  return (
    <Callout tone="danger" title="No items were made: some documents cannot become any.">
      <ul className="max-h-72 list-disc space-y-1 overflow-y-auto ps-5">
        {refused.map(({ documentId, title, reason }) => (
          <li key={documentId} className="wrap-anywhere">
            <Link href={documentAddress(projectId, documentId)}>
              <bdi>{title}</bdi>
            </Link>
            : {reason}
          </li>
        ))}
      </ul>
    </Callout>
  )
}
