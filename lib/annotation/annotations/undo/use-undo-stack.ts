'use client'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, useSyncExternalStore } from 'react'
import type { Workbench } from '@/lib/annotation/annotations/contract'
import type { OutboxEntry } from '@/lib/annotation/outbox/outbox-entry'
import { type UndoStack, undoStackSchema } from './contract'
import { type LoggedChange, withLocal } from './fold-log'
import { undoStepsQuery } from './hooks'
import { emptyStack } from './undo-stack'

interface HeldStack {
  key: string
  stack: UndoStack
  /** Is it the whole stack, or only what was done while the log is being read? */
  whole: boolean
}

/**
 * The undo stack of an annotation. It outlives a reload with its tab; where this tab has none, it is made anew from the event
 * log and from what waits on this device.
 */
export function useUndoStack(
  workbench: Workbench,
  unsent: () => readonly OutboxEntry[],
): [get: () => UndoStack, replace: (stack: UndoStack) => void] {
  const { taskId, annotationId } = workbench
  const key = `${PREFIX}${annotationId}`
  const ready = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const stackRef = useRef<HeldStack | null>(null)
  const [, redraw] = useState(0)
  const read = (): HeldStack => {
    if (stackRef.current?.key === key) return stackRef.current
    const stored = readStack(key)
    const isNew = stored === null && workbench.mode === 'editing' && hasHistory(workbench, unsent())
    stackRef.current = { key, stack: stored ?? emptyStack, whole: !isNew }
    return stackRef.current
  }
  const { data: log } = useQuery({ ...undoStepsQuery(taskId, annotationId), enabled: ready && !read().whole })
  const get = () => {
    if (!ready) return emptyStack
    const now = read()
    if (now.whole || log?.annotationId !== annotationId) return now.stack
    const stack = withLocal({ done: log.done, undone: log.undone }, unsent().toSorted(bySeq).map(asLogged), now.stack)
    stackRef.current = { key, stack, whole: true }
    keep(key, stack)
    return stack
  }
  const replace = (stack: UndoStack) => {
    const { whole } = read()
    stackRef.current = { key, stack, whole }
    redraw((count) => count + 1)
    // A part of a stack, kept, would be taken for the whole after a reload.
    if (whole) keep(key, stack)
  }
  return [get, replace]
}
const never = () => () => {}
const PREFIX = 'assay-undo/'
const bySeq = (a: OutboxEntry, b: OutboxEntry) => a.seq - b.seq

/** Has anything been done in this annotation, beyond what it began with? */
const hasHistory = ({ answers }: Workbench, unsent: readonly OutboxEntry[]) =>
  unsent.length > 0 ||
  answers.some(({ origin, revision }) => revision > 1 || (origin !== 'carried' && origin !== 'imported'))

function asLogged({ value, baseValue, seq, editedAt, ...change }: OutboxEntry): LoggedChange {
  return { ...change, id: `unsent-${seq}`, from: baseValue, to: value, at: editedAt }
}

/** Where the storage is full, other tasks' stacks make room. What finds none costs nothing: the event log has it all. */
function keep(key: string, stack: UndoStack): void {
  const text = JSON.stringify(stack)
  try {
    sessionStorage.setItem(key, text)
  } catch {
    try {
      // An older part of this stack would be taken for the whole after a reload.
      for (const other of Object.keys(sessionStorage)) if (other.startsWith(PREFIX)) sessionStorage.removeItem(other)
      sessionStorage.setItem(key, text)
    } catch {
      // It is too large by itself, or keeping is forbidden.
    }
  }
}

function readStack(key: string): UndoStack | null {
  try {
    return undoStackSchema.parse(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
  } catch {
    return null
  }
}
