import { Callout } from '@/components/ui/callout'
import { ButtonLink } from '@/components/ui/link'
import type { ImportDetail } from '@/lib/workspace/imports/contract'
import { counted } from './counted'

/** What the check or the write came to, in a sentence or two. */
export function ImportOutcome({ data }: { data: ImportDetail }) {
  const { state, recordCount, newCount, duplicateCount, problemCount } = data
  const already =
    duplicateCount > 0
      ? ` ${counted(duplicateCount, 'record is', 'records are')} already here and will not be added again.`
      : ''
  const base = `/projects/${data.projectId}`
  if (state === 'ready' && newCount === 0) {
    return (
      <Callout title="There is nothing new in this file" live>
        {recordCount === 1 ? 'Its record is' : `All ${counted(recordCount, 'record')} are`} already in the project.
      </Callout>
    )
  }
  if (state === 'ready') {
    return (
      <Callout tone="success" title={`${counted(newCount, 'new record')}, no problems`} live>
        Nothing has been added yet.{already}
      </Callout>
    )
  }
  if (state === 'refused') {
    return (
      <Callout tone="danger" title={`${counted(problemCount, 'problem')} in this file`}>
        Nothing was added. Correct the file and upload it again: it comes in whole or not at all.
      </Callout>
    )
  }
  if (state === 'done') {
    return (
      <Callout
        tone="success"
        title={newCount > 0 ? `${counted(newCount, 'item')} added` : 'Nothing was added'}
        live
        actions={<ButtonLink href={`${base}/items`}>Show the items</ButtonLink>}
      >
        {duplicateCount > 0
          ? `${counted(duplicateCount, 'record was', 'records were')} already here.`
          : 'Every record was new.'}
      </Callout>
    )
  }
  if (state === 'failed') {
    return (
      <Callout tone="danger" title="The import failed">
        {data.error ?? 'Nothing was added. Upload the file again.'}
      </Callout>
    )
  }
  return state === 'cancelled' ? <Callout title="Cancelled">Nothing of this file was kept.</Callout> : null
}
