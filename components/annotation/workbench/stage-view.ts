import type { ComponentType, ReactNode } from 'react'
import type { OutboxStatus } from '@/lib/annotation/outbox/outbox-entry'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import type { ProtocolWork, UnitDraft } from '@/lib/protocols/protocol'
import type { Bench } from './bench-context'
import { UnitQuestions } from './unit-questions'

/** What a protocol brings to the workbench for one stage. Keys of options and of lists come from the stage itself. */
export interface StageView {
  /** What is read, left; the item's text with its units marked when left out (components/annotation/workbench/response-pane.tsx). */
  ReadingPane?: ComponentType
  /** The forms, right; the open unit and the whole item when left out (components/annotation/workbench/unit-panel.tsx). */
  Panel?: ComponentType<{ status: OutboxStatus }>
  /** The questions of the open unit. */
  UnitForm: ComponentType<{ unit: UnitDraft }>
  /** What is asked about the item as a whole, always in sight. */
  ItemForm: ComponentType<{ unit: UnitDraft }>
  /** Keys beyond those of the options; one without a handler does nothing, and while reading only those of group MOVING do. */
  bindings: readonly KeyBinding[]
  handlers(bench: Bench): Record<string, (() => void) | undefined>
  /** What the desk shows of the open unit besides its text and its parts. */
  Beside?: ComponentType<{ unit: UnitDraft }>
  /**
   * What the desk shows in place of the reading pane below the open unit and its parts, where the reading pane would
   * show these once more.
   */
  Around?: ComponentType
}

/** A protocol's views by stage key; a stage without one shows its questions as they are. */
export interface ProtocolView {
  /** The protocol itself, as far as it is worked with. */
  work: ProtocolWork
  stages: Readonly<Record<string, StageView>>
}

/** Draws with a stage's view and the protocol it belongs to. */
export type DrawView = (view: StageView, protocol: ProtocolWork) => ReactNode

/** Draws its child with a stage's view, once the protocol's code is there. */
export type ViewHost = ComponentType<{ protocolId: string; stageKey: string; children: DrawView }>

export const viewHost =
  (view: ProtocolView): ViewHost =>
  ({ stageKey, children }) =>
    children(stageView(view, stageKey), view.work)

export const stageView = (view: ProtocolView, stageKey: string): StageView => view.stages[stageKey] ?? PLAIN

const PLAIN: StageView = { UnitForm: UnitQuestions, ItemForm: UnitQuestions, bindings: [], handlers: () => ({}) }
