'use client'

import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Kbd } from '@/components/ui/kbd'
import { toast } from '@/components/ui/toast'
import { BACKSPACE, DELETE, ENTER } from '@/lib/platform/client/fixed-keys'
import { toCodePointOffset } from '@/lib/text/code-points'
import { mergeSegments, ResegmentError, splitSegment } from '@/lib/text/resegment'
import type { ItemTask, ItemView } from '@/lib/workspace/items/contract'
import { itemKeys, useResegment, useResetSegments } from '@/lib/workspace/items/hooks'
import { fromShownOffset } from '@/lib/workspace/items/rules'

type SegmentFieldProps = {
  text: string
  number: number
  isLast: boolean
  /** Where to put the caret, when it has just been moved here. */
  caret: number | null
  onSplit: (offset: number) => void
  onMerge: () => void
  onMergeBefore: () => void
}

/** One segment as a text field in which the caret moves but nothing can be written. */
function SegmentField({ text, number, isLast, caret, onSplit, onMerge, onMergeBefore }: SegmentFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const element = field.current
    const refuse = (event: Event) => event.preventDefault()
    element?.addEventListener('beforeinput', refuse)
    return () => element?.removeEventListener('beforeinput', refuse)
  }, [])
  useEffect(() => {
    if (caret === null) return
    field.current?.focus()
    field.current?.setSelectionRange(caret, caret)
  }, [caret])

  const split = () => onSplit(field.current?.selectionStart ?? 0)
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    const { selectionStart, selectionEnd, value } = event.currentTarget
    const collapsed = selectionStart === selectionEnd
    const actions: Record<string, (() => void) | null> = {
      Enter: event.ctrlKey || event.metaKey ? null : split,
      Delete: collapsed && selectionEnd === value.length && !isLast ? onMerge : null,
      Backspace: collapsed && selectionStart === 0 && number > 1 ? onMergeBefore : null,
    }
    const action = actions[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }
  return (
    <li className="grid gap-x-3 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto]">
      <textarea
        ref={field}
        dir="auto"
        rows={1}
        value={text}
        onChange={() => {}}
        onKeyDown={handleKeyDown}
        aria-label={`Segment ${number}`}
        spellCheck={false}
        className="field-sizing-content w-full resize-none rounded-md border border-line bg-surface px-3 py-2 text-sm leading-relaxed"
      />
      <div className="flex items-start gap-1.5">
        {/* The caret would leave the field before the click. */}
        <Button size="sm" onPointerDown={(event) => event.preventDefault()} onClick={split}>
          Split here
        </Button>
        <Button size="sm" disabled={isLast} onClick={onMerge}>
          Merge with next
        </Button>
      </div>
    </li>
  )
}

/** Where the caret goes after a change: a segment, and an offset in the text as a text field counts it. */
interface Caret {
  index: number
  offset: number
}

/** Segments under repair: split, merge, undo; nothing leaves the browser before it is saved. */
function useSegments(initial: readonly string[], whole: string) {
  const [steps, setSteps] = useState<readonly (readonly string[])[]>([initial])
  const [caret, setCaret] = useState<Caret | null>(null)
  const segments = steps.at(-1) ?? initial

  const attempt = (change: () => string[], next: Caret) => {
    try {
      const after = change()
      setSteps((before) => [...before, after])
      setCaret(next)
    } catch (error) {
      if (!(error instanceof ResegmentError)) throw error
      toast.info(error.message, { id: 'resegment' })
    }
  }
  return {
    segments,
    caret,
    changed: steps.length > 1,
    /** `offset` is that of the text field's caret. */
    split: (index: number, offset: number) => {
      const segment = segments[index] ?? ''
      const codePointOffset = toCodePointOffset(segment, fromShownOffset(segment, offset))
      attempt(() => splitSegment(segments, index, codePointOffset), { index: index + 1, offset: 0 })
    },
    merge: (index: number) => {
      const offset = (segments[index] ?? '').replaceAll('\r\n', '\n').length
      attempt(() => mergeSegments(segments, index, whole), { index, offset })
    },
    undo: () => {
      setSteps((before) => (before.length > 1 ? before.slice(0, -1) : before))
      setCaret(null)
    },
  }
}

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
        Place the cursor in a segment. <Kbd of={ENTER} /> splits it there, <Kbd of={DELETE} /> at its end joins the next
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
