'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Kbd } from '@/components/ui/kbd'
import { toast } from '@/components/ui/toast'
import { BACKSPACE, DELETE, ENTER } from '@/lib/platform/client/fixed-keys'
import type { ItemTask, ItemView } from '@/lib/workspace/items/contract'
import { itemKeys, useResegment, useResetSegments } from '@/lib/workspace/items/hooks'
import { SegmentField } from './segment-field'
import { useSegments } from './use-segments'

type ResegmentEditorProps = { item: ItemView; task: ItemTask; onDone: () => void }

/** Splits and merges segments by keyboard or mouse; the text itself cannot be changed here. */
export function ResegmentEditor({ item, task, onDone }: ResegmentEditorProps) {
  const client = useQueryClient()
  const kind = task.segmented?.kind
  const texts = task.units.filter((unit) => unit.kind === kind).map((unit) => unit.text)
  const { segments, caret, changed, split, merge, undo } = useSegments(texts, task.segmented?.whole ?? '')
  const save = useResegment(item.projectId, item.id)
  const reset = useResetSegments(item.projectId, item.id)
  // The revision the work started from, whatever is fetched meanwhile: somebody else's change must not be overwritten.
  const [expectedRevision] = useState(task.revision)
  const place = { stage: task.stage, expectedRevision }
  const onSuccess = () => {
    toast.success('The segments are saved')
    onDone()
  }
  const cancel = () => {
    void client.invalidateQueries({ queryKey: itemKeys.one(item.id) })
    onDone()
  }
  const error = save.error ?? reset.error
  return (
    <div className="space-y-4">
      <p className="text-muted text-sm">
        Put the caret into a segment. <Kbd of={ENTER} /> splits it there, <Kbd of={DELETE} /> at its end joins the next
        one, <Kbd of={BACKSPACE} /> at its beginning joins the one before. The text stays as it is.
      </p>
      <ol className="space-y-2">
        {keyed(segments).map(({ key, text, index }) => (
          <SegmentField
            key={key}
            text={text}
            number={index + 1}
            isLast={index === segments.length - 1}
            caret={caret?.index === index ? caret.offset : null}
            onSplit={(offset) => split(index, offset)}
            onMerge={() => merge(index)}
            onMergeBefore={() => merge(index - 1)}
          />
        ))}
      </ol>
      {error ? (
        <Callout tone="danger" title="The segments were not saved">
          {error.message}
        </Callout>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={!changed}
          loading={save.isPending}
          onClick={() => save.mutate({ ...place, segments: [...segments] }, { onSuccess })}
        >
          Save segments
        </Button>
        <Button disabled={!changed} onClick={undo}>
          Undo
        </Button>
        {task.segmented?.changed ? (
          <Button loading={reset.isPending} onClick={() => reset.mutate(place, { onSuccess })}>
            Reset to automatic
          </Button>
        ) : null}
        <Button variant="ghost" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

/** Segments with keys that follow their place in the text, so that those before and after a change stay mounted. */
function keyed(segments: readonly string[]): { key: string; text: string; index: number }[] {
  let start = 0
  return segments.map((text, index) => {
    const key = `${start}-${text.length}`
    start += text.length
    return { key, text, index }
  })
}
