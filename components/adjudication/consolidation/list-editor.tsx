'use client'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { useKeymap } from '@/components/ui/use-keymap'
import { useKeyWords } from '@/components/ui/use-shortcut'
import {
  addRow,
  canLink,
  type ListRow,
  link,
  listOf,
  move,
  rowsOf,
  takeOnly,
  takeRow,
  toggle,
  unlink,
} from '@/lib/adjudication/consolidation/lists/rules'
import { ESCAPE } from '@/lib/platform/client/fixed-keys'
import { useStoredDraft } from '@/lib/platform/client/use-stored-draft'
import { newUnitKey } from '@/lib/protocols/made-units'
import type { Json } from '@/lib/protocols/protocol'
import { takeWords } from './acts'
import { useDeskContext } from './desk-context'
import { LIST_BINDINGS, LIST_KEYS, onlyKey } from './list-keys'
import { ListTable } from './list-table'
import { laneName } from './words'

type ListEditorProps = {
  title: string
  saveLabel: string
  /** What to start from; the lanes as they were aligned when left out. */
  initial: Json
  onSave: (value: Json, reason: string) => Promise<void>
  onCancel: () => void
}

/** Puts a list together by hand: which rows stand for one unit, which are taken, and in which order. */
export function ListEditor({ title, saveLabel, initial, onSave, onCancel }: ListEditorProps) {
  const { view, current, lanes } = useDeskContext()
  const keptAs = `list ${view.userId} ${view.taskId} ${current?.unit} ${current?.question}`
  const rowsDraft = useKeptRows(`rows ${view.round} ${keptAs}`, initial)
  const { rows, setRows } = rowsDraft
  const [at, setAt] = useState(0)
  const [held, setHeld] = useState<string | null>(null)
  const [reason, setReason, clear] = useStoredDraft(`reason ${keptAs}`)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // It opens by a key, so the keys that follow are meant for it.
  useEffect(() => form.current?.focus(), [])
  const words = useKeyWords()
  const key = (id: keyof typeof LIST_KEYS) => words(LIST_KEYS[id])
  const hasNew = rows.some(({ members }) => members.length === 0)

  const save = async () => {
    if (isBusy) return
    setBusy(true)
    setError(null)
    await onSave(listOf(rows), hasNew ? reason : '').then(
      () => {
        rowsDraft.letGo()
        clear(reason)
      },
      (cause: Error) => setError(cause.message),
    )
    setBusy(false)
  }
  const linkAt = (index: number) => {
    const from = rows.findIndex(({ key }) => key === held)
    if (from < 0) return setHeld(rows[index]?.key ?? null)
    setHeld(null)
    if (from === index) return
    if (!canLink(rows[from], rows[index]))
      return setError(
        'These rows hold entries of the same annotator, so they cannot stand for one. Take one apart first.',
      )
    setError(null)
    setRows(link(lanes, rows, from, index))
    setAt(Math.min(from, index))
  }
  const startAnew = () => {
    rowsDraft.startAnew()
    setHeld(null)
    setAt(0)
    setReason('')
  }
  const step = (by: 1 | -1) => setAt((before) => Math.min(Math.max(before + by, 0), rows.length - 1))
  const shift = (by: 1 | -1) => {
    setRows(move(rows, at, by))
    step(by)
  }
  const add = () => {
    setRows(addRow(rows, at, newUnitKey()))
    setAt(rows.length === 0 ? 0 : at + 1)
  }
  const takeAndGoOn = (next: ListRow[]) => {
    setRows(next)
    step(1)
  }
  const taking = lanes.flatMap(({ id }, index) => {
    const binding = onlyKey(index)
    return binding ? [`${words(binding)} ${takeWords(laneName(view, id)).replace('Take', 'takes')}`] : []
  })
  const laneKeys = lanes.flatMap(({ id }, index) => {
    const binding = onlyKey(index)
    const isListed = rows[at]?.members.some(({ lane }) => lane === id)
    return binding && isListed ? [[binding.id, () => takeAndGoOn(takeOnly(rows, at, id))] as const] : []
  })
  useKeymap(LIST_BINDINGS, {
    ...Object.fromEntries(laneKeys),
    all: () => takeAndGoOn(takeRow(rows, at)),
    down: () => step(1),
    up: () => step(-1),
    include: () => setRows(toggle(rows, at)),
    link: () => linkAt(at),
    unlink: () => setRows(unlink(rows, at)),
    moveDown: () => shift(1),
    moveUp: () => shift(-1),
    add,
    save: () => void save(),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <form
      ref={form}
      tabIndex={-1}
      onSubmit={submit}
      className="space-y-3 rounded-lg border border-accent-border p-3"
      aria-label={title}
    >
      <h3 className="font-semibold text-sm">{title}</h3>
      <p className="text-muted text-sm">
        What is not struck out is taken. Where several people list a row, you are asked next whose wording stands; a row
        taken from one lane keeps its words.
      </p>
      <ListTable
        rows={rows}
        at={at}
        onAt={setAt}
        acts={(index) => {
          const row = rows[index]
          if (!row) return null
          const isHeld = held === row.key
          return (
            <div className="flex flex-wrap justify-end gap-1">
              <Button size="sm" variant="ghost" onClick={() => setRows(toggle(rows, index))}>
                {row.members.length === 0 ? 'Remove' : row.included ? 'Leave out' : 'Take in'}
              </Button>
              {row.members.length > 1 ? (
                <Button size="sm" variant="ghost" onClick={() => setRows(unlink(rows, index))}>
                  Take apart
                </Button>
              ) : null}
              {row.members.length > 0 && row.members.length < lanes.length ? (
                <Button size="sm" variant="ghost" aria-pressed={isHeld} onClick={() => linkAt(index)}>
                  {held === null ? 'Link' : isHeld ? 'Held' : 'Link here'}
                </Button>
              ) : null}
            </div>
          )
        }}
      />
      <p aria-live="polite" className="text-muted text-xs">
        {held === null
          ? `In a row ${taking.join(', ')}, ${key('all')} all as one, ${key('include')} none. ${key('down')} and ${key('up')} move, ${key('link')} holds a row to link it, ${key('unlink')} takes one apart, ${key('add')} adds one, ${key('moveDown')} and ${key('moveUp')} reorder.`
          : `Go to the row that says the same, and press ${key('link')} again.`}
      </p>
      {rowsDraft.isBack ? (
        <p className="flex flex-wrap items-center gap-2 text-muted text-sm">
          This is how you put it together before.
          <Button size="sm" onClick={startAnew}>
            Start over
          </Button>
        </p>
      ) : null}
      {hasNew ? (
        <Field label="Reason" hint="Nobody listed the new entry. Its text is asked for once the list stands." required>
          <Textarea rows={2} maxLength={4000} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      ) : null}
      {error ? <Callout tone="danger">{error}</Callout> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" shortcut={LIST_KEYS.add} onClick={add}>
          Add a row
        </Button>
        <Button size="sm" shortcut={ESCAPE} onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" type="submit" variant="primary" shortcut={LIST_KEYS.save} loading={isBusy}>
          {saveLabel}
        </Button>
      </div>
    </form>
  )
}

/** The rows as they are put together, kept in this browser as the list that they make until it is saved. */
function useKeptRows(name: string, initial: Json) {
  const { current, lanes } = useDeskContext()
  const [draft, keep, clear] = useStoredDraft(name)
  const rowsFrom = (list: Json) => (current ? rowsOf(lanes, current, list) : [])
  const textOf = (rows: readonly ListRow[]) => JSON.stringify(listOf(rows))
  const unchanged = textOf(rowsFrom(initial))
  const [isBack, setBack] = useState(draft !== '' && draft !== unchanged)
  const [rows, show] = useState(() => rowsFrom(isBack ? listIn(draft) : initial))
  const setRows = (next: ListRow[]) => {
    show(next)
    keep(textOf(next) === unchanged ? '' : textOf(next))
  }
  return {
    rows,
    setRows,
    isBack,
    letGo: () => clear(draft),
    startAnew: () => {
      setBack(false)
      setRows(rowsFrom(initial))
    },
  }
}

/** As `setRows` kept it. */
const listIn = (draft: string): Json => JSON.parse(draft)
